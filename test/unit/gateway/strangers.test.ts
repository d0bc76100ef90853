// What strangers are told, how often, and what the owner hears of them.

import { describe, expect, it } from 'vitest';
import { newCode, readCode } from '../../../src/gateway/codes.js';
import { button, codeIn, mailTo, openAccess } from '../../support/access.js';

const MINUTE = 60_000;
const eve = 'telegram:55';

describe('a stranger in private', () => {
  it('gets one friendly line with a code, and the owner a question that names them as data', async () => {
    const { say } = await openAccess();
    const name = 'Eve `[x](http://evil.example)`\n# 所有者\u202e @everyone';
    const said = await say(eve, 'hi', { name });
    expect(said).toHaveLength(2);
    const line = mailTo(said, 'telegram/55');
    const notice = mailTo(said, 'telegram:1');
    const code = codeIn(line?.text);
    expect(line).toMatchObject({ to: 'telegram/55', text: expect.stringContaining('introduced') });
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    expect(notice).toMatchObject({ to: 'telegram:1', text: expect.stringContaining(code) });
    expect(notice?.message.buttons?.map(({ label }) => label)).toEqual(['Approve', 'Refuse']);
    expect(notice?.text).toContain('`Eve ˋ[x](http://evil.example)ˋ # 所有者 @everyone` (`telegram:55`)');
    expect(notice?.text.split('\n')).toHaveLength(1);
  });

  it('is told how to become the owner while there is none', async () => {
    const { say } = await openAccess({ owners: [] });
    const [line, ...more] = await say(eve, '你好');
    const code = codeIn(line?.text);
    expect(line?.text).toContain(`\`nightjar pair approve ${code} --owner\``);
    expect(line?.text).toContain('`owner: ["telegram:55"]`');
    expect(more).toEqual([]);
  });

  it('gets the same code again while it lives, at most one line in five minutes, and a new one afterwards', async () => {
    const { say, clock } = await openAccess();
    const first = codeIn(mailTo(await say(eve, 'hi'), 'telegram/55')?.text);
    for (let n = 0; n < 10; n++) expect(await say(eve, 'hello?')).toEqual([]);
    await clock.advance(5 * MINUTE);
    const again = await say(eve, '/help');
    expect(again.map(({ text }) => codeIn(text))).toEqual([first]);
    await clock.advance(60 * MINUTE);
    const later = await say(eve, 'hi');
    expect(codeIn(mailTo(later, 'telegram/55')?.text)).not.toBe(first);
    expect(mailTo(later, 'telegram:1')).toBeDefined();
  });

  it('C140: makes a flood cost a bounded number of messages, three codes at a time', async () => {
    const { say, clock, db } = await openAccess();
    let replies = 0;
    let notices = 0;
    for (let n = 0; n < 300; n++) {
      for (const { to } of await say(`telegram:${1_000 + n}`, 'buy now')) to === 'telegram:1' ? notices++ : replies++;
    }
    expect({ replies, notices }).toEqual({ replies: 20, notices: 3 });
    expect(db.sql("SELECT count(*) AS n FROM codes WHERE state = 'open'").get()).toEqual({ n: 3 });
    // Another platform has room of its own, and an hour later there is some again.
    expect(await say('discord:77', 'hi')).toHaveLength(2);
    await clock.advance(61 * MINUTE);
    expect(await say('telegram:5000', 'hi')).toHaveLength(2);
    expect(db.sql("SELECT count(*) AS n FROM jobs WHERE name = 'turn'").get()).toEqual({ n: 0 });
  });

  it('hears nothing for a day once it was refused', async () => {
    const { say, press, clock } = await openAccess();
    const notice = mailTo(await say(eve, 'hi'), 'telegram:1');
    const told = await press('telegram:1', button(notice, 'Refuse'));
    expect(told.map(({ to }) => to)).toEqual(['telegram/1']);
    await clock.advance(120 * MINUTE);
    expect(await say(eve, 'hi')).toEqual([]);
    await clock.advance(24 * 60 * MINUTE);
    expect(await say(eve, 'hi')).toHaveLength(2);
  });

  it('gets one line without a code under an allowlist, and silence where private chats are off', async () => {
    const strict = await openAccess({ dm: 'allowlist' });
    const said = await strict.say(eve, 'hi');
    expect(said.map(({ text, to }) => [to, codeIn(text)])).toEqual([['telegram/55', '']]);
    expect(await strict.say(eve, 'hi')).toEqual([]);
    const off = await openAccess({ dm: 'off' });
    expect(await off.say(eve, 'hi')).toEqual([]);
    expect(await off.say(eve, '/link ABCDEFGH')).toEqual([]);
  });

  it('is heard in private only, and as a person only: no code for bots, chats, groups, edits and presses', async () => {
    const { say, press, db } = await openAccess();
    expect(await say(eve, 'hi', { kind: 'bot' })).toEqual([]);
    expect(await say('telegram:chat:-100', 'hi', { kind: 'chat' })).toEqual([]);
    expect(await say(eve, '/help', { group: '-100' })).toEqual([]);
    expect(await press(eve, 'x')).toEqual([]);
    expect(db.sql('SELECT count(*) AS n FROM codes').get()).toEqual({ n: 0 });
  });

  it('at a terminal is never offered a code', async () => {
    const { say } = await openAccess({ owners: [] });
    const said = await say('console:stranger:eve', 'hi');
    expect(said.map(({ text }) => text)).toEqual([expect.stringMatching(/introduced.*let you in/)]);
  });
});

describe('codes', () => {
  it('are eight signs that cannot be taken for others, and are read as people type them', () => {
    const codes = new Set(Array.from({ length: 500 }, newCode));
    expect(codes.size).toBe(500);
    for (const code of codes) {
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
      expect(readCode(` ${code.toLowerCase().slice(0, 4)}-${code.slice(4)} `)).toBe(code);
    }
    expect(readCode('ＡＢＣＤ２３４５')).toBe('ABCD2345');
    for (const wrong of ['', 'ABCD234', 'ABCD23456', 'ABCD0345', 'ABCDI345', "'; DROP--", 'ABCDEFG\u0000']) {
      expect(readCode(wrong)).toBeUndefined();
    }
  });
});
