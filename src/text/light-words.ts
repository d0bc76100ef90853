// Words that a faithful note may use though its source has others in their place: who speaks, how somebody is, has or does a
// thing, when in relation to now. None of them is a value: whatever tells two facts apart may not stand here. Data and look-ups.

import { tellingTerms } from './content.js';
import { stemOf } from './english.js';

/** By language; a note that is made of them alone says nothing. */
const NEUTRAL = `
  not no never none non nor any more longer rather than instead of place lieu vez lugar but and or with without for from to in on at by
  ich du er sie es wir ihr der die das den dem des ein eine einen einem einer und oder nicht kein keine keinen mehr statt sondern
  im in am an auf zu zum zur von vom bei mit für um nur noch aber auch dort ist sind war
  je tu il elle on nous vous ils le la les un une des du de au aux et ou en à sur avec pour pas ne plus c est ce mais chez
  yo el los las una unos unas del al y o con por para no ya lo me te se que más sino es está son
  na w we z ze do od po i a ale nie już się że dla lecz tylko
  user owner assistant person people someone somebody guy one thing
  be is are was were being have has had having do does did get gets got go goes going take takes keep keeps make makes give
  use uses used want wants need needs say says said tell told call called name named state stated mention mentioned ask asked
  like likes prefer prefers preferred preference favourite favorite choose chose chosen usually always currently present
  now today still already new anymore longer more since also only just very really really each every per
  number code address value date day time place way kind type regular weekly own belong belongs stand stands
  wear wears everything something nothing comes come attend attends hold holds
  stay stays remain remains set setting correct corrected actually according family team group meeting
  nutzer nutzerin besitzer besitzerin person leute jemand heißt nennt sein hat haben wird werden soll sollen will wollen mag
  mögen bevorzugt gern gerne lieblings jetzt heute inzwischen neu neue neuer neues immer derzeit aktuell nummer tag zeit
  utilisateur utilisatrice propriétaire personne gens être avoir faire appelle nomme veut préfère aime maintenant désormais
  aujourd nouveau nouvelle toujours actuellement numéro jour heure
  usuario usuaria dueño dueña persona gente ser estar tener hacer llama quiere prefiere gusta ahora hoy nuevo nueva siempre
  actualmente número día hora
  użytkownik użytkowniczka właściciel właścicielka osoba ludzie być mieć jest są ma nazywa chce woli lubi teraz dziś obecnie
  nowy nowa nowe zawsze numer dzień godzina to
`;

/** Words of one sense: a source that has one of a row bears out the others. */
const ROWS = `
  live lives living home house flat apartment reside resides residence address moved move
  work works working job employer employed employ company
  call calls phone telephone ring
  born birthday birth
  meet meets meeting weekly
  store stores stored storing database run runs running save saves
  allergy allergic allergies intolerance intolerant reacts
  goal aim target reach want
  decide decided decision rule agreed
  cost costs price pay pays rent
  plate registration licence license
  accept accepts require requires need needs want wants take takes
  collect collected fetch fetched pick picked
  wohnt wohnen lebt leben zieht gezogen umgezogen zuhause wohnung haus adresse
  arbeitet arbeiten arbeit job stelle arbeitgeber
  geburtstag geboren
  steht gehört liegt parkt
  habite habiter vit vivre déménagé maison appartement
  travaille travail emploi employeur
  anniversaire né née
  vive vivir casa piso mudó mudado
  trabaja trabajo empleo
  cumpleaños nació nacido
  mieszka mieszkać dom mieszkanie przeprowadził przeprowadziła przeniósł
  pracuje praca pracodawca
  urodziny urodził urodziła urodzin
`;

const words = (list: string) => list.trim().split(/\s+/);
const forms = (word: string) => [word, stemOf(word), ...tellingTerms(word)];
const LIGHT = new Set(words(NEUTRAL).flatMap(forms));
const SAME = new Map<string, Set<string>>();
for (const row of ROWS.trim().split('\n')) {
  const all = words(row).flatMap(forms);
  for (const one of all) SAME.set(one, new Set([...(SAME.get(one) ?? []), ...all]));
}

/** Single characters and short words of Chinese, Japanese and Korean that say how, not what. */
export const LIGHT_HAN =
  /用户|用戶|主人|现在|現在|目前|已经|已經|一直|每次|每天|每周|毎週|毎日|一次|固定|叫做|名叫|住在|改为|改成|换成|时候|時候|喜欢|喜歡|位于|位於|以后|以後|今后|今後|[的了是在有叫名为為对對会會能要和与與给給说說住家用把将將被从從到于於也都就还還很着著过個个位这這那其定于年月日号號时時点點每去上放开開毎出好碰报報]/gu;
const LIGHT_PAIR =
  /^[的了是在有叫为為会會能要和与與给給说說住用把将將被从從到于於也都就还還很着著这這那其不没沒别別]|[的了是在有叫为為会會能要住用了不没沒別别]$/u;
const LIGHT_KANA = /^[\p{Script=Hiragana}ー]{1,2}$/u;
const LIGHT_HANGUL =
  /^(?:이다|있다|한다|된다|이제|지금|사용|용자|항상|언제|니다|습니|어요|아요|에요|예요|이고|이며|하고|해요|했다|입니|사신|신다|산다|살고|살아|이라|라고)$/u;

/** Whether a term, as `tellingTerms` gives it, tells no fact from another. */
export function isLight(term: string): boolean {
  if (LIGHT.has(term) || SAME.has(term)) return true;
  if (/\p{Script=Hangul}/u.test(term)) return LIGHT_HANGUL.test(term);
  if (/\p{Script=Han}/u.test(term)) return term.length <= 2 && LIGHT_PAIR.test(term);
  return LIGHT_KANA.test(term);
}

/** They only carry what is said. */
const BARE = new Set(
  words(
    'user owner is are be being been was were has have now currently today the a an of in on at to ist sind hat jetzt est a sont es está tiene jest ma',
  ).flatMap(forms),
);

/** The same, more narrowly: nothing is said that is not there in the same or in another word of that sense. */
export function isSaidBy(term: string, has: (term: string) => boolean): boolean {
  if (has(term) || BARE.has(term)) return true;
  return [...(SAME.get(term) ?? SAME.get(stemOf(term)) ?? [])].some(has);
}

/** Whether a word that a text does not have itself may stand for one that it has, or for none. */
export function mayStandFor(term: string, has: (term: string) => boolean): boolean {
  if (LIGHT.has(term) || LIGHT.has(stemOf(term))) return true;
  return [...(SAME.get(term) ?? SAME.get(stemOf(term)) ?? [])].some(has);
}
