// Which of the languages that the stand-in speaks a text is written in: by script, then by small words. Pure. One word
// that English has too, or one letter of a name, never decides.

import { traditionalIn } from './traditional.js';

export type Language = 'en' | 'zh' | 'zh-Hant' | 'ja' | 'ko' | 'de' | 'fr' | 'es';

/** `sure` words are worth SURE, the rest 1: words that other languages or names have too, and letters. */
interface Evidence {
  sure: ReadonlySet<string>;
  weak: ReadonlySet<string>;
  letters?: RegExp;
  sign?: RegExp;
}

const SURE = 2;
/** Less than this is a name or a borrowed word. */
const ENOUGH = 2;

const words = (list: string) => new Set(list.trim().split(/\s+/));

const english: Evidence = {
  sure: words(`
    the my is are were what where who when that and does you your i remember please it to of for with have has this
    there his she he we they thanks but something how why could would forget tell about from by or if just meant
  `),
  weak: words('a an no me es in on at not do can note resume'),
};

const others: Readonly<Record<'de' | 'fr' | 'es', Evidence>> = {
  de: {
    sure: words(`
      ich der das dass daß ist wo wer wie wann warum mein meine meinen meinem meiner mir und nicht bitte merk merke
      notier notiere vergiss vergessen wohnt zeig zeige hallo danke guten heißt fasse zusammen kannst weißt habe denk
      denke daran behalte lösche tschüss hilfe beenden moin grüße keine schreib
    `),
    weak: words('du die dir sie es ein eine lies über was war hat bin im am auf'),
    letters: /[äöüß]/iu,
  },
  fr: {
    sure: words(`
      je vous où quel quelle quand pourquoi souviens souvenez rappelle rappelez retiens retenez oublie oubliez oublier
      habite montre lis bonjour bonsoir merci dans sais suis une efface quitter aide notez sœur elle
    `),
    weak: words('tu le les des est qui mon ma mes que et pas note salut résume me ne au'),
    letters: /[àâçèêëîïôùûœ]|(?<![\p{L}])[cdjlmnqst]['’](?=\p{L})/iu,
  },
  es: {
    sure: words(`
      yo tú dónde donde quién quien qué cuál cuándo cómo recuerda recuerde acuérdate olvides olvida olvide olvídate
      anota apunta muestra hola gracias está sabes buenos buenas hermana gusta sé tengo soy puedes ayuda salir borra
    `),
    weak: words('el los las es mi mis que no me lee resume vive lo adiós'),
    letters: /[ñáíóú]/iu,
    sign: /[¿¡]/u,
  },
};

/** The language of `text`, and so of the answer to it. */
export function languageOf(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  const said = new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);
  const inEnglish = weigh(said, text, english);
  // A Chinese name in an English sentence is no Chinese sentence.
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han > 0 && han >= inEnglish) return traditionalIn(text) ? 'zh-Hant' : 'zh';
  let best: { language: Language; weight: number } = { language: 'en', weight: ENOUGH - 1 };
  for (const language of ['de', 'fr', 'es'] as const) {
    const weight = weigh(said, text, others[language]);
    if (weight > best.weight) best = { language, weight };
  }
  return inEnglish >= best.weight ? 'en' : best.language;
}

/** Each word counts once, however often it is said. */
function weigh(said: ReadonlySet<string>, text: string, { sure, weak, letters, sign }: Evidence): number {
  let weight = (letters?.test(text) ? 1 : 0) + (sign?.test(text) ? SURE : 0);
  for (const word of said) weight += sure.has(word) ? SURE : weak.has(word) ? 1 : 0;
  return weight;
}
