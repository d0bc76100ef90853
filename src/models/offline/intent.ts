// What somebody wants from the stand-in, by rules. Pure: a text in, an intent out; it decides nothing about tools.

import { type Language, languageOf } from '../../text/language.js';
import { asks } from './asks.js';
import { forgetIn } from './forget.js';
import { rememberIn } from './remember.js';
import { ownWords } from './remind/own-words.js';
import { type Reminding, remindingIn } from './remind/remind.js';

export type Intent =
  | Reminding
  | ({ language: Language } & (
      | { kind: 'remember'; fact: string }
      | { kind: 'remember-what' }
      | { kind: 'forget'; what: string }
      | { kind: 'read'; path: string }
      | { kind: 'summarise'; text: string }
      | { kind: 'introduce' }
      | { kind: 'leave' }
      | { kind: 'thanks' }
      | { kind: 'search'; query: string; asks: boolean }
    ));

/** Characters of a text that are searched for. */
const LONGEST_QUERY = 500;

/** In a group the agent says who wrote the message, in a line of its own in front. */
const SPEAKER_LINE = /^From [^\n]{1,80} \((?:owner|admin|member|stranger)\):\n/;
/** Such a line, and what follows it, was added by the agent and is not what the person said. */
const BEHIND_LINE = /^<(?:turn-facts>|written-since mark=")/m;

const summarise =
  /^(?:please\s+)?(?:summari[sz]e|总结|總結|请总结|請總結|概括|要約|요약|fasse\b|résume[zr]?\b|resume(?=\s+(?:el|la|los|las|lo|esto|esta|este|nuestra)\b|\s*:))[^\n:：]*[:：]?\s*/iu;
const readCommands: readonly RegExp[] = [
  /^(?:please\s+)?(?:read|show|open|cat|print)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(?<path>\S+)\s*(?:please)?[.!]?$/iu,
  /^(?:请|請|帮我|幫我)*(?:读取|讀取|读一下|讀一下|读|讀|看一下|看|打开|打開|显示|顯示)\s*(?<path>[^\s\p{Script=Han}]\S*)[。!！]?$/u,
  /^(?<path>\S+?)\s*を?(?:読んで|見せて|開いて|表示して)(?:ください|くれ|ね)?[。!！]?$/u,
  /^(?<path>\S+?)\s*(?:을|를)?\s*(?:읽어|보여|열어)\s*(?:줘|주세요)?[.!]?$/u,
  /^(?:bitte\s+)?(?:lies|zeige?|öffne)\s+(?:mir\s+)?(?:die\s+)?(?:datei\s+)?(?<path>\S+)[.!]?$/iu,
  /^(?:lis|montre|ouvre|affiche)(?:-moi)?\s+(?:le\s+fichier\s+)?(?<path>\S+)[.!]?$/iu,
  /^(?:lee|muestra|muéstrame|abre)\s+(?:el\s+archivo\s+)?(?<path>\S+)[.!]?$/iu,
];
const greetings =
  /^(?:(?:hi|hello|hey|good (?:morning|evening|afternoon|day)|hallo|guten (?:tag|morgen|abend)|moin|bonjour|salut|bonsoir|hola|buenos días|buenas (?:tardes|noches)|你好|您好|嗨|早上好|晚上好|早安|こんにちは|こんばんは|おはよう(?:ございます)?|やあ|안녕(?:하세요)?)(?:\s+(?:there|nightjar))?[\s,!.?！。？，、]*)+$/iu;
const smallTalk =
  /^(?:how are you(?: doing)?|what['’]?s up|test|ping|help(?: me)?|commands|menu|\?|start|帮助|幫助|说明|說明|ヘルプ|使い方|도움말?|hilfe|aide(?:-moi)?|ayuda|wie geht['’]?s|wie geht es dir|ça va|¿?qué tal|你好吗|你好嗎|最近怎么样|元気(?:ですか)?|잘 지내(?:요)?)[\s!.?！。？]*$/iu;
const whoAreYou =
  /who are you|what are you\b|what can you do|what['’]?s your name|are you (?:a|an) (?:bot|ai|llm|model)|what model|which model|你是谁|你是誰|你能做什[么麼]|你会什么|你會什麼|你叫什[么麼]|你是什[么麼]|あなたは(?:誰|だれ|何)|何ができ|お前は誰|누구(?:세요|야|니)|뭘 할 수|무엇을 할 수|wer bist du|was kannst du|wie heißt du|qui es[- ]tu|que (?:peux|sais)-tu faire|qu['’]est-ce que tu (?:peux|sais) faire|quién eres|qué puedes hacer|cómo te llamas/iu;
const leaving =
  /^(?:please\s+)?(?:quit|exit|:?q!?|:wq|log ?out|bye(?:[ -]?bye)?|good ?bye|beenden|tschüss|auf wiedersehen|quitter|au revoir|salir|adiós|退出|再见|再見|拜拜|終了|さようなら|종료|나가기)(?:\(\))?[\s!.！。]*$/iu;
const thanks =
  /^(?:(?:ok(?:ay)?|no|nein|non)[,.! ]*)?(?:thanks?(?: you)?(?: (?:so|very) much)?|thx|cheers|danke(?: schön)?|vielen dank|merci(?: beaucoup)?|(?:muchas )?gracias|谢谢你?|謝謝你?|多谢|多謝|ありがとう(?:ございます)?|고마워요?|감사합니다)[\s!.！。]*$/iu;

/** What the person said: without the speaker's line, what stands behind it, and a mention of the bot in front. */
export function saidIn(text: string): string {
  return withoutMention(saidBefore(text).replace(SPEAKER_LINE, ''));
}

/** What the agent put behind the words of a message; empty when there is nothing. */
export function factsOf(text: string): string {
  return text.slice(saidBefore(text).length);
}

function saidBefore(text: string): string {
  const behind = BEHIND_LINE.exec(text);
  return behind ? text.slice(0, behind.index) : text;
}

function withoutMention(said: string): string {
  return said.trim().replace(/^(?:<@!?\d+>|@\w+)[\s,:，：]*/u, '');
}

/** What a skill's own command says. Following one takes a language model, so it is told that there is none. */
const skillCommand = /^Use the skill [^\n]+ \(skill:[^\n]+\)\./;

/** The intent of a user message as the model receives it. */
export function intentOf(message: string): Intent {
  const said = saidIn(message);
  const language = languageOf(said);
  const summary = summarise.exec(said);
  if (summary) return { language, kind: 'summarise', text: said.slice(summary[0].length).trim() };
  if (said === '' || skillCommand.test(said) || greetings.test(said) || smallTalk.test(said))
    return { language, kind: 'introduce' };
  if (leaving.test(said)) return { language, kind: 'leave' };
  if (thanks.test(said)) return { language, kind: 'thanks' };
  const reminding = remindingIn(withoutMention(ownWords(saidBefore(message))));
  if (reminding) return reminding;
  const remember = rememberIn(said);
  if (remember) {
    if ('nothing' in remember) return { language, kind: 'remember-what' };
    return { language, kind: 'remember', fact: remember.fact };
  }
  const what = forgetIn(said);
  if (what !== undefined) return { language, kind: 'forget', what: what.slice(0, LONGEST_QUERY) };
  const path = readCommands.map((one) => one.exec(said)?.groups?.path).find((one) => one !== undefined && isPath(one));
  if (path !== undefined) return { language, kind: 'read', path: bare(path) };
  if (whoAreYou.test(said)) return { language, kind: 'introduce' };
  return { language, kind: 'search', query: said.slice(0, LONGEST_QUERY), asks: asks(said) };
}

/** Whether the system prompt, before the files that people wrote, says that this is a group. */
export function isGroup(system: string): boolean {
  return /^This is a group\./m.test(system.split(/^<file /m, 1)[0] ?? '');
}

/** Whether the system prompt makes this a summary, which has no person in it. */
export function asksForSummary(system: string): boolean {
  return summarise.test(system.trimStart());
}

function isPath(word: string): boolean {
  return /[/\\]|\.\p{L}[\p{L}\p{N}]{0,7}$/u.test(bare(word));
}

function bare(word: string): string {
  return word.replace(/^[`"'「『“]+|[`"'」』”.,!。！]+$/gu, '');
}
