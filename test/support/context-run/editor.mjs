// An editor that has one file open: it reads the file, changes it and writes it whole, again and again, and on demand with a
// line of its own. It never overwrites what came between its reading and its writing. Run by a test as a process of its own.
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

const [, , path] = process.argv;
let saves = 0;

/** True when it was the file at `path` that was written, and not one that had just been replaced. */
function save(line) {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'a+');
  closeSync(fd);
  const open = openSync(path, 'r+');
  try {
    const text = readFileSync(open, 'utf8');
    const kept = text.replace(/\n*<!-- saved \d+ times -->\n*$/, '\n');
    const next = `${kept}${line === undefined || kept.includes(line) ? '' : `${line}\n`}<!-- saved ${1_000_000 + ++saves} times -->\n`;
    const bytes = Buffer.from(next);
    // One write over what is there, never shorter than it: nobody sees half a file.
    writeSync(open, bytes, 0, bytes.length, 0);
    return fstatSync(open).ino === statSync(path).ino;
  } finally {
    closeSync(open);
  }
}

let timer;
/** Saves in bursts: on a busy machine nobody else would find the time to write between saves that never rest. */
function idle() {
  timer = setTimeout(
    () => {
      save();
      idle();
    },
    Math.random() < 0.1 ? 600 : 2 + Math.random() * 20,
  );
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'idle') idle();
  else {
    while (!save(line));
    process.stdout.write('saved\n');
  }
}
clearTimeout(timer);
