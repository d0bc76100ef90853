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

const SETS: Record<string, { same: string[]; others: string[] }> = {
  Chinese: {
    same: [
      '打印机在四号房间',
      '打印机放在四号房间里',
      '四号房间有打印机',
      '打印机的位置是四号房间',
      '打印机就在四号房间',
      '- 09:12 现在打印机在四号房间。',
    ],
    others: [
      '打印机搬到六号房间了',
      '打印机在六号房间',
      '打印机在二〇三号房间',
      '打印机不在四号房间',
      '四号房间没有打印机',
      '张伟的打印机在四号房间',
      '李伟的打印机在四号房间',
      '打印机有四号房间',
    ],
  },
  Japanese: {
    same: [
      'プリンターは4号室にあります',
      '4号室にプリンターがあります',
      'プリンターの場所は4号室です',
      'プリンターは4号室に置いてあります',
      '今プリンターは4号室にあります',
      'プリンターがあるのは4号室です',
    ],
    others: [
      'プリンターは6号室に移動しました',
      'プリンターは6号室にあります',
      'プリンターは4号室にありません',
      'プリンターは4号室にない',
      '田中さんのプリンターは4号室にあります',
      '佐藤さんのプリンターは4号室にあります',
    ],
  },
  Korean: {
    same: [
      '프린터는 4호실에 있습니다',
      '4호실에 프린터가 있어요',
      '프린터 위치는 4호실입니다',
      '프린터는 4호실에 놓여 있습니다',
      '지금 프린터는 4호실에 있습니다',
      '프린터의 위치는 4호실이에요',
    ],
    others: [
      '프린터를 6호실로 옮겼습니다',
      '프린터는 6호실에 있습니다',
      '프린터는 4호실에 없습니다',
      '민수의 프린터는 4호실에 있습니다',
      '지우의 프린터는 4호실에 있습니다',
    ],
  },
  'a password': {
    same: [
      '无线密码是 heron-42',
      '无线的密码是heron-42',
      'WiFi密码：heron-42',
      'heron-42是无线密码',
      '现在无线网络密码是 heron-42',
    ],
    others: ['无线密码改成 swan-77 了', '无线密码是 heron-43', '无线密码不是 heron-42'],
  },
};

describe.each(Object.entries(SETS))('C019 %s', (_, { same: wordings, others }) => {
  it('one fact in other words is one', () => {
    for (const one of wordings) for (const other of wordings) expect(same(one, other), `${one} ${other}`).toBe(true);
    expect(same(wordings[0] ?? '', wordings[1] ?? '', ['0', '0,1'])).toBe(true);
  });

  it('another fact is another', () => {
    const all = [...wordings.slice(0, 3), ...others];
    for (const one of others) {
      for (const other of all) if (one !== other) expect(same(one, other), `${one} ${other}`).toBe(false);
    }
  });
});

describe('lines that look alike', () => {
  it.each([
    ['小王是小李的老师', '小李是小王的老师'],
    ['王明的生日聚会安排在北京饭店大厅', '李明的生日聚会安排在北京饭店大厅'],
    ['她是医生', '她有医生'],
    ['犬が猫を噛んだ', '猫が犬を噛んだ'],
    ['猫はかに', '猫はかも'],
    ['りんごがすき', 'みかんがすき'],
    ['C++在电脑里', 'C在电脑里'],
    ['ประชุมอยู่ในห้อง', 'ประชุมไม่อยู่ในห้อง'],
  ])('%s ≠ %s', (a, b) => {
    expect(same(a, b)).toBe(false);
    expect(same(b, a)).toBe(false);
  });
});
