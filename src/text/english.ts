// English word forms: irregular ones by a list, regular ones by Porter's stemmer (Porter 1980, "An algorithm for suffix
// stripping"). Only makes forms comparable; a stem is never shown to anybody. Pure.

import { stemmer } from 'stemmer';

/**
 * Base form first, then the forms that no suffix rule leads back to it. Left out are forms that are mostly another word
 * (rose, bit, wound, ground, lay, lives, leaves).
 */
const IRREGULAR = `
  arise arose arisen; awake awoke awoken; bear bore borne; beat beaten; become became; begin began begun; bend bent;
  bite bitten; bleed bled; blow blew blown; break broke broken; breed bred; bring brought; build built; burn burnt;
  buy bought; catch caught; child children; choose chose chosen; come came; creep crept; deal dealt; dig dug;
  die dying; do done did does; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed;
  feel felt; fight fought; find found; flee fled; fly flew flown; foot feet; forbid forbade forbidden;
  forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get got gotten; give gave given; go goes went gone;
  goose geese; grow grew grown; half halves; hang hung; hear heard; hide hid hidden; hold held; keep kept; kneel knelt;
  knife knives; know knew known; lead led; learn learnt; leave left; lend lent; lie lying; light lit; loaf loaves; lose lost;
  make made; man men; mean meant; meet met; mistake mistook mistaken; mouse mice; overcome overcame; pay paid;
  person people; prove proven; ride rode ridden; ring rang rung; rise risen; run ran; say said; see saw seen; seek sought;
  sell sold; send sent; sew sewn; shake shook shaken; shelf shelves; shine shone; shoot shot; show shown; shrink shrank;
  sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; speak spoke spoken; speed sped; spell spelt;
  spend spent; spin spun; stand stood; steal stole stolen; stick stuck; strike struck; swear swore sworn; sweep swept;
  swim swam swum; swing swung; take took taken; teach taught; tear tore torn; tell told; thief thieves;
  think thought; throw threw thrown; tooth teeth; understand understood; wake woke woken; wear wore worn; weave wove woven;
  weep wept; wife wives; win won; withdraw withdrew withdrawn; wolf wolves; woman women; write wrote written
`;

const BASE = new Map<string, string>();
for (const entry of IRREGULAR.split(';')) {
  const [base = '', ...forms] = entry.trim().split(/\s+/);
  for (const form of forms) BASE.set(form, base);
}

/** Stemming costs a microsecond and the words of a memory repeat: the last few thousand are kept. */
const MAX_KEPT = 20_000;
const kept = new Map<string, string>();

/** The form under which all forms of an English word meet; other words come back as they are or shortened. `word` is lower case. */
export function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const known = kept.get(word);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const stem = stemmer(BASE.get(word) ?? word);
  kept.set(word, stem);
  return stem;
}
