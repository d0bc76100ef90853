// What an operator does to bring the workspace of another assistant in: looks at what would change, agrees, has it written.
// Beside a running bot or without one; nothing is written before the yes, and openclaw.json changes nothing.

import { TERMINAL_OWNER } from '../channels/console/seat.js';
import { MemoryError, NightjarError, type Provenance } from './contracts/index.js';
import { skillsOff } from './gateway/skill-switches.js';
import { type House, type HouseOptions, openHouse } from './house.js';
import { ABSENT, type Files, openFiles } from './memory/files.js';
import { type Foreign, type ForeignFile, type LeftOut, readForeign } from './memory/import/foreign-folder.js';
import { type ImportOptions, judge, type PlannedChange, sifted, targetOf } from './memory/import/plan.js';
import { suggestSettings } from './memory/import/settings.js';
import type { Changeable } from './memory/memory.js';
import { archivePath } from './memory/memory-files.js';
import { diffTexts } from './memory/patch.js';
import { patchLines } from './memory/patch-lines.js';
import { classify, SHARED_FILES } from './memory/paths.js';
import { mustExist } from './operator.js';
import type { Told } from './ops/told.js';
import { readHead } from './skills/front-matter.js';
import { counted } from './text/amount.js';
import { localDay } from './text/local-time.js';
import { sentences } from './text/sentence.js';
import { forTerminal } from './text/terminal.js';
import { oneLine } from './text/truncate.js';

export interface ImportWish {
  /** The workspace, or the folder above it. */
  dir: string;
  dryRun: boolean;
  /** What every chat reads is taken over, too. */
  shared: boolean;
  withSecrets: boolean;
  /** Shows what would change; true: write it. Not asked when nothing would change, or in a dry run. */
  agrees(text: string): Promise<boolean>;
}

/** A change, with the revision it was made for; none for a file of a skill that is no Markdown. */
interface Ready extends PlannedChange {
  base?: string;
}

interface Plan {
  changes: Ready[];
  left: LeftOut[];
  secrets: { path: string; line: number }[];
  settings: { yaml: string[]; notes: string[] };
}

interface Room {
  house: House;
  files: Files;
}

const MAIN = { kind: 'main' } as const;
const SHOWN_LINES = 60;
const SKILL = 'SKILL.md';

/** Throws a StateError where there is no home, a MemoryError where there is no such workspace. */
export async function importOpenclaw(options: HouseOptions, wish: ImportWish): Promise<Told> {
  mustExist(options.home);
  const foreign = await readForeign(wish.dir);
  const house = await openHouse(options);
  try {
    const room = { house, files: await openFiles(house.paths.workspace) };
    const plan = await planOf(room, foreign, wish);
    const text = forTerminal(planLines(plan, wish).join('\n'));
    const failed: LeftOut[] = [];
    const asked = plan.changes.length > 0 && !wish.dryRun;
    const goes = asked && (await wish.agrees(text));
    if (goes) failed.push(...(await carryOut(room, plan.changes, wish.withSecrets)));
    const written = goes ? plan.changes.length - failed.length : 0;
    const { changes, ...rest } = plan;
    const shown = changes.map(({ path, from, kind, before, after }) => ({
      path,
      from,
      kind,
      ...counts(before, after),
    }));
    const ends = [...failed.map(leftLine), endLine(plan, wish, goes, written)];
    return {
      data: { written, changes: shown, ...rest, failed },
      // Whoever was asked has seen the rest.
      text: forTerminal([...(asked || text === '' ? [] : [text, '']), ...ends].join('\n')),
      failed: failed.length > 0,
    };
  } finally {
    await house.close();
  }
}

async function planOf(room: Room, foreign: Foreign, wish: ImportWish): Promise<Plan> {
  const { memory, clock, config } = room.house;
  const longTerm = memory.view(MAIN).pathOf('long');
  const today = localDay(clock.now(), config.timezone);
  const rules: ImportOptions = { today, longTerm, shared: wish.shared, withSecrets: wish.withSecrets };
  const settings = foreign.config === undefined ? { yaml: [], notes: [] } : suggestSettings(foreign.config);
  const plan: Plan = { changes: [], left: [...foreign.left], secrets: [], settings };
  for (const file of foreign.files.filter(({ path }) => !path.startsWith('skills/'))) {
    await planFile(room, file, rules, plan);
  }
  await planSkills(room, foreign.files, wish, plan);
  return plan;
}

async function planFile(
  { house: { memory } }: Room,
  file: ForeignFile,
  rules: ImportOptions,
  plan: Plan,
): Promise<void> {
  const path = targetOf(file.path, rules.longTerm);
  const there = await placeOf(memory, path).catch(notOurs);
  if (typeof there === 'string') return void plan.left.push({ path: file.path, why: there });
  // Two files of theirs may go into one of ours.
  const earlier = plan.changes.find((change) => change.path === there.path);
  const text = earlier?.after ?? there.text;
  const ours = {
    text,
    exists: earlier !== undefined || there.revision !== ABSENT,
    template: memory.templateLines(path),
  };
  const { change, left, secrets } = judge(file, ours, rules);
  if (left) plan.left.push(left);
  plan.secrets.push(...secrets.map((line) => ({ path: file.path, line })));
  if (!change) return;
  if (earlier) Object.assign(earlier, { after: change.after, from: `${earlier.from}, ${file.path}` });
  else plan.changes.push({ ...change, path: there.path, base: there.revision });
}

function newFile(path: string, text: string, base: string | undefined): Ready {
  return { path, from: path, before: '', after: text, kind: 'new', ...(base === undefined ? {} : { base }) };
}

/** A log that was put away is met where it is now. */
async function placeOf(memory: House['memory'], path: string): Promise<Changeable> {
  const there = await memory.changeable(MAIN, path);
  const away = there.revision === ABSENT ? archivePath(path) : undefined;
  const put = away === undefined ? undefined : await memory.changeable(MAIN, away);
  return put === undefined || put.revision === ABSENT ? there : put;
}

/** One whose name is free here. A folder without its SKILL.md is what a run that was killed left of one. */
async function planSkills(room: Room, theirs: readonly ForeignFile[], wish: ImportWish, plan: Plan): Promise<void> {
  const { skills, state } = room.house;
  const known = new Map(
    skills.list({ scope: MAIN, off: skillsOff(state.db, MAIN) }).map(({ name, path }) => [name, path]),
  );
  const folders = new Set(theirs.flatMap(({ path }) => /^(skills\/[^/]+)\//.exec(path)?.[1] ?? []));
  for (const folder of folders) {
    const own = theirs.filter(({ path }) => path.startsWith(`${folder}/`));
    const heads = own.filter(({ path }) => path.endsWith(`/${SKILL}`));
    if (heads.length === 0) {
      plan.left.push({ path: folder, why: 'there is no SKILL.md in it' });
      continue;
    }
    const name = folder.slice('skills/'.length);
    const ready: Ready[] = [];
    const secrets: Plan['secrets'] = [];
    let isTaken = heads.some(({ path, text }) => {
      const where = known.get(readHead(text, path.split('/').at(-2) ?? name).name);
      return where !== undefined && !where.startsWith(`${room.files.root}/skills/${name}/`);
    });
    for (const file of own) {
      const { text, secrets: lines } = sifted(file, wish.withSecrets);
      secrets.push(...lines.map((line) => ({ path: file.path, line })));
      const there = await stateOf(room, file.path);
      if (typeof there === 'string') plan.left.push({ path: file.path, why: there });
      else if (there.text === undefined) ready.push(newFile(file.path, text, there.base));
      else if (there.text !== text) isTaken = true;
    }
    if (isTaken) plan.left.push({ path: folder, why: 'there is a skill of that name here' });
    if (isTaken) continue;
    // The file that makes it a skill comes last, so that half of one is none.
    plan.changes.push(...ready.sort((a, b) => Number(a.path.endsWith(SKILL)) - Number(b.path.endsWith(SKILL))));
    plan.secrets.push(...secrets);
  }
}

/** `text` undefined: nothing is there. Or why nothing can be put there. */
async function stateOf({ house, files }: Room, path: string): Promise<{ text?: string; base?: string } | string> {
  if (path.endsWith('.md')) {
    const there = await house.memory.changeable(MAIN, path).catch(notOurs);
    if (typeof there === 'string') return there;
    return there.revision === ABSENT ? { base: there.revision } : { text: there.text };
  }
  if (classify(path, house.memory.folders)?.path !== path) return ODD_NAME;
  const there = await files.read(path);
  if (there) return { text: there.text };
  return (await files.isVacant(path)) ? {} : 'something else stands there';
}

function notOurs(error: unknown): string {
  if (!(error instanceof MemoryError)) throw error;
  return error.kind === 'not-found' ? ODD_NAME : error.message;
}

const ODD_NAME = 'its name, or what stands there, is none that is written to';

/** What could not be written, and why; the rest is. */
async function carryOut({ house, files }: Room, changes: readonly Ready[], withSecrets: boolean): Promise<LeftOut[]> {
  const failed: LeftOut[] = [];
  for (const { path, from, after, base } of changes) {
    try {
      if (base === undefined) {
        // No memory: what a skill has beside its Markdown.
        if (!(await files.replace(path, after, () => files.isVacant(path)))) throw new MemoryError('conflict', CHANGED);
        continue;
      }
      const why: Provenance = {
        ...{ who: TERMINAL_OWNER, by: 'command', trust: 'owner' },
        reason: `imported from OpenClaw: ${from}`,
      };
      await house.memory.replaceConfirmed({ scope: MAIN, path, text: after, base, why, withSecrets });
    } catch (error) {
      if (!(error instanceof NightjarError)) throw error;
      failed.push({ path, why: error instanceof MemoryError && error.kind === 'conflict' ? CHANGED : error.message });
    }
  }
  return failed;
}

const CHANGED = 'it changed meanwhile; run this again';

function planLines({ changes, left, secrets, settings }: Plan, { withSecrets }: ImportWish): string[] {
  const places = secrets.map(({ path, line }) => `${inLine(path)}:${line}`);
  const kept = withSecrets ? 'are taken over, as asked' : 'are left out; --with-secrets takes them over';
  return [
    ...changes.flatMap((change) => [...changeLines(change), '']),
    ...left.map(leftLine),
    ...(places.length > 0 ? [`Lines that hold a secret ${kept}: ${places.join(', ')}`] : []),
    ...settings.notes,
    ...(settings.yaml.length > 0
      ? ['', 'For nightjar.yaml, which is never written for you:', ...settings.yaml.map((line) => `  ${line}`)]
      : []),
  ];
}

function changeLines({ path, kind, before, after }: PlannedChange): string[] {
  const { added, removed } = counts(before, after);
  const everybody = isForEverybody(path) ? ' Every chat reads it!' : '';
  if (kind === 'new') return [`${inLine(path)}: new, +${counted(added, 'line')}.${everybody}`];
  const how = kind === 'replaced' ? 'in place of the untouched template' : 'added to what is there';
  const patch = diffTexts(path, before, after).patch.trimEnd().split('\n');
  const shown = patch.slice(patch.findIndex((line) => line.startsWith('@@')));
  const more = shown.length - SHOWN_LINES;
  return [
    `${inLine(path)}: +${added} -${removed}, ${how}.${everybody}`,
    ...shown.slice(0, SHOWN_LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${counted(more, 'line')} more`] : []),
  ];
}

/** A name may hold line breaks, and pass for lines of ours. */
function inLine(path: string): string {
  return oneLine(path, 200);
}

function isForEverybody(path: string): boolean {
  return SHARED_FILES.includes(path) || path.startsWith('skills/');
}

function counts(before: string, after: string): { added: number; removed: number } {
  const lines = patchLines(diffTexts('', before, after).patch);
  const of = (sign: string) => lines.filter((line) => line.sign === sign).length;
  return { added: of('+'), removed: of('-') };
}

function leftLine({ path, why }: LeftOut): string {
  return sentences(`${inLine(path)} is left out: ${why}`);
}

function endLine({ changes }: Plan, { dryRun }: ImportWish, goes: boolean, written: number): string {
  if (changes.length === 0) return 'There is nothing to bring over that is not here already.';
  if (goes) return `${counted(written, 'file')} brought over; \`nightjar memory search\` finds what was in them.`;
  return dryRun ? `${counted(changes.length, 'file')} would change; nothing was written.` : 'Nothing was written.';
}
