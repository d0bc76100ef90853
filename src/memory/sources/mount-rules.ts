// Which files below a configured folder are searched, and which of them belong to another entry. Pure.

import { classify } from '../paths.js';
import { isInside, type Mount } from './mounts.js';
import { isHidden, isMachineDiary, isVendor, MAX_DEPTH, type WalkRules } from './rules.js';

export interface MountRules extends WalkRules {
  /** Whether the entry searches this file; `path` is relative to its root, '' for a root that is itself a file. */
  wants(path: string): boolean;
}

/**
 * The rules of every entry, in their order. A file goes to the innermost entry that wants it, because whoever names a
 * folder inside another one means it apart from that; of two entries for one place to the first.
 */
export function mountRules(mounts: readonly Mount[]): MountRules[] {
  const rules = new Map<Mount, MountRules>();
  const innermostFirst = [...mounts].sort((a, b) => b.root.length - a.root.length);
  for (const mount of innermostFirst) {
    // Of equal length are only the same place and places apart; the sort keeps their order.
    const rivals = [...rules].filter(([{ root }]) => isInside(mount.root, root));
    const isTaken = (path: string) => {
      const full = path === '' ? mount.root : `${mount.root}/${path}`;
      return rivals.some(([{ root }, rival]) => isInside(root, full) && rival.wants(below(root, full)));
    };
    rules.set(mount, rulesOf(mount, isTaken));
  }
  return mounts.flatMap((mount) => rules.get(mount) ?? []);
}

function rulesOf(mount: Mount, isTaken: (path: string) => boolean): MountRules {
  const wantsName = (path: string) => isText(path) && !isHidden(nameOf(path)) && !isMachineDiary(nameOf(path));
  const folder = (path: string) => !isHidden(nameOf(path)) && !isVendor(nameOf(path));
  return {
    folder,
    file: (path) => wantsName(path) && !isTaken(path),
    wants(path) {
      if (path === '') return isText(mount.root) && !isTaken(path);
      const parts = path.split('/');
      if (parts.length > MAX_DEPTH + 1 || !parts.slice(0, -1).every(folder)) return false;
      return wantsName(path) && !isTaken(path);
    },
  };
}

/**
 * Whether a file may go by this path: inside the workspace the path table decides, outside it is enough that the name is
 * one line.
 */
export function isNamed(path: string, mount: Mount): boolean {
  if (mount.label.includes(':')) return !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(path);
  return classify(path, { ownerOf: () => undefined })?.path === path;
}

/** Markdown, or plain text, which is read the same way. */
export function isText(path: string): boolean {
  return /\.(?:md|markdown|txt)$/i.test(path);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `full` relative to `root`, which holds it. */
function below(root: string, full: string): string {
  return full === root ? '' : full.slice(root.endsWith('/') ? root.length : root.length + 1);
}
