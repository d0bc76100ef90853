// Makes the program out of the compiled modules: a few files in place of hundreds, since a start would spend a quarter of its
// time on finding and reading them. Packages stay where they are installed; what only some commands need is still read by them
// alone. The modules are not touched: what they read from beside themselves is read there.
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';

/** What is started by its file's name, by the name of the module. */
const ENTRIES = { cli: 'nightjar', 'index-thread': 'index-thread' };

/** `dist` holds the modules below `src` and `channels`; the program is `bin/nightjar.js` in it. Rejects when it can't be made. */
export async function bundle(dist) {
  await build({
    absWorkingDir: dist,
    entryPoints: Object.entries(ENTRIES).map(([module, out]) => ({ in: join(dist, 'src', `${module}.js`), out })),
    outdir: join(dist, 'bin'),
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [{ name: 'places', setup: (to) => void to.onLoad({ filter: /\.js$/ }, (file) => placed(dist, file)) }],
  });
}

/** A module knows its own place by `import.meta.url`, which would be that of the bundle. A thread is beside the bundle. */
async function placed(dist, { path }) {
  const place = `new URL(${JSON.stringify(relative(join(dist, 'bin'), path).split(sep).join('/'))}, import.meta.url).href`;
  const text = await readFile(path, 'utf8');
  const contents = text.replace(/(new URL\('\.\/([\w-]+)\.js', )?\bimport\.meta\.url\b/g, (all, url = '', module) =>
    module in ENTRIES ? all : url + place,
  );
  return { contents, loader: 'js' };
}
