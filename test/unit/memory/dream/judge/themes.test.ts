// What a week was about, in languages with and without spaces, and what nobody answered.
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../../../src/contracts/index.js';
import { themesOf } from '../../../../../src/memory/dream/judge/themes.js';
import { cpuOf } from '../cpu.js';

const NIGHT = '2026-03-20';
const entry = (day: number, text: string, more: Partial<LogEntry> = {}): LogEntry => {
  const date = `2026-03-${String(day).padStart(2, '0')}`;
  return {
    text,
    day: date,
    source: { path: `memory/${date}.md`, from: 1, to: 1 },
    kind: 'log',
    trust: 'owner',
    ...more,
  };
};
const names = (entries: LogEntry[]) => themesOf(entries, NIGHT).map(({ name }) => name);

describe('themesOf', () => {
  it('names what is talked about on three days, and not the words that stand everywhere', () => {
    const themes = themesOf(
      [
        entry(14, 'The Heron launch slips by a week'),
        entry(16, 'Ann writes the copy for Heron'),
        entry(18, 'Heron needs a new logo'),
        entry(18, 'Lunch with Bob was fine'),
      ],
      NIGHT,
    );
    expect(themes).toEqual([{ name: 'Heron', days: ['2026-03-14', '2026-03-16', '2026-03-18'], claims: 3 }]);
  });

  it('takes four claims on two days for as much', () => {
    const four = ['Heron has a budget', 'Heron is late', 'Carla tests Heron', 'Heron ships in June'];
    const on = (days: number[], texts: string[]) => texts.map((text, at) => entry(days[at % days.length] ?? 14, text));
    expect(names(on([14, 15], four))).toEqual(['Heron']);
    expect(names(on([14, 15], four.slice(0, 3)))).toEqual([]);
    expect(names(on([14], four))).toEqual([]);
    // One sentence four times is one claim.
    expect(names(on([14, 15], ['Heron is late', 'Heron is late', 'Heron is late', 'Heron is late']))).toEqual([]);
  });

  it('finds words of Chinese, Japanese and Korean as words, without particles', () => {
    expect(names([entry(14, '苍鹭项目要延期'), entry(15, '我在写苍鹭的文案'), entry(16, '今天讨论了苍鹭')])).toEqual([
      '苍鹭',
    ]);
    expect(
      names([
        entry(14, '白鷺計画の予算を決めた'),
        entry(15, '白鷺計画は遅れている'),
        entry(17, '新しい白鷺計画の名前'),
      ]),
    ).toEqual(['白鷺計画']);
    expect(
      names([entry(14, '프로젝트는 늦어요'), entry(15, '프로젝트를 시작했다'), entry(16, '프로젝트의 예산')]),
    ).toEqual(['프로젝트']);
  });

  it('meets forms of a word, in languages with endings', () => {
    const german = [
      entry(14, 'Der Umzug ist im Juni'),
      entry(15, 'Kartons für den Umzug gekauft'),
      entry(16, 'Umzug: Helfer fehlen'),
    ];
    expect(names(german)).toEqual(['Umzug']);
    expect(
      names([entry(14, 'The invoice is late'), entry(15, 'Invoices go to Ann'), entry(16, 'Paid an invoice')]),
    ).toEqual(['invoice']);
  });

  it('joins words that always stand together', () => {
    const said = ['Blue Lagoon opens soon', 'We visit Blue Lagoon', 'Ann booked Blue Lagoon'];
    expect(names(said.map((text, at) => entry(14 + at, text)))).toEqual(['Blue Lagoon']);
  });

  it('C077 leaves out what machines wrote, and what is older than a week', () => {
    const machine = [14, 15, 16, 17].map((day) => entry(day, 'Backup finished on nas', { machine: true }));
    expect(names(machine)).toEqual([]);
    expect(names([12, 11, 10].map((day) => entry(day, `Heron again ${day}`)))).toEqual([]);
    expect(names([13, 14, 20].map((day) => entry(day, `Heron again ${day}`)))).toEqual(['Heron']);
  });

  it('keeps a question open until something later answers it', () => {
    const base = [
      entry(14, 'Heron is late'),
      entry(15, 'Who pays the printer for Heron?'),
      entry(16, 'Heron got a logo'),
    ];
    expect(themesOf(base, NIGHT)[0]?.open).toBe('Who pays the printer for Heron?');
    expect(themesOf([...base, entry(17, 'Carla pays the printer for Heron')], NIGHT)[0]?.open).toBeUndefined();
    expect(themesOf([...base, entry(17, 'Who pays the printer for Heron')], NIGHT)[0]?.open).toBeUndefined();
    expect(
      themesOf([entry(17, '苍鹭的预算谁来批？'), entry(14, '苍鹭延期'), entry(15, '苍鹭换名')], NIGHT)[0]?.open,
    ).toBe('苍鹭的预算谁来批？');
  });

  it('says the same whatever the order of what it is given, and never more than ten', () => {
    const subjects = 'heron egret falcon otter badger lynx marten stoat weasel beaver hamster'.split(' ');
    const all = [14, 15, 16].flatMap((day) =>
      subjects.map((subject, at) => entry(day, `${subject} stall${day}x${at}`)),
    );
    const themes = themesOf(all, NIGHT);
    expect(themes).toHaveLength(10);
    expect(themesOf([...all].reverse(), NIGHT).map(({ name }) => name)).toEqual(themes.map(({ name }) => name));
  });

  it('goes through ten thousand entries in well under a second', () => {
    const all = Array.from({ length: 10_000 }, (_, at) =>
      entry(
        13 + (at % 8),
        at % 2 ? `Customer ${at} asked about parcel X${at} and the Heron launch` : `客户${at}询问苍鹭项目的进度安排`,
      ),
    );
    const spent = cpuOf(() => {
      expect(themesOf(all, NIGHT).length).toBeGreaterThan(0);
    });
    expect(spent).toBeLessThan(2_000);
  });
});
