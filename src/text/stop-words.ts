// Words that say nothing about what a question looks for. Only queries lose them; the index keeps every term.
// Never list a word that is also a name or a subject (will, may, it in capitals): better one useless term than a lost one.

const words = (list: string) => list.trim().split(/\s+/);

const ENGLISH = words(`
  a about after all am an and any are as at be been before being but by can could d did do does doing don for from had
  has have he her hers him his how i if in into is isn it its ll m me my myself no not of on or our ours re s shall
  she should so some t than that the their theirs them then there these they this those to too ve was we were what when
  where which who whom whose why with would yes you your yours yourself
`);

/** Whole words, and the bigrams that longer ones fall into (为什么 → 为什 什么). */
const CHINESE = words(`
  哪里 哪儿 在哪 哪个 哪些 哪位 哪天 什么 为什 怎么 么样 怎样 如何 多少 几个 几点 是谁 谁的 请问 有没 没有 是不 是否
  我们 你们 他们 她们 它们 这个 那个 这些 那些 这里 那里 一个 一下 还是 或者 以及 时候 因为 所以 但是 如果 可以 告诉 诉我
  哪裡 哪兒 哪個 什麼 為什 怎麼 麼樣 怎樣 請問 沒有 有沒 幾個 幾點 誰的 是誰 我們 你們 他們 這個 那個 這些 這裡 那裡 一個
  還是 因為 如果 告訴 訴我 時候 么时 麼時 是什 叫什
`);
/** Characters that are function words; a bigram of two of them is one too. */
const CHINESE_SINGLE = new Set(
  '的了吗嗎呢吧啊嘛么麼是在和与與也都就我你您他她它这這那哪谁誰不没沒有被把给給从從到于於之',
);
/** A bigram that ends in one of these is a question's or a mood's ending (在吗, 呢 of 你呢). */
const CHINESE_ENDING = new Set('吗嗎呢嘛么麼');

const JAPANESE = words(`
  です ます でし まし した して てい いる いま すか ない ある から まで どこ こに だれ いつ どう なぜ なに 何を 何が 何で どの
  どれ どん んな こと これ それ あれ この その あの んで でい たか のか には では とは はど がど 誰が 誰の 教え えて てく くだ ださ さい
  あな なた たの たは たし わた しの しは ぼく くの くは おれ れの れは
`);
const JAPANESE_SINGLE = new Set('はがをにのでともへやかねよ何誰');
/** Pronouns: with a particle on either side they say who asks and not what for (私の, は僕). */
const JAPANESE_PRONOUN = new Set('私僕俺');
const isJapaneseFunction = (character: string) => JAPANESE_SINGLE.has(character) || JAPANESE_PRONOUN.has(character);

const KOREAN = words(`
  어디 디에 디서 무엇 언제 누구 구야 어떻 떻게 어떤 있어 있나 나요 어요 해요 세요 습니 니다 니까 인가 가요 이야 뭐야 뭐예 예요
  내 제 네 나의 저의 너의 나는 저는 내가 제가
`);

const WORDS = new Set([...ENGLISH, ...CHINESE, ...JAPANESE, ...KOREAN]);

/** Whether a term (as `terms` gives it) is a stop word of English, Chinese, Japanese or Korean. */
export function isStopTerm(term: string): boolean {
  if (WORDS.has(term)) return true;
  const [first = '', second, ...more] = term;
  if (more.length > 0) return false;
  if (second === undefined) return CHINESE_SINGLE.has(first) || isJapaneseFunction(first);
  if (CHINESE_ENDING.has(second)) return true;
  return (
    (CHINESE_SINGLE.has(first) && CHINESE_SINGLE.has(second)) ||
    (isJapaneseFunction(first) && isJapaneseFunction(second))
  );
}

/** Chinese characters that build words and sentences out of others. */
const CHINESE_GRAMMAR = new Set('的了们們着著过過吗嗎呢吧啊么麼是在和这這那哪就都也很还還');
const HIRAGANA = /^[\u3041-\u3096]+$/;

/** Whether a CJK bigram is grammar more than meaning: it holds a function character, or is hiragana alone. */
export function isGrammar(term: string): boolean {
  const [first = '', second, ...more] = term;
  if (second === undefined || more.length > 0) return false;
  return CHINESE_GRAMMAR.has(first) || CHINESE_GRAMMAR.has(second) || HIRAGANA.test(term);
}

/** Greetings, thanks and tests of the line, as `indexTerms` makes them: about nothing, though a question may be about them. */
const SMALL_TALK = new Set(
  words(`
  hi hello hei hey hallo yo test check ping ok okai thank thanx pleas sorri bye morn even night good fine great cool yeah
  up now around still back awak onlin there
  你好 您好 哈喽 谢谢 早上 上好 晚上 晚安 测试 再见
  こん んに にち ちは おは はよ よう あり りが がと とう テス スト
  안녕 안녕하 녕하 하세 고마 마워 감사 테스 스트
`),
);

/** A lone emoji is small talk too. */
export function isSmallTalk(term: string): boolean {
  return SMALL_TALK.has(term) || /^=(?:\p{RI}{2}|\p{Extended_Pictographic})$/u.test(term);
}
