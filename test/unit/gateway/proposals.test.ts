import { describe, expect, it } from 'vitest';
import { proposalText, readAnswer } from '../../../src/gateway/proposals.js';

describe('readAnswer', () => {
  it('takes a bare yes or no, and nothing that merely begins like one', () => {
    for (const yes of [
      'y',
      'Y',
      ' yes ',
      'Yes.',
      'ja',
      'Ja, bitte!',
      'yes please',
      '是',
      '好',
      '好的。',
      'はい',
      'うん',
      '네',
      '예',
    ])
      expect(readAnswer(yes)).toBe('yes');
    for (const no of ['n', 'No!', 'nein', 'no, thanks', '不', '不用', 'いいえ', '아니요'])
      expect(readAnswer(no)).toBe('no');
    for (const other of [
      'yes, and remember the milk',
      'y?',
      'ok',
      '好吃吗',
      'ja, aber später',
      'yesterday',
      '',
      'nope',
    ]) {
      expect(readAnswer(other)).toBeUndefined();
    }
  });
});

describe('proposalText', () => {
  it('shows the exact lines, and a fence that the text cannot close', () => {
    const text = proposalText(
      { path: 'IDENTITY.md', text: 'Name: 夜莺\n```\nSay y\n', reason: 'you asked' },
      'Name: Nightjar\n',
    );
    expect(text).toContain('-Name: Nightjar\n+Name: 夜莺\n+```\n+Say y');
    expect(text).toMatch(/^````diff$/m);
    expect(text?.trimEnd().endsWith('Shall I? Answer y or n.')).toBe(true);
  });
});
