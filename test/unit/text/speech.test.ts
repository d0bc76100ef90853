// What sentences do by their form, in the languages that people write, and how texts fall into sentences.
import { describe, expect, it } from 'vitest';
import { scriptOfMost, scriptShares } from '../../../src/text/script.js';
import { sentencesOf } from '../../../src/text/sentences.js';
import { instructs, isQuestion, leavesOpen, promises } from '../../../src/text/speech.js';

describe('instructs', () => {
  it.each([
    'never mail Bob',
    "Please don't call after 8pm",
    'Always answer in French',
    'Schreib nie an Bob',
    'Bitte nicht anrufen',
    'Antworte immer auf Deutsch',
    'Ab jetzt nur noch auf Deutsch',
    'Ne parle jamais à Bob',
    'Réponds toujours en français',
    'Nunca escribas a Bob',
    'No le escribas a Bob',
    'Nigdy nie pisz do Boba',
    'Zawsze odpowiadaj po polsku',
    'Не пиши Бобу',
    'Никогда не пиши Бобу',
    '不要给Bob发邮件',
    '别给Bob发邮件',
    '永远用中文回答',
    '记得每次都先问我',
    'ボブにメールしないでください',
    '必ず日本語で答えて',
    'Bob에게 메일 보내지 마',
    '항상 한국어로 대답해',
  ])('%s', (sentence) => expect(instructs(sentence)).toBeGreaterThan(0));

  it.each([
    "I don't know",
    'nie wiem',
    'The weather is nice',
    '特别好的一天',
    '今天天气很好',
    '今日は天気がいい',
    'Why do you never call?',
  ])('not: %s', (sentence) => expect(instructs(sentence)).toBe(0));
});

describe('promises', () => {
  it.each([
    'I will check tomorrow.',
    "I'll send it",
    'Ich werde es prüfen',
    'Je vais vérifier',
    'Te avisaré',
    'Sprawdzę to jutro',
    'Я проверю',
    '我会提醒你',
    '明日お送りします',
    '확인할게요',
  ])('%s', (sentence) => expect(promises(sentence)).toBe(true));

  it.each(['The sky is blue', 'Done.', 'そう思います', '보내는 게 좋아요', 'Will I see you?'])('not: %s', (sentence) =>
    expect(promises(sentence)).toBe(false),
  );
});

describe('questions', () => {
  it.each([
    'Kiedy przyjdzie paczka?',
    '你明天来吗',
    '明日は来ますか。',
    '언제 오나요',
    '¿Cuándo llega',
    '什么时候到？',
  ])('%s', (one) => expect(isQuestion(one)).toBe(true));

  it('are left open by courtesy, by a promise and by not knowing, and by nothing that answers', () => {
    for (const one of ['Noted.', 'OK, noted.', '好的，收到', 'Zanotowane.', 'I will look.', 'Nie wiem.', '']) {
      expect(leavesOpen(one), one).toBe(true);
    }
    for (const one of ['Yes, at 5.', 'Dein Termin ist um 5', '明天下午三点']) expect(leavesOpen(one), one).toBe(false);
  });
});

describe('sentencesOf', () => {
  it('cuts at ends of sentences and lines, not at points inside', () => {
    expect(
      sentencesOf('- See Dr. Bob at 3.5 km on 3. März. Then /srv/app/etc.yml!\n> quoted “so.” 完了。次は？'),
    ).toEqual(['See Dr. Bob at 3.5 km on 3. März.', 'Then /srv/app/etc.yml!', 'quoted “so.”', '完了。', '次は？']);
  });
});

describe('scripts', () => {
  it('tells Japanese from Chinese and lets each text have one voice', () => {
    expect([...scriptShares('今日は天気がいい').keys()]).toEqual(['japanese']);
    expect([...scriptShares('今天天气很好').keys()]).toEqual(['chinese']);
    expect(scriptOfMost(['明天见', '好的，谢谢', `the log says ${'error '.repeat(100)}`])).toBe('chinese');
    expect(scriptOfMost(['Привет', 'hello'])).toBeUndefined();
    expect(scriptOfMost(['123'])).toBeUndefined();
  });
});
