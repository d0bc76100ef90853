// How far something is, as one line for a terminal. Pure.

const WIDTH = 24;

/** `[##########--------------]  42 %  420 of 1000`. Numbers that make no share are taken for the nearest that do. */
export function progressBar(done: number, total: number, width = WIDTH): string {
  const all = total > 0 ? total : 1;
  const share = Math.min(1, Math.max(0, (Number.isNaN(done) ? 0 : done) / all));
  const filled = Math.floor(share * width);
  const percent = String(Math.floor(share * 100)).padStart(3);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}]`;
  return `${bar} ${percent} %  ${Math.round(share * all)} of ${all}`;
}
