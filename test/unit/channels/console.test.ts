import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { consoleAt } from '../../../channels/console/adapter.js';
import { lineToEvent } from '../../../channels/console/inbound.js';
import { renderText } from '../../../channels/console/outbound.js';
import { type Seat, takeSeat } from '../../../channels/console/seat.js';
import { channelContract } from '../../contracts/channel.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog } from '../../support/silent-log.js';

function seat(options: Parameters<typeof takeSeat>[0] = {}): Seat {
  const taken = takeSeat(options);
  if (typeof taken === 'string') throw new Error(taken);
  return taken;
}

function open({ json = false, interactive = false } = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const at = seat();
  const channel = consoleAt(
    at,
    { input, output, typed: interactive, interactive, json },
    { clock: new FakeClock(), log: silentLog },
  );
  let text = '';
  output.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return { channel, chat: at.chat, input, output, say: (line: string) => input.write(`${line}\n`), text: () => text };
}

channelContract('the console', () => {
  const house = open({ json: true });
  const messages = () =>
    house
      .text()
      .split('\n')
      .filter((line) => line.includes('"type":"message"'))
      .map((line) => JSON.parse(line) as { text: string; repeated?: boolean })
      .map(({ text, repeated }) => (repeated ? `(possibly repeated) ${text}` : text));
  return { ...house, shown: messages };
});

describe('a pipe', () => {
  it('is read to its last word, in whatever pieces its bytes arrive', async () => {
    const { channel, input } = open();
    const lines: string[] = [];
    await channel.start(async (events) => {
      for (const event of events) if (event.type === 'message') lines.push(event.text);
    }, new AbortController().signal);
    for (const byte of Buffer.from('我妹妹住在京都\r\n\n  \nlast 한국어')) input.write(Buffer.from([byte]));
    input.end();
    await channel.ended;
    expect(lines).toEqual(['我妹妹住在京都', 'last 한국어']);
  });

  it('says so when a line could not be accepted', async () => {
    const { channel, input, text } = open();
    await channel.start(async () => {
      throw new Error('SQLITE_FULL raw words');
    }, new AbortController().signal);
    input.end('hello\n');
    expect(await channel.ended).toBe(false);
    expect(text()).toMatch(/could not take that down/);
    expect(text()).not.toContain('raw words');
  });

  it('ends when nobody reads the replies any more, and the reply is kept for later', async () => {
    const { channel, output, chat } = open();
    await channel.start(async () => {}, new AbortController().signal);
    output.destroy(new Error('EPIPE'));
    await channel.ended;
    await expect(channel.send(chat, { text: 'x' })).rejects.toMatchObject({ retryable: true });
  });
});

describe('a terminal', () => {
  it('keeps what is half typed when a reply arrives, and shows that it is thinking', async () => {
    const { channel, chat, input, text } = open({ interactive: true });
    await channel.start(async () => {}, new AbortController().signal);
    input.write('half');
    await channel.typing?.(chat);
    expect(text()).toContain('thinking');
    await channel.send(chat, { text: 'a reply' });
    expect(text().slice(text().indexOf('a reply'))).toMatch(/you › half/);
    await channel.stop();
  });
});

describe('takeSeat', () => {
  it('gives the owner an account that no name can spell', () => {
    expect(seat().from.account).toBe('console:@terminal');
    for (const as of ['@terminal', 'terminal', 'owner', 'Stranger', '夜莺']) {
      const taken = takeSeat({ as });
      if (typeof taken !== 'string')
        expect(taken).toMatchObject({ standing: 'member', from: { account: `console:${as}` } });
    }
    expect(takeSeat({ as: '@terminal' })).toMatch(/takes a name/);
  });

  it('keeps a group’s chat apart from every private one', () => {
    expect(takeSeat({ group: 'dm:bob' })).toMatch(/takes a name/);
    expect(seat({ group: 'bob' }).chat).not.toEqual(seat({ as: 'bob' }).chat);
    expect(seat({ as: 'stranger:bob' }).chat).not.toEqual(seat({ as: 'bob' }).chat);
  });
});

describe('lines and replies', () => {
  it('reads commands and leaves paths alone', () => {
    const read = (line: string) => lineToEvent(line, seat(), { id: '1', at: 0 });
    expect(read(' /Memory  search x ')).toMatchObject({ type: 'command', name: 'memory', args: 'search x' });
    expect(read('/etc/passwd is what?')).toMatchObject({ type: 'message' });
    expect(read('//')).toMatchObject({ type: 'message' });
    expect(read('  ')).toBeUndefined();
  });

  it('lets nothing through that steers a terminal', () => {
    const hostile = '\u001b]0;title\u0007red\u001b[31m\u009b31m\r\nnext\u202e\ttab 👨‍👩‍👧 한';
    expect(renderText({ text: hostile })).toBe(']0;titlered[31m31m\nnext\ttab 👨‍👩‍👧 한');
  });
});
