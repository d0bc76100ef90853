// Names of countries in the languages that people write here: who lives in a country lives in a town of it too. Pure.

import { foldText } from '../../../text/segment.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl', 'zh', 'zh-Hant', 'ja', 'ko'];
const OTHERS = [
  'usa',
  'uk',
  'england',
  'scotland',
  'wales',
  'europe',
  'asia',
  'europa',
  'azja',
  'america',
  '欧洲',
  '亚洲',
];

let names: ReadonlySet<string> | undefined;

export function isCountry(place: string): boolean {
  names ??= namesOfAll();
  const folded = foldText(place).trim();
  return names.has(folded) || names.has(folded.replace(/^(?:the|der|die|la|le|el|los|las)\s/u, ''));
}

function namesOfAll(): ReadonlySet<string> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const found = new Set(OTHERS);
  for (const language of LANGUAGES) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const first of letters) {
      for (const second of letters) {
        const name = regions.of(first + second);
        if (name) found.add(foldText(name));
      }
    }
  }
  return found;
}
