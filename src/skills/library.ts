// Every skill of the house, as of now: what was found, judged for whoever looks, and opened for a turn. The one door to skills;
// must never show a scope anything of a root that it may not see.

import type { ListedSkill, Log, SkillCard, SkillLibrary, SkillSet, SkillView } from '../contracts/index.js';
import { oneLine } from '../text/truncate.js';
import { commandNames } from './command-names.js';
import type { SkillHead } from './front-matter.js';
import { type FoundSkill, gate, type SkillRules, type Surroundings, type Verdict } from './gate.js';
import { openHeads } from './heads.js';
import { locationOf } from './location.js';
import { programsOn } from './programs.js';
import { openSkillFiles } from './read.js';
import type { SkillRoot } from './roots.js';
import { openWalk, type SoundCandidate } from './walk.js';

export interface LibraryParts extends Omit<Surroundings, 'hasProgram'> {
  /** From the farthest to the nearest. */
  roots: readonly SkillRoot[];
  settings: SkillRules;
  /** Names that slash commands have already. */
  taken: ReadonlySet<string>;
  /** Epoch ms. */
  now(): number;
  log: Log;
}

type Skill = FoundSkill & { place?: SoundCandidate };

export function openSkillLibrary(parts: LibraryParts): SkillLibrary {
  const { roots, settings, taken, now, log } = parts;
  const walk = openWalk();
  const heads = openHeads(now);
  const files = openSkillFiles(now);

  /** From the nearest root to the farthest, within one by name. */
  function look(): Skill[] {
    try {
      const found = walk.look(roots).map((one): Skill => {
        const { root, path, folder } = one;
        if ('reason' in one) {
          const name = oneLine(folder.normalize('NFC'), 64) || 'unnamed';
          return { root, path, name, state: one.state, reason: one.reason };
        }
        const head = heads.of(one);
        return { root, path, name: head.name, head, place: one };
      });
      heads.sweep();
      return byNearness(found);
    } catch (error) {
      log.error('skills.look-failed', { error });
      return [];
    }
  }

  function judged(view: SkillView): { skill: Skill; verdict: Verdict }[] {
    return gate(look(), view, settings, { ...parts, hasProgram: programsOn(parts.env, parts.platform) });
  }

  function byNearness(found: readonly Skill[]): Skill[] {
    const rank = new Map(roots.map((root, index) => [root, index]));
    const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
    return [...found].sort(
      (a, b) => (rank.get(b.root) ?? 0) - (rank.get(a.root) ?? 0) || order(a.name, b.name) || order(a.path, b.path),
    );
  }

  return {
    list(view) {
      return judged(view).map(({ skill, verdict }): ListedSkill => {
        const description = 'head' in skill ? skill.head.description : '';
        return {
          name: skill.name,
          source: skill.root.source,
          path: skill.path,
          ...verdict,
          ...(description === '' ? {} : { description }),
        };
      });
    },

    of(view): SkillSet {
      const usable = judged(view).flatMap(({ skill, verdict: { state } }) => {
        if (!('head' in skill) || !skill.place || (state !== 'ready' && state !== 'manual')) return [];
        return [{ head: skill.head, place: skill.place, state }];
      });
      const commands = commandNames(
        usable
          .filter(({ head }) => head.invocable)
          .map(({ head, place }) => ({ name: head.name, folder: place.folder })),
        taken,
      );
      const cards = new Map(
        usable.map(({ head, place }): [string, SkillCard] => [head.name, cardOf(head, place, commands.get(head.name))]),
      );
      const places = new Map(usable.map(({ head, place }) => [head.name, place]));
      const placeOf = (name: string) => places.get(name);
      return {
        shown: usable.flatMap(({ head, state }) => (state === 'ready' ? [cards.get(head.name)] : [])).filter(isThere),
        usable: [...cards.values()],
        find: (name) => cards.get(name.normalize('NFC')),
        read: async (location, range) => files.page(placeOf, location, range),
        files: async (name) => files.list(placeOf, name),
      };
    },
  };
}

function cardOf(head: SkillHead, { root }: SoundCandidate, command: string | undefined): SkillCard {
  return {
    name: head.name,
    description: head.description,
    source: root.source,
    location: locationOf(head.name),
    ...(command === undefined ? {} : { command }),
    apart: head.apart,
    ...(head.tools ? { tools: head.tools } : {}),
  };
}

function isThere(card: SkillCard | undefined): card is SkillCard {
  return card !== undefined;
}
