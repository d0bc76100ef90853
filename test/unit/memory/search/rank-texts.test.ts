// Ranking short texts for a request that says it in other words.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankTexts } from '../../../../src/memory/search/rank-texts.js';
import { planted, skillTexts } from '../../../support/memory/skill-texts.js';

const texts = skillTexts();
const text = (key: string, body: string, title = key) => ({ key, title, body });
const ranked = (request: string, ...bodies: string[]) =>
  rankTexts(
    request,
    bodies.map((body, at) => text(String(at), body, `n${at}`)),
    10,
  );

describe('of three hundred skills', () => {
  it('is made of as many, each once', () => {
    expect(new Set(texts.map(({ key }) => key)).size).toBe(300);
    expect(planted.flatMap(({ asks }) => asks)).toHaveLength(30);
  });

  it.each(planted.flatMap(({ name, asks }) => asks.map((ask) => [ask, name])))('%s → %s', (ask, name) => {
    expect(rankTexts(ask, texts, 3)).toContain(name);
  });
});

describe('what stands for a word', () => {
  const weather = 'Tells rain and temperature for a town.';
  const bill = 'Schreibt Rechnungen mit Umsatzsteuer.';

  it('is another form, a part of a compound, and a slip of the pen', () => {
    expect(ranked('die Rechnungsvorlage', weather, bill)).toEqual(['1']);
    expect(ranked('temperatuer', bill, weather)).toEqual(['1']);
    expect(ranked('фотографию', 'Хранит рецепты.', 'Сортирует фотографии.')).toEqual(['1']);
  });

  it('is a word for the same thing, in another language too', () => {
    expect(ranked('发票', weather, bill)).toEqual(['1']);
    expect(ranked('明日は傘がいる？天気を教えて', bill, weather)[0]).toBe('1');
    expect(ranked('청구서', bill, weather)).toEqual(['0']);
  });

  it('is worth less than the word itself', () => {
    expect(
      ranked('film', 'Keeps a list of movies, movie nights and movie stars.', 'Keeps a list of one film.')[0],
    ).toBe('1');
  });

  it('is preferred in the language of the request', () => {
    expect(ranked('Rezept für Suppe', 'Recipes for soup.', 'Rezepte für Suppen.')[0]).toBe('1');
    expect(ranked('recipe for soup', 'Rezepte für Suppen.', 'Recipes for soup.')[0]).toBe('1');
  });
});

describe('an order', () => {
  it('puts a title before a body, and of equals the one that was given first', () => {
    const named = [
      text('a', 'Keeps tea and biscuits.'),
      text('b', 'Keeps biscuits.', 'tea'),
      text('c', 'Keeps tea and biscuits.'),
    ];
    expect(rankTexts('tea', named, 10)).toEqual(['b', 'a', 'c']);
    expect(rankTexts('tea', named, 2)).toEqual(['b', 'a']);
  });

  it('lets something else in where many say nearly the same', () => {
    const alike = Array.from({ length: 9 }, (_, n) =>
      text(`brew-${n}`, `Brews green tea in pot number ${n} and pours it.`),
    );
    const other = text('shop', 'Orders biscuits, milk and tea from the shop around the corner.');
    const keys = rankTexts('green tea', [...alike, other], 3);
    expect(keys[0]).toBe('brew-0');
    expect(rankTexts('tea', [...alike, other], 2)).toContain('shop');
    expect(rankTexts('green tea', [...alike, other], 10).slice(0, 3)).toEqual(keys);
  });

  it('is not moved by the words around a request', () => {
    expect(ranked('could you please help me with my tea', 'Please help: could you?', 'All about tea.')[0]).toBe('1');
    expect(ranked('könntest du mir bitte mit dem Tee helfen', 'Mit dem, mit dir, mit mir.', 'Alles über Tee.')[0]).toBe(
      '1',
    );
  });

  it('leaves out what has nothing to do with it', () => {
    expect(ranked('zebra', 'Keeps tea.', '写周报。')).toEqual([]);
    expect(rankTexts('tea', [], 3)).toEqual([]);
    expect(rankTexts('', texts, 3)).toEqual([]);
    expect(rankTexts('tea', [text('a', 'tea')], 0)).toEqual([]);
  });

  it('is the same every time and holds each text once, whatever was written', () => {
    const words = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('tea 茶 お茶', 'a\n'.repeat(9), '票'),
    );
    const many = fc.array(fc.record({ title: words, body: words }), { maxLength: 8 });
    fc.assert(
      fc.property(words, many, fc.nat(9), (request, list, limit) => {
        const keyed = list.map((one, at) => ({ ...one, key: String(at) }));
        const keys = rankTexts(request, keyed, limit);
        expect(keys.length).toBeLessThanOrEqual(limit);
        expect(new Set(keys).size).toBe(keys.length);
        expect(rankTexts(request, structuredClone(keyed), limit)).toEqual(keys);
      }),
    );
  });
});
