// `nightjar privacy audit`: looks again at what the requests of groups and people were made of, and at what was said there, for
// anything that came from where it may not. Beside a running bot or without one; changes nothing, and quotes only on demand.

import { createHash } from 'node:crypto';
import { fileBlock } from './agent/prompt.js';
import { parseScopeText } from './config/scope-text.js';
import type { Manifest, ManifestPart, Scope } from './contracts/index.js';
import { comparable, lineBook, type PrivateLine, privateLines } from './gateway/audit/foreign-lines.js';
import { type PartEyes, type PartFinding, partFindings, partWords } from './gateway/audit/manifest-parts.js';
import { type LineFinding, saidElsewhere } from './gateway/audit/said-elsewhere.js';
import { type House, type HouseOptions, openHouse } from './house.js';
import type { OwnedText } from './memory/owned-texts.js';
import { patchLines } from './memory/patch-lines.js';
import { canRead, type Owner, ownerName, sameScope, scopeId } from './memory/visibility.js';
import { mustExist } from './operator.js';
import { newestManifests } from './sessions/manifests.js';
import { allSessions, type SessionRow, sessionById } from './sessions/rows.js';
import { openTranscripts } from './sessions/transcript.js';
import { amount, counted } from './text/amount.js';
import { forTerminal } from './text/terminal.js';
import { oneLine } from './text/truncate.js';

export interface AuditWish {
  /** The newest so many requests and their conversations; absent: everything on record. */
  last?: number;
  /** What was found may be quoted. */
  show: boolean;
}

export interface AuditFinding {
  /** Whose conversation it is. */
  scope: string;
  session: string;
  turn?: string;
  says: string;
  text?: string;
}

export interface Audit {
  requests: number;
  groups: number;
  people: number;
  findings: AuditFinding[];
}

/** Of one file, the newest so many writes are looked at. */
const MOST_WRITES = 5_000;
const SHOWN_CHARS = 200;

/** Throws a StateError where there is no home. */
export async function auditPrivacy(
  options: HouseOptions,
  wish: AuditWish,
): Promise<{ data: Audit; text: string; failed: boolean }> {
  mustExist(options.home);
  const house = await openHouse(options);
  try {
    const data = await audit(house, wish);
    return { data, text: forTerminal(textOf(data)), failed: data.findings.length > 0 };
  } finally {
    await house.close();
  }
}

interface Looked {
  scope: Scope;
  manifests: { manifest: Manifest; session: SessionRow }[];
  sessions: Map<string, SessionRow>;
}

async function audit(house: House, { last, show }: AuditWish): Promise<Audit> {
  const looked = lookedAt(house, last);
  const texts = await house.memory.ownedTexts();
  const eyes = eyesOf(house, texts);
  const findings: AuditFinding[] = [];
  for (const one of looked) {
    const scope = ownerName(one.scope);
    for (const { manifest, session } of one.manifests) {
      for (const found of partFindings(manifest, one.scope, eyes)) {
        findings.push({ scope, session: session.id, turn: manifest.turn, says: partWords(found), ...partData(found) });
      }
    }
    for (const found of linesElsewhere(house, one, texts)) {
      const { session, turn, line } = found;
      findings.push({
        ...{ scope, session, says: lineWords(house, found) },
        ...(turn === undefined ? {} : { turn }),
        ...(show ? { text: oneLine(line.words, SHOWN_CHARS) } : {}),
      });
    }
  }
  return {
    requests: looked.reduce((sum, { manifests }) => sum + manifests.length, 0),
    groups: looked.filter(({ scope }) => scope.kind === 'group').length,
    people: looked.filter(({ scope }) => scope.kind === 'person').length,
    findings,
  };
}

function partData({ kind, part }: PartFinding): { kind: string; part: ManifestPart } {
  return { kind, part };
}

/** By scope, under its first name; main may read everything and is left out. */
function lookedAt({ state, memory }: House, last: number | undefined): Looked[] {
  const { db } = state;
  const found = new Map<string, Looked>();
  function add(session: SessionRow, manifest?: Manifest): void {
    const scope = memory.folders.canonical(session.scope);
    if (scope.kind === 'main') return;
    const id = scopeId(scope);
    const known: Looked = found.get(id) ?? { scope, manifests: [], sessions: new Map() };
    found.set(id, known);
    known.sessions.set(session.id, session);
    if (manifest) known.manifests.push({ manifest, session });
  }
  let left = last ?? Number.POSITIVE_INFINITY;
  for (const manifest of newestManifests(db, -1)) {
    const session = sessionById(db, manifest.session);
    if (!session || session.scope.kind === 'main' || left-- <= 0) continue;
    add(session, manifest);
  }
  if (last === undefined) for (const session of allSessions(db)) add(session);
  return [...found.values()];
}

function eyesOf({ memory, state }: House, texts: readonly OwnedText[]): PartEyes {
  const { folders } = memory;
  const canonical = (owner: Owner): Owner => (owner === 'shared' ? owner : folders.canonical(owner));
  const known = new Map<string, Owner>([
    ['shared', 'shared'],
    ...folders.all().map(({ scope }) => [ownerName(scope), scope] as const),
    ...allSessions(state.db).map(({ scope }) => [ownerName(scope), canonical(scope)] as const),
  ]);
  const byPath = new Map(texts.map((one) => [one.path, one]));
  return {
    named(words) {
      const owner = known.get(words) ?? parseScopeText(words);
      return owner && canonical(owner);
    },
    ownerOf(path) {
      const owner = memory.ownerOf(path);
      return owner && canonical(owner);
    },
    hashOf({ path = '', lines }, since) {
      const file = byPath.get(path);
      if (!file || !lines || file.changedAt >= since) return undefined;
      const plain = file.text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
      const all = plain.split(/(?<=\n)/);
      const doc = { path, text: all.slice(lines.from - 1, lines.to).join('') };
      return createHash('sha256').update(fileBlock(doc)).digest('hex').slice(0, 16);
    },
  };
}

function linesElsewhere(house: House, { scope, sessions }: Looked, texts: readonly OwnedText[]): LineFinding[] {
  const { memory, paths, clock, log } = house;
  const readable = texts.filter(({ owner }) => canRead(scope, owner));
  const shared = comparable(
    readable
      .filter(({ owner }) => owner === 'shared')
      .map(({ text }) => text)
      .join('\n'),
  );
  const foreign = texts
    .filter(({ owner }) => !canRead(scope, owner))
    .flatMap(({ path, text }) => privateLines(path, text, memory.templateLines(path)))
    .filter(({ words }) => !shared.includes(words));
  if (foreign.length === 0) return [];
  const own = readable.filter(({ owner }) => owner !== 'shared' && sameScope(owner, scope));
  const transcripts = openTranscripts(paths.sessions, { clock, log });
  const conversations = [...sessions.keys()].map((session) => ({ session, entries: transcripts.read(session) }));
  return saidElsewhere(conversations, lineBook(foreign), (line) => ownSince(house, own, line));
}

/** Since when own files hold the words: by the ledger, and always where a hand wrote them. */
function ownSince({ memory }: House, own: readonly OwnedText[], { words }: PrivateLine): number | undefined {
  const holding = own.filter(({ text }) => comparable(text).includes(words));
  const times = holding.map(({ path }) => {
    const writes = memory
      .ledgerRows(path, MOST_WRITES)
      .filter(({ patch }) =>
        patchLines(patch).some(({ sign, text }) => sign === '+' && comparable(text).includes(words)),
      );
    return writes.at(-1)?.at ?? 0;
  });
  return times.length === 0 ? undefined : Math.min(...times);
}

function lineWords({ memory }: House, { where, line }: LineFinding): string {
  const owner = memory.ownerOf(line.path);
  return `a line of ${line.path}:${line.line}${owner === undefined ? '' : `, which is ${ownerName(owner)},`} stands in a ${where}`;
}

function textOf({ requests, groups, people, findings }: Audit): string {
  const lines = findings.map(
    ({ scope, session, turn, says, text }) =>
      `${scope}, session ${session}${turn === undefined ? '' : `, turn ${turn}`}: ${says}.${text === undefined ? '' : `\n    ${text}`}`,
  );
  const of = `${counted(groups, 'chat')} and ${people === 1 ? '1 person' : `${amount(people)} people`}`;
  const looked = `${counted(requests, 'request')} of ${of} looked at`;
  const end =
    findings.length === 0
      ? `${looked}: every part came from where it may.`
      : `${looked}: ${findings.length === 1 ? '1 thing' : `${amount(findings.length)} things`} came from where they may not.`;
  return [...lines, end].join('\n');
}
