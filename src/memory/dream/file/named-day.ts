// A day as a line may name it: in digits or with the name of its month, in the languages that people write here. Pure.

const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'janvier', 'enero', 'stycznia'],
  ['february', 'feb', 'februar', 'février', 'febrero', 'lutego'],
  ['march', 'mar', 'märz', 'mars', 'marzo', 'marca'],
  ['april', 'apr', 'avril', 'abril', 'kwietnia'],
  ['may', 'mai', 'mayo', 'maja'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'czerwca'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'lipca'],
  ['august', 'aug', 'août', 'agosto', 'sierpnia'],
  ['september', 'sept', 'sep', 'septembre', 'septiembre', 'września'],
  ['october', 'oct', 'oktober', 'octobre', 'octubre', 'października'],
  ['november', 'nov', 'novembre', 'noviembre', 'listopada'],
  ['december', 'dec', 'dezember', 'décembre', 'diciembre', 'grudnia'],
];
const known = new Map<string, RegExp>();

/** `day`: YYYY-MM-DD, or '' for none. */
export function withoutDay(line: string, day: string): string {
  return day === '' ? line : line.replace(formsOf(day), ' ');
}

function formsOf(day: string): RegExp {
  const there = known.get(day);
  if (there) return there;
  if (known.size > 400) known.clear();
  const [year = '', month = '', date = ''] = day.split('-');
  const [m, d] = [`0?${Number(month)}`, `0?${Number(date)}`];
  const name = `(?:${(MONTHS[Number(month) - 1] ?? []).join('|')})\\.?`;
  const behind = `(?:,?\\s(?:(?:de|del)\\s)?${year})?`;
  const forms = [
    day,
    `${year}[/.]${m}[/.]${d}`,
    `${d}\\.\\s?${m}\\.\\s?${year}`,
    `${d}/${m}/${year}`,
    `${m}/${d}/${year}`,
    `(?:${year}\\s?[年년]\\s?)?${m}\\s?[月월]\\s?${d}\\s?[日号號일]`,
    `${d}(?:\\.|st|nd|rd|th|er|º)?\\s(?:(?:of|de)\\s)?${name}${behind}`,
    `${name}\\s${d}(?:st|nd|rd|th)?${behind}`,
  ];
  const form = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])|(?<!\\p{N})(?:${forms[5]})`,
    'giu',
  );
  known.set(day, form);
  return form;
}
