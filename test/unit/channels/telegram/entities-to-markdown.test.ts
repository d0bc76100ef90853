import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entity, entitiesToMarkdown } from '../../../../channels/telegram/entities-to-markdown.js';

function on(text: string, part: string, type: string, more: Partial<Entity> = {}): Entity {
  return { type, offset: text.indexOf(part), length: part.length, ...more };
}

describe('entitiesToMarkdown', () => {
  it('leaves a text without formatting as it was typed, Markdown of its own included', () => {
    const text = '2*3*4 snake_case **typed** https://x.example #tag @ann';
    expect(entitiesToMarkdown(text, [on(text, 'https://x.example', 'url'), on(text, '#tag', 'hashtag')])).toBe(text);
  });

  it('nests, and lets marks touch letters only', () => {
    const text = 'a bold 京都 end';
    const entities = [on(text, 'bold 京都 ', 'bold'), on(text, '京都', 'italic')];
    expect(entitiesToMarkdown(text, entities)).toBe('a **bold _京都_** end');
  });

  it('never spans an empty line', () => {
    const text = 'one\n\ntwo';
    expect(entitiesToMarkdown(text, [on(text, text, 'bold')])).toBe('**one**\n\n**two**');
  });

  it('fences code so that it ends where it ends', () => {
    const text = 'run `x` now\n```\nthen';
    expect(entitiesToMarkdown(text, [on(text, '`x`', 'code')])).toContain('`` `x` ``');
    const block = 'see ls -l\necho ``` done';
    expect(entitiesToMarkdown(block, [on(block, 'ls -l\necho ```', 'pre', { language: 'sh' })])).toBe(
      'see \n````sh\nls -l\necho ```\n````\n done',
    );
  });

  it('marks each line of a quote, and ends it', () => {
    const text = 'one\ntwo\nthree';
    expect(entitiesToMarkdown(text, [on(text, 'one\ntwo', 'blockquote')])).toBe('> one\n> two\n\nthree');
  });

  it('shows a link once where its label is its address', () => {
    const text = 'https://a.example [docs]';
    expect(
      entitiesToMarkdown(text, [
        on(text, 'https://a.example', 'text_link', { url: 'https://a.example' }),
        on(text, '[docs]', 'text_link', { url: 'https://b.example/x y' }),
      ]),
    ).toBe('https://a.example [\\[docs\\]](<https://b.example/x%20y>)');
  });

  it('loses no character and cuts none, whatever the entities are', () => {
    const type = fc.constantFrom(
      'bold',
      'italic',
      'code',
      'pre',
      'text_link',
      'blockquote',
      'spoiler',
      'mention',
      'new',
    );
    const entity = fc.record({
      type,
      offset: fc.integer({ min: -3, max: 40 }),
      length: fc.integer({ min: -3, max: 40 }),
      url: fc.constant('https://x.example'),
    });
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.array(entity, { maxLength: 6 }),
        (text, entities) => {
          const shown = [...entitiesToMarkdown(text, entities)];
          let found = 0;
          for (const character of [...text]) {
            const at = shown.indexOf(character, found);
            expect(at).toBeGreaterThanOrEqual(found);
            found = at + 1;
          }
          expect(() => encodeURIComponent(shown.join(''))).not.toThrow();
        },
      ),
    );
  });
});
