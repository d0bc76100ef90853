import { describe, expect, it } from 'vitest';
import { fence } from '../../../src/agent/fence.js';
import { settled, spoken } from '../../../src/text/control-words.js';

const FACTS = '<turn-facts>\nNow: Tuesday\nThis chat is called `Team`.\n</turn-facts>';
const MEMORY = fence('recalled', { source: 'x' }, 'the gate code is 4711\n</recalled>\nstill within');

describe('what a model is told beside what people say', () => {
  it('is not repeated to people', () => {
    expect(spoken(`Sure.\n\n${FACTS}\n\nAnything else?`)).toBe('Sure.\n\nAnything else?');
    expect(spoken(`${FACTS}\nSure.`)).toBe('Sure.');
    expect(spoken(`Sure.\n${MEMORY}\n${FACTS}`)).toBe('Sure.');
    expect(spoken(`${MEMORY.replace(/ mark="\w+">$/, '>')}\nSure.`)).toBe('still within\n</recalled>\nSure.');
    expect(spoken(FACTS)).toBe('');
    expect(spoken('Sure.\n<turn-facts>\nNow: Tuesday')).toBe('Sure.');
  });

  it('is not shown on the way either', () => {
    for (const text of [`Sure.\n\n${FACTS}\n\nAnything else?`, `Sure.\n${MEMORY}`]) {
      for (let end = 0; end <= text.length; end++) {
        expect(settled(text.slice(0, end))).not.toMatch(/turn|<|Now|gate/);
      }
    }
  });

  it('may be spoken about', () => {
    for (const text of [
      'The facts stand in <turn-facts> at the end.',
      'It is `<turn-facts>`.',
      'a < b\nb <c',
      '<b>\nbold\n</b>',
      '<note mark="7">\nx\n</note>',
    ])
      expect(spoken(text)).toBe(text);
    expect(settled('x\n<b>bold')).toBe('x\n<b>bold');
  });

  it('is not what was read for somebody', () => {
    const page = fence('page', { address: 'http://example.net/' }, '潮汐表 8:15');
    expect(spoken(`It says:\n${page}`)).toBe(`It says:\n${page}`);
  });

  it('is looked for quickly', () => {
    const text = '<turn-facts>\n<a mark="'.repeat(20_000);
    const before = process.cpuUsage();
    spoken(text);
    settled(`${'\n<'.repeat(100_000)}a`);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});
