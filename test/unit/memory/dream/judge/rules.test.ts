// What a night changes without a model: lines as they were said, corrections, merges, and nothing that it is not sure of.
import { describe, expect, it } from 'vitest';
import type {
  DreamQuestion,
  Importance,
  LogEntry,
  LongTermEntry,
  RankedClaim,
  Scope,
} from '../../../../../src/contracts/index.js';
import { asLine } from '../../../../../src/memory/dream/judge/line-form.js';
import { proposeByRules } from '../../../../../src/memory/dream/judge/rules.js';
import { cpuOf } from '../cpu.js';

const MAIN: Scope = { kind: 'main' };
const GROUP: Scope = { kind: 'group', channel: 'telegram', chat: '-100' };

interface More extends Partial<LogEntry> {
  importance?: Importance;
  days?: number[];
  recall?: number;
}
function claim(text: string, { importance = 'fact', days = [19], recall = 0, ...more }: More = {}): RankedClaim {
  const entries = days.map((day): LogEntry => {
    const date = `2026-03-${String(day).padStart(2, '0')}`;
    return {
      text,
      day: date,
      source: { path: `memory/${date}.md`, from: 1, to: 1 },
      kind: 'log',
      trust: 'owner',
      ...more,
    };
  });
  return {
    key: text,
    text,
    trust: more.trust ?? 'owner',
    ...(more.speaker !== undefined && { speaker: more.speaker }),
    entries,
    days: [...new Set(entries.map(({ day }) => day))],
    importance,
    explicit: more.asked === true,
    parts: { importance: 0.8, recurrence: 0, recall, recency: 1, theme: 0 },
    score: 0.5,
  };
}
const entry = (id: string, text: string, more: Partial<LongTermEntry> = {}): LongTermEntry => ({
  id,
  text,
  lines: { from: 1, to: 1 },
  heading: '',
  hand: false,
  pinned: false,
  trust: 'owner',
  ...more,
});

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
const saysTheSame = (one: string, other: string) => plain(one) === plain(other);
function propose(claims: RankedClaim[], entries: LongTermEntry[] = [], scope = MAIN) {
  const question: DreamQuestion = { scope, night: '2026-03-20', entries, claims, themes: [], room: 1_000 };
  const knownEntry = (text: string) => entries.find((one) => saysTheSame(one.text, text));
  return proposeByRules(question, { knownEntry, saysTheSame }).operations;
}

describe('proposeByRules', () => {
  it('adds what is clear by its form, in its words, with a capital and a full stop', () => {
    expect(propose([claim('the wifi word is pear'), claim('我妹妹住在大阪')])).toEqual([
      { op: 'add', text: 'The wifi word is pear.', sources: ['n1'] },
      { op: 'add', text: '我妹妹住在大阪。', sources: ['n2'] },
    ]);
  });

  it('leaves out goals, small things and words of others, unless asked for, said on two days, or found by two questions', () => {
    const weak: More[] = [
      { importance: 'goal' },
      { importance: 'none' },
      { trust: 'web' },
      { trust: 'member' },
      { passedOn: true },
    ];
    for (const more of weak) {
      const said = 'Ann runs the harbour office';
      expect(propose([claim(said, more)]), JSON.stringify(more)).toEqual([]);
      for (const strong of [{ asked: true as const }, { days: [18, 19] }, { recall: 0.5 }]) {
        expect(propose([claim(said, { ...more, ...strong })]), JSON.stringify([more, strong])).toHaveLength(1);
      }
    }
  });

  it('takes a member for one of its own people in a group, keeps their words, and not in the memory of the owner', () => {
    const said = claim('I work at the harbour office', { trust: 'member', speaker: 'bob' });
    expect(propose([said], [], GROUP)).toEqual([{ op: 'add', text: 'I work at the harbour office.', sources: ['n1'] }]);
    expect(propose([said], [], MAIN)).toEqual([]);
  });

  it('does nothing for what stands there already', () => {
    expect(propose([claim('The wifi word is pear')], [entry('m1', 'The wifi word is pear.')])).toEqual([]);
  });

  it('supersedes what a newer claim corrects', () => {
    const file = [entry('m1', 'The wifi word is pear.'), entry('m2', 'Ann lives in Kyoto.')];
    expect(propose([claim('Ann has moved to Osaka'), claim('Bob lives in Rome')], file)).toEqual([
      { op: 'supersede', text: 'Ann has moved to Osaka.', targets: ['m2'], sources: ['n1'] },
      { op: 'add', text: 'Bob lives in Rome.', sources: ['n2'] },
    ]);
  });

  it('takes of claims that correct each other only the newest, and names the others among its sources', () => {
    const claims = [
      claim('The wifi word is pear', { days: [17] }),
      claim('The wifi word is apple', { days: [19] }),
      claim('The wifi word is plum', { days: [18] }),
    ];
    expect(propose(claims)).toEqual([{ op: 'add', text: 'The wifi word is apple.', sources: ['n2', 'n3', 'n1'] }]);
    expect(propose(claims, [entry('m1', 'The wifi word is cherry')])).toEqual([
      { op: 'supersede', text: 'The wifi word is apple.', targets: ['m1'], sources: ['n2', 'n3', 'n1'] },
    ]);
  });

  it('keeps the weight of what a small newer statement corrects', () => {
    const claims = [claim('会议在周三', { days: [17], asked: true }), claim('会议改到周四', { importance: 'none' })];
    expect(propose(claims)).toEqual([{ op: 'add', text: '会议改到周四。', sources: ['n2', 'n1'] }]);
  });

  it('lets nothing that can be relied on less take the place of a line', () => {
    const file = [entry('m1', 'The wifi word is pear.')];
    const web = claim('The wifi word is apple', { trust: 'web', days: [18, 19] });
    expect(propose([web], file).every(({ op }) => op === 'add')).toBe(true);
    const quoted = claim('The wifi word is apple', { passedOn: true, days: [18, 19] });
    expect(propose([quoted], file).every(({ op }) => op === 'add')).toBe(true);
  });

  it('C079 corrects of what one person said of themself nothing that another one said', () => {
    const file = [entry('m1', 'bob said: I live in Berlin', { trust: 'member' })];
    const ann = claim('I live in Hamburg now', { speaker: 'ann', trust: 'member' });
    const bob = claim('I live in Hamburg now', { speaker: 'bob', trust: 'member' });
    expect(propose([ann], file, GROUP)).toEqual([{ op: 'add', text: 'I live in Hamburg now.', sources: ['n1'] }]);
    expect(propose([bob], file, GROUP)).toMatchObject([{ op: 'supersede', targets: ['m1'] }]);
    const both = propose([claim('I live in Berlin', { speaker: 'bob', trust: 'member', days: [17] }), ann], [], GROUP);
    expect(both.map(({ op }) => op)).toEqual(['add', 'add']);
  });

  it('merges two entries that say the same, into the one that people hold on to', () => {
    const file = [
      entry('m1', 'The wifi word is pear'),
      entry('m2', 'Ann lives in Kyoto.'),
      entry('m3', 'The WiFi word is pear.', { pinned: true }),
    ];
    expect(propose([], file)).toEqual([
      { op: 'merge', text: 'The WiFi word is pear.', targets: ['m1', 'm3'], sources: [] },
    ]);
    // What is superseded is not merged as well.
    expect(propose([claim('The wifi word is now plum')], file)).toEqual([
      { op: 'supersede', text: 'The wifi word is now plum.', targets: ['m1', 'm3'], sources: ['n1'] },
    ]);
  });

  it('C076 writes one line of two claims that say the same', () => {
    expect(propose([claim('The wifi word is pear'), claim('the WiFi word is pear!')])).toEqual([
      { op: 'add', text: 'The wifi word is pear.', sources: ['n1', 'n2'] },
    ]);
  });

  it('C070 writes no question, no half line and no pasted text', () => {
    const bad = ['Which word is it?', 'Decision:', 'one\ntwo', `The log is ${'x'.repeat(500)}`, '4711 0815'];
    expect(propose(bad.map((text) => claim(text, { asked: true })))).toEqual([]);
  });

  it('proposes at most forty changes, best first, the same each time', () => {
    const claims = Array.from({ length: 60 }, (_, at) => claim(`Customer ${at} lives in Lyon`));
    const found = propose(claims);
    expect(found).toHaveLength(40);
    expect(found[0]).toMatchObject({ sources: ['n1'] });
    expect(propose(claims)).toEqual(found);
  });

  it('goes through ten thousand claims and a long file in well under a second', () => {
    const claims = Array.from({ length: 10_000 }, (_, at) =>
      claim(`Customer ${at} lives in Town${at % 7}`, { importance: 'none' }),
    );
    const file = Array.from({ length: 1_000 }, (_, at) => entry(`m${at + 1}`, `Customer ${at} lives in Paris`));
    const spent = cpuOf(() => {
      expect(propose(claims, file)).toEqual([]);
    });
    expect(spent).toBeLessThan(2_000);
  });
});

describe('asLine', () => {
  it.each([
    ['the wifi word is pear', 'The wifi word is pear.'],
    ['It works!', 'It works!'],
    ['She said "never."', 'She said "never."'],
    ['iPhone chargers are in the hall', 'iPhone chargers are in the hall.'],
    ['nginx.conf is in /etc/nginx', 'nginx.conf is in /etc/nginx'],
    ['the docs are at https://x.example/a', 'The docs are at https://x.example/a'],
    ['项目代号是苍鹭', '项目代号是苍鹭。'],
    ['端口是8443', '端口是8443。'],
    ['会議は水曜日です。', '会議は水曜日です。'],
    ['회의는 수요일입니다', '회의는 수요일입니다.'],
    ['ü', 'Ü.'],
  ])('%s', (said, line) => expect(asLine(said)).toBe(line));
});
