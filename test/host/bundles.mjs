import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from './paths.mjs';

/**
 * Folders whose test files run in one process for each folder: those of the page also share a browser. Such files have
 * no hooks of their own that touch other files, and change nothing global.
 */
const SHARED = /^test\/(e2e\/page|unit\/profile|unit\/webview)(\/|$)/;

/**
 * Bundles test files with all that they import but packages: a process then starts in a third of the time that
 * compiling its modules one by one takes.
 * @param {string[]} files test files below the repository's top folder
 * @param {string} folder an empty one for the bundles
 * @returns {Promise<Map<string, string>>} by the bundles, which are to run in a process each: the test file, or a
 *   folder of test files
 */
export async function bundleTests(files, folder) {
  const { build } = await import('esbuild');
  const entries = entriesOf(files.map((file) => path.relative(repoRoot, file).replaceAll(path.sep, '/')));
  await symlink(path.join(repoRoot, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await build({
    absWorkingDir: repoRoot,
    entryPoints: entries.map(({ out, sources }) => ({ in: sources.join('\n'), out })),
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    plugins: [testsTogether, ownPlaces],
    logLevel: 'warning',
  });
  return new Map(entries.map(({ out, source }) => [path.join(folder, `${out}.js`), path.join(repoRoot, source)]));
}

/** Paths below the top folder, with slashes: `out` without its extension, and the file or folder that `sources` are. */
function entriesOf(files) {
  const single = (file) => ({ out: file.replace(/\.ts$/, ''), source: file, sources: [file] });
  const folders = new Set(files.map((file) => path.posix.dirname(file)));
  return [...folders].flatMap((source) => {
    const sources = files.filter((file) => path.posix.dirname(file) === source);
    const isShared = SHARED.test(source) && sources.length > 1;
    return isShared ? [{ out: `${source}/all.test`, source, sources }] : sources.map(single);
  });
}

const testsTogether = {
  name: 'tests together',
  setup(build) {
    build.onResolve({ filter: /\n/ }, ({ path: sources }) => ({ path: sources, namespace: 'tests' }));
    build.onLoad({ filter: /()/, namespace: 'tests' }, ({ path: sources }) => {
      const contents = sources.split('\n').map((file) => `import './${file}';`).join('\n');
      return { contents, resolveDir: repoRoot };
    });
  },
};

/** What a module says of its own place stays true in a bundle that is elsewhere. */
const ownPlaces = {
  name: 'own places',
  setup: (build) => build.onLoad({ filter: /\.m?ts$|\.mjs$/ }, async ({ path: file }) => {
    const text = file.includes('node_modules') ? '' : await readFile(file, 'utf8');
    if (!/\bimport\.meta\.|\b__dirname\b/.test(text)) {
      return undefined;
    }
    const folder = JSON.stringify(path.dirname(file));
    const contents = text
      .replace(/\bimport\.meta\.url\b/g, () => JSON.stringify(pathToFileURL(file).href))
      .replace(/\bimport\.meta\.dirname\b|\b__dirname\b/g, () => folder);
    return { contents, loader: file.endsWith('ts') ? 'ts' : 'js' };
  }),
};
