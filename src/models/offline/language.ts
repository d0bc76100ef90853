// Which of the languages that the stand-in speaks a text is written in: by script, then by small words. Pure.

export type Language = 'en' | 'zh' | 'ja' | 'ko' | 'de' | 'fr' | 'es';

/** Words that give a language away; a text is in the one with most of them, in English when there are none. */
const telling: Readonly<Record<'de' | 'fr' | 'es', RegExp>> = {
  de: /(?<![\p{L}])(ich|du|der|die|das|dass|ist|wo|wer|wie|wann|warum|mein|meine|meinen|dir|mir|und|nicht|bitte|merk|merke|notiere?|vergiss|wohnt|zeig|lies|hallo|danke|guten|heißt|über|fasse|zusammen|kannst)(?![\p{L}])|[äöüß]/giu,
  fr: /(?<![\p{L}])(je|tu|vous|le|les|des|est|où|qui|quel|quelle|quand|pourquoi|mon|ma|mes|que|et|pas|souviens|rappelle|retiens|oublie|note|habite|montre|lis|bonjour|salut|merci|résume|dans|sais)(?![\p{L}])|(?<![\p{L}])[djlmnqst]['’](?=[\p{L}])|[àâçèêëîïôùûœ]/giu,
  es: /(?<![\p{L}])(yo|tú|el|los|las|es|dónde|donde|quién|quien|qué|cuál|cuándo|cómo|mi|mis|que|no|recuerda|acuérdate|olvides|anota|apunta|vive|muestra|lee|hola|gracias|resume|está|sabes|buenos|buenas)(?![\p{L}])|[ñ¿¡áíóú]/giu,
};

/** The language of `text`, and so of the answer to it. */
export function languageOf(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  let best: { language: Language; words: number } = { language: 'en', words: 0 };
  for (const language of ['de', 'fr', 'es'] as const) {
    const words = text.match(telling[language])?.length ?? 0;
    if (words > best.words) best = { language, words };
  }
  const english =
    text.match(/\b(the|my|is|are|what|where|who|when|that|and|do|does|you|remember|note|please)\b/gi)?.length ?? 0;
  return english >= best.words ? 'en' : best.language;
}
