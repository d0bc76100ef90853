// Whether a program is there: looked up along PATH as a shell would, without running anything.

import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Each name is looked up once by the function that this returns. */
export function programsOn(env: Record<string, string | undefined>, platform: string): (name: string) => boolean {
  const isWindows = platform === 'win32';
  const path = env.PATH ?? (isWindows ? env.Path : undefined) ?? '';
  // What is relative depends on where the program happens to stand.
  const folders = path.split(isWindows ? ';' : ':').filter((folder) => isAbsolute(folder));
  const endings = isWindows ? (env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
  const known = new Map<string, boolean>();
  return (name) => {
    const answer =
      known.get(name) ??
      (/^[\w.+-]+$/.test(name) &&
        folders.some((folder) => endings.some((ending) => isProgram(join(folder, name + ending)))));
    known.set(name, answer);
    return answer;
  };
}

function isProgram(path: string): boolean {
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
