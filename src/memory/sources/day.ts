// The day that a file is about, by its name. Pure; a name without a day says that its text does not grow old.

/** In order of how sure they are; years of four digits, so that versions and ids are not taken for days. */
const FORMS = [
  /(?<!\d)(\d{4})([-_. ])(\d{1,2})\2(\d{1,2})(?!\d)/g,
  /(?<!\d)(\d{4})(年)(\d{1,2})月(\d{1,2})日/g,
  /(?<!\d)((?:19|20|21)\d\d)()(\d\d)(\d\d)(?!\d)/g,
];

/** The first day of the calendar anywhere in the file's own name, YYYY-MM-DD; undefined without one. */
export function dayOfName(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).normalize('NFKC');
  for (const form of FORMS) {
    for (const [, year = '', , month = '', date = ''] of name.matchAll(form)) {
      const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
      if (isDay(day)) return day;
    }
  }
  return undefined;
}

function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
