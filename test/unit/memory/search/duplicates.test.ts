// What says the same in other words, and what only looks like it.
import { describe, expect, it } from 'vitest';
import { sayingOf, saySame } from '../../../../src/memory/search/duplicates.js';

const same = (a: string, b: string, asked = ['', '']) =>
  saySame(sayingOf(a, asked[0] ?? ''), sayingOf(b, asked[1] ?? ''));

describe('saySame', () => {
  it.each([
    ['printer is in room 4', 'The printer stands in room 4.'],
    ['- 09:12 printer is in room 4', '* Reminder: the printer can be found in room 4'],
    ['Printer location: room 4', 'room 4 is where the printer is'],
    ['打印机在4号房间', '打印机就在4号房间里'],
    ['tea', 'Tea!'],
  ])('%s = %s', (a, b) => {
    expect(same(a, b)).toBe(true);
    expect(same(b, a)).toBe(true);
  });

  it.each([
    ['printer is in room 4', 'printer is in room 6'],
    ['printer is in room 4', 'printer moved to room 6'],
    ['printer is in room 4', 'the printer is not in room 4'],
    ['the printer in room 4 of Berlin', 'the printer in room 4 of Hamburg'],
    ['Anna sits in room 4', 'Bob sits in room 4'],
    ['Printer: room 4', 'Scanner: room 4'],
    ['the red boat', 'red sails on a boat at sea'],
    ['打印机在4号房间', '打印机不在4号房间'],
    ['昨晚我们去了第一家饭店', '昨晚我们去了第二家饭店'],
    ['张三在房间里', '李四在房间里'],
    ['', ''],
  ])('%s ≠ %s', (a, b) => {
    expect(same(a, b)).toBe(false);
    expect(same(b, a)).toBe(false);
  });

  it('not when they hold different parts of the question', () => {
    expect(same('the printer is in room 4', 'the scanner is in room 4', ['printer', ''])).toBe(false);
  });
});
