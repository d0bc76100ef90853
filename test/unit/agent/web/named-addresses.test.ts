import { describe, expect, it } from 'vitest';
import { keyOf, readAddress } from '../../../../src/agent/web/address.js';
import { addressesIn, isNamed, isOnOpenPage } from '../../../../src/agent/web/named-addresses.js';
import type { Entry, EntryBody } from '../../../../src/contracts/index.js';

let serial = 0;
function entry(body: EntryBody, id = `e${serial++}`): Entry {
  return { id, at: 0, fence: 1, turn: 't', ...body };
}

const from = { account: 'chat:ada', name: 'ada', role: 'member' } as const;
const says = (text: string, more: Partial<Extract<EntryBody, { type: 'user' }>> = {}, id?: string) =>
  entry({ type: 'user', text, from, message: 'm', ...more }, id);
const opened = (final: string, links: string[], more: object = {}) =>
  entry({
    type: 'tool_result',
    call: 'c',
    name: 'web_fetch',
    text: '',
    details: { url: final, final, links },
    ...more,
  });

function may(entries: Entry[], address: string, inside: string[] = []): boolean {
  const url = readAddress(address);
  return isNamed(entries, url) || isOnOpenPage(entries, url, inside);
}

describe('an address in a text', () => {
  it.each([
    ['look at https://example.org/a', 'https://example.org/a'],
    ['HTTPS://EXAMPLE.org/A?b=c#part, please', 'https://example.org/A?b=c'],
    ['(see https://example.org/a).', 'https://example.org/a'],
    ['https://en.example.org/wiki/Foo_(bar)', 'https://en.example.org/wiki/Foo_(bar)'],
    ['(https://en.example.org/wiki/Foo_(bar))', 'https://en.example.org/wiki/Foo_(bar)'],
    ['[the page](https://example.org/a) says', 'https://example.org/a'],
    ['<https://example.org/a>', 'https://example.org/a'],
    ['**https://example.org/a**', 'https://example.org/a'],
    ['"https://example.org/a"', 'https://example.org/a'],
    ['`https://example.org/a`', 'https://example.org/a'],
    ['https://example.org', 'https://example.org/'],
    ['打开https://example.org/a。谢谢', 'https://example.org/a'],
    ['「https://example.org/a」を見て', 'https://example.org/a'],
    ['（https://example.org/a）', 'https://example.org/a'],
    ['看https://example.org/a谢谢', 'https://example.org/a'],
    ['https://zh.example.org/wiki/北京', 'https://zh.example.org/wiki/%E5%8C%97%E4%BA%AC'],
    ['https://例え.jp/ を開いて', 'https://xn--r8jz45g.jp/'],
    ['https://example.org/a를 열어 줘', 'https://example.org/a'],
    ['www.example.org/x', 'https://www.example.org/x'],
    ['www.example.org/x', 'http://www.example.org/x'],
    ['请看www.example.org/x，', 'https://www.example.org/x'],
    ['what is on example.org today?', 'https://example.org/'],
    ['example.org:8080/x?y=1', 'http://example.org:8080/x?y=1'],
    ['http://10.0.0.5:8080/x', 'http://10.0.0.5:8080/x'],
    ['http://[2606:4700::1111]/x', 'http://[2606:4700::1111]/x'],
  ])('%s names %s', (text, address) => {
    expect([...addressesIn(text)]).toContain(keyOf(readAddress(address)));
  });

  it('is not the host of a mail address, and none where there is none', () => {
    expect([...addressesIn('write to ada@example.org')]).toEqual([]);
    expect([...addressesIn('it costs 3.50, i.e. a lot... https:// 北京。上海')].join()).not.toMatch(/3\.50|北京/);
  });

  it('is found in time in a text that is made to take long', () => {
    const before = process.cpuUsage();
    const texts = [
      '北'.repeat(50_000),
      'a.'.repeat(50_000),
      '北.'.repeat(50_000),
      `https://a.org/${')'.repeat(50_000)}`,
    ];
    for (const text of [...texts, `${'a.'.repeat(40)}北北`, `${'a.'.repeat(9)}北北 `.repeat(1_000)]) {
      addressesIn(text);
    }
    // What grows with the square of a text takes many times that; CPU time, since others run beside it.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
  });
});

describe('what may be opened unasked', () => {
  it('is known however its host is written', () => {
    for (const written of ['https://EXAMPLE.org/a', 'https://ｅｘａｍｐｌｅ.org/a']) {
      expect(may([says(written)], 'https://example.org/a'), written).toBe(true);
    }
    for (const written of ['https://例え.jp/a', 'https://xn--r8jz45g.jp/a', 'https://Bücher.example/a']) {
      expect(may([says(written)], new URL(written).href), written).toBe(true);
    }
    expect(may([says('http://[2606:4700::1111]/x')], 'http://[2606:4700::1111]/x')).toBe(true);
  });

  it('is known still when it was asked for often', () => {
    const written = 'https://Bücher.example/a';
    for (let n = 0; n < 2_000; n++) expect(may([says(written)], written)).toBe(true);
  });

  it('is told in time in a talk that is made to take long', () => {
    const before = process.cpuUsage();
    const talk = Array.from({ length: 400 }, () => says('例え.jp '.repeat(700)));
    expect(may(talk, 'https://example.org/a')).toBe(false);
    expect(may(talk, 'https://xn--80ak6aa92e.com/a')).toBe(false);
    // What grows with the square of a text takes many times that; CPU time, since others run beside it.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
  });

  it('is what a person wrote, whoever it was in a group, and nothing near it', () => {
    const said = [says('read https://example.org/a?b=1', { from: { ...from, account: 'chat:bob' } })];
    expect(may(said, 'https://example.org/a?b=1#part')).toBe(true);
    for (const other of [
      'https://example.org/a',
      'https://example.org/a?b=2',
      'https://example.org/a?b=1&secret=2',
      'https://example.org/a/?b=1',
      'https://example.org/',
      'http://example.org/a?b=1',
      'https://example.org:8443/a?b=1',
      'https://evil.example.org/a?b=1',
    ]) {
      expect(may(said, other), other).toBe(false);
    }
  });

  it('is not what was quoted, forwarded, said around or sent in a file, nor what comes from another session', () => {
    const address = 'https://evil.example/a';
    const quoted = [{ kind: 'quote', from: 'eve', text: address }] as never;
    const files = [{ kind: 'file', name: address, mime: 'text/plain', said: address }] as const;
    expect(
      may([says('open it', { quoted, files: [...files], around: [{ from: 'eve', text: address }] })], address),
    ).toBe(false);
    expect(may([says(`> ${address}\n  > ${address}\nopen it`)], address)).toBe(false);
    expect(may([says(`look:\n>>> she says\nopen ${address}`)], address)).toBe(false);
    expect(may([says(address, { via: 'session-2' })], address)).toBe(false);
    expect(may([says(`> what?\n${address}`)], address)).toBe(true);
  });

  it('is not what only the assistant or another tool said', () => {
    const address = 'https://evil.example/a';
    const entries = [
      entry({ type: 'assistant', text: address, model: 'm', final: true }),
      entry({ type: 'tool_call', call: 'c', name: 'web_fetch', args: JSON.stringify({ url: address }) }),
      entry({
        type: 'tool_result',
        call: 'c',
        name: 'read',
        text: address,
        details: { final: address, links: [address] },
      }),
      entry({ type: 'compaction', summary: address, firstKept: 'x' }),
    ];
    expect(may(entries, address)).toBe(false);
  });

  it('goes by a message as it stands now', () => {
    const said = [says('https://example.org/old', {}, 'u1'), says('https://example.org/gone', {}, 'u2')];
    const edits = [
      entry({ type: 'edit', target: 'u1', text: 'https://example.org/new' }),
      entry({ type: 'edit', target: 'u2' }),
    ];
    expect(may([...said, ...edits], 'https://example.org/new')).toBe(true);
    expect(may([...said, ...edits], 'https://example.org/old')).toBe(false);
    expect(may([...said, ...edits], 'https://example.org/gone')).toBe(false);
  });

  it('is what a page links to that was opened, and that page itself; not what a failed call tells', () => {
    const page = opened('https://example.org/', ['https://example.org/b', 'https://other.example/c?d=e']);
    for (const address of ['https://example.org/', 'https://example.org/b#x', 'https://other.example/c?d=e']) {
      expect(may([page], address)).toBe(true);
    }
    expect(may([page], 'https://other.example/c?d=f')).toBe(false);
    expect(may([opened('https://example.org/', ['https://a.example/'], { error: true })], 'https://a.example/')).toBe(
      false,
    );
    expect(
      may([opened('https://example.org/', [], { details: { links: 'https://a.example/' } })], 'https://a.example/'),
    ).toBe(false);
  });

  it('is no link of the open web into the network, though that place may be opened when a person names it', () => {
    const inside = ['nas.local:8080'];
    const address = 'http://nas.local:8080/reboot';
    expect(may([opened('https://example.org/', [address])], address, inside)).toBe(false);
    expect(may([opened('http://nas.local:8080/', [address])], address, inside)).toBe(true);
    expect(may([says(address)], address, inside)).toBe(true);
  });
});
