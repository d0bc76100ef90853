// What the stand-in understands as "remember this", as a table over the languages it speaks.

import { describe, expect, it } from 'vitest';
import { fence } from '../../../src/agent/fence.js';
import { intentOf } from '../../../src/models/offline/intent.js';

const requests: readonly (readonly [said: string, fact: string])[] = [
  ['Remember that my sister Ada lives in Kyoto.', 'My sister Ada lives in Kyoto.'],
  ['remember my sister Ada lives in Kyoto', 'My sister Ada lives in Kyoto.'],
  ['Please remember: the door code is 4711', 'The door code is 4711.'],
  ['Remember this: the door code is 4711', 'The door code is 4711.'],
  ['Note that the deploy runs on Fridays!', 'The deploy runs on Fridays!'],
  ["Don't forget that Bob is allergic to nuts", 'Bob is allergic to nuts.'],
  ['Don’t forget to buy milk', 'Buy milk.'],
  ['Could you remember that I prefer tea?', 'I prefer tea.'],
  ['Hi! Please remember that I prefer tea', 'I prefer tea.'],
  ['@nightjar remember that we meet at 9', 'We meet at 9.'],
  ['Ada lives in Kyoto, please remember that.', 'Ada lives in Kyoto.'],
  ['Remember that nightjar.yaml holds the token name', 'nightjar.yaml holds the token name.'],
  ['记住我妹妹住在京都', '我妹妹住在京都。'],
  ['请记得我每周三去游泳', '我每周三去游泳。'],
  ['帮我记一下：钥匙在花盆下面', '钥匙在花盆下面。'],
  ['你记住，我不吃花生。', '我不吃花生。'],
  ['别忘了明天交房租', '明天交房租。'],
  ['别忘记明天交房租', '明天交房租。'],
  ['不要忘记明天交房租', '明天交房租。'],
  ['记住门牌号是17', '门牌号是17。'],
  ['记住 Docker Compose 用 v2', 'Docker Compose 用 v2。'],
  ['幫我記住我的電話是0912', '我的電話是0912。'],
  ['請幫我記住：鑰匙在花盆下面.', '鑰匙在花盆下面。'],
  ['Remember that my friend is called 王伟', 'My friend is called 王伟.'],
  ['我妹妹住在京都，请记住', '我妹妹住在京都。'],
  ['記住我妹妹住在京都', '我妹妹住在京都。'],
  ['妹は京都に住んでいることを覚えておいて', '妹は京都に住んでいる。'],
  ['妹は京都に住んでいると覚えておいてください。', '妹は京都に住んでいる。'],
  ['会議は月曜の九時からだと覚えて', '会議は月曜の九時からだ。'],
  ['覚えておいて：鍵は植木鉢の下', '鍵は植木鉢の下。'],
  ['내 여동생은 교토에 산다는 것을 기억해 줘', '내 여동생은 교토에 산다.'],
  ['열쇠는 화분 밑에 있다고 기억해 주세요.', '열쇠는 화분 밑에 있다.'],
  ['나는 서울에 산다라고 기억해줘', '나는 서울에 산다.'],
  ['나는 서울에 살아요라고 기억해줘', '나는 서울에 살아요.'],
  ['"나는 서울에 살아"라고 기억해줘', '나는 서울에 살아.'],
  ['내 이름은 민수라고 기억해줘', '내 이름은 민수다.'],
  ['회의가 월요일이라고 꼭 기억해줘', '회의가 월요일이다.'],
  ['범인이 아니라고 기억해줘', '범인이 아니다.'],
  ['기억해 줘: 회의는 월요일 아홉 시', '회의는 월요일 아홉 시.'],
  ['Merk dir, dass meine Schwester Ada in Kyoto wohnt.', 'Meine Schwester Ada wohnt in Kyoto.'],
  ['Merk dir, dass mein Auto in der Garage 12 steht.', 'Mein Auto steht in der Garage 12.'],
  ['Merk dir, dass der Chef meiner Schwester in Kyoto wohnt', 'Merke: dass der Chef meiner Schwester in Kyoto wohnt.'],
  ['Vergiss den Zahnarzt am Montag nicht', 'Den Zahnarzt am Montag.'],
  ['Vergiss nicht: Der Schlüssel liegt unter dem Topf', 'Der Schlüssel liegt unter dem Topf.'],
  ['Souviens-toi que ma sœur habite à Kyoto', 'Ma sœur habite à Kyoto.'],
  ["N'oublie pas qu'elle est allergique aux noix", 'Elle est allergique aux noix.'],
  ['Recuerda que mi hermana vive en Kioto', 'Mi hermana vive en Kioto.'],
  ['No olvides que la reunión es el lunes', 'La reunión es el lunes.'],
];

const questions = [
  'Do you remember where my sister lives?',
  'Can you remember where I parked?',
  'Remember where I parked',
  'Do you remember that I live in Berlin?',
  'What did I ask you to remember?',
  'Remember when we went to Kyoto?',
  '你还记得我妹妹住在哪里吗？',
  '记得我妹妹住在哪里吗',
  '妹がどこに住んでいるか覚えてる？',
  '내 여동생이 어디 사는지 기억해?',
  'Weißt du noch, wo meine Schwester wohnt?',
  'Tu te souviens où habite ma sœur ?',
  '¿Recuerdas dónde vive mi hermana?',
  'My sister lives in Kyoto.',
  'Notes about Kyoto',
];

const empty = [
  'Remember',
  'remember that.',
  'Please remember this',
  '记住',
  '请记住这个',
  '覚えて',
  'これを覚えて',
  'Merk dir das',
  'Recuerda',
  'Souviens-toi',
];

describe('remember', () => {
  it.each(requests)('%s', (said, fact) => {
    expect(intentOf(said)).toMatchObject({ kind: 'remember', fact });
  });

  it.each(questions)('%s is no request to store something', (said) => {
    expect(intentOf(said)).toMatchObject({ kind: 'search', query: said });
  });

  it.each(empty)('%s asks what', (said) => {
    expect(intentOf(said).kind).toBe('remember-what');
  });

  it('ignores the facts of the turn behind the text', () => {
    expect(intentOf('记住我妹妹住在京都\n<turn-facts>\nToday is Sunday.')).toMatchObject({ fact: '我妹妹住在京都。' });
  });

  it('ignores what was written into the files of the prompt, which stands there too', () => {
    const written = fence('written-since', {}, 'Written since.\nMEMORY.md\n+ - My sister Ada lives in Kyoto.');
    const behind = `\n\n${written}\n\n<turn-facts>\nToday is Sunday.\n</turn-facts>`;
    expect(intentOf(`Remember that my dog is Rex.${behind}`)).toMatchObject({ fact: 'My dog is Rex.' });
    expect(intentOf(`read MEMORY.md${behind}`)).toMatchObject({ kind: 'read', path: 'MEMORY.md' });
    expect(intentOf(`Where is my key?${behind}`)).toMatchObject({ kind: 'search', query: 'Where is my key?' });
  });
});

const others: readonly (readonly [said: string, kind: string])[] = [
  ['hi', 'introduce'],
  ['Hello there!', 'introduce'],
  ['Who are you?', 'introduce'],
  ['你好', 'introduce'],
  ['你是谁？', 'introduce'],
  ['こんにちは', 'introduce'],
  ['안녕하세요', 'introduce'],
  ['Was kannst du?', 'introduce'],
  ['¿Quién eres?', 'introduce'],
  ['', 'introduce'],
  ['help', 'introduce'],
  ['帮助', 'introduce'],
  ['quit', 'leave'],
  ['Exit.', 'leave'],
  ['退出', 'leave'],
  ['no thanks', 'thanks'],
  ['thanks!', 'thanks'],
  ['谢谢', 'thanks'],
  ['read MEMORY.md', 'read'],
  ['show me memory/2026-11-29.md', 'read'],
  ['读 MEMORY.md', 'read'],
  ['MEMORY.md を読んで', 'read'],
  ['MEMORY.md 읽어 줘', 'read'],
  ['lies MEMORY.md', 'read'],
  ['read between the lines', 'search'],
  ['Hi, where does my sister live?', 'search'],
  ['我妹妹住在哪里？', 'search'],
  ['Summarise: a long story', 'summarise'],
  ['总结一下：很长的故事', 'summarise'],
];

describe('other intents', () => {
  it.each(others)('%s → %s', (said, kind) => {
    expect(intentOf(said).kind).toBe(kind);
  });

  it('takes quotes and full stops off a path', () => {
    expect(intentOf('read `memory/2026-11-29.md`.')).toMatchObject({ path: 'memory/2026-11-29.md' });
  });
});

describe('hostile texts', () => {
  it.each([
    ['请你'.repeat(20_000)],
    [`a${' '.repeat(50_000)}b`],
    [`a${','.repeat(50_000)}b`],
    ['hi '.repeat(20_000)],
    ['please '.repeat(20_000)],
    ['覚え'.repeat(20_000)],
    ['a'.repeat(100_000)],
    [`forget ${'，'.repeat(50_000)}`],
    ['请帮我'.repeat(20_000)],
    ['忘れ'.repeat(20_000)],
    [`Merk dir, dass ${'ich '.repeat(20_000)}wohne`],
    [`n${'라고'.repeat(20_000)} 기억해줘`],
  ])('are understood before the test ends (%#)', (text) => {
    expect(intentOf(text)).toHaveProperty('kind');
  });

  it('a fact over several lines becomes one line', () => {
    expect(intentOf('Remember:\n  the code\n  is 4711')).toMatchObject({ fact: 'The code is 4711.' });
  });
});
