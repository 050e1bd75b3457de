import { statSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from './paths.mjs';

/**
 * Folders whose test files share one process per folder; the tests of the page also share a browser. The hooks of these
 * files must not affect other files, and the tests must not change global state, replace the module `vscode` or measure
 * the memory of their process.
 */
const ONE_PROCESS_FOLDERS = /^test\/(e2e\/page|unit\/(bench|cli|engine(?!\/node)|go|live|pages\/protocol|pprofText|profile|sources|webview))(\/|$)/;

/** Test files that take long for their size: with many random cases, or with many rounds of real programs. */
const SLOW_FILES = /\/(fuzz|random|toolchain|trueSizes|killedStore|fixedIterations|setupCosts|disasm)\.test\.ts$/;

/**
 * Bundles test files with all their imports except packages: a bundle starts in a third of the time that compiling its
 * modules one by one takes. The test runner starts bundles in the order of their names. Slow files come first,
 * then larger files, because they usually take longer: a slow bundle that starts last would run alone.
 * @param {string[]} files test files below the repository's top folder
 * @param {string} folder an empty folder for the bundles
 * @returns {Promise<Map<string, string>>} the test file, or folder of test files, of each bundle; each bundle runs in a
 *   process of its own
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
    plugins: [combinedTests, originalPaths],
    logLevel: 'warning',
  });
  return new Map(entries.map(({ out, source }) => [path.join(folder, `${out}.js`), path.join(repoRoot, source)]));
}

/**
 * Paths have slashes. `out` is relative to the folder of bundles and has no extension; `source` and `sources` are
 * relative to the repository.
 */
function entriesOf(files) {
  const folders = new Set(files.map((file) => path.posix.dirname(file)));
  const entries = [...folders].flatMap((folder) => {
    const sources = files.filter((file) => path.posix.dirname(file) === folder);
    const isShared = ONE_PROCESS_FOLDERS.test(folder) && sources.length > 1;
    return isShared ? [{ source: folder, sources }] : sources.map((file) => ({ source: file, sources: [file] }));
  });
  const bytes = ({ sources }) => sources.reduce((sum, file) => sum + statSync(path.join(repoRoot, file)).size, 0);
  const weightOf = (entry) => (SLOW_FILES.test(entry.source) ? Number.MAX_SAFE_INTEGER : bytes(entry));
  const weighed = entries.map((entry) => ({ ...entry, weight: weightOf(entry) }));
  return weighed.sort((a, b) => b.weight - a.weight).map(({ source, sources }, i) => {
    const name = source.endsWith('.test.ts') ? source.replace(/\.ts$/, '') : `${source}/all.test`;
    return { out: `${String(i).padStart(4, '0')}/${name}`, source, sources };
  });
}

const combinedTests = {
  name: 'combined tests',
  setup(build) {
    build.onResolve({ filter: /\n/ }, ({ path: sources }) => ({ path: sources, namespace: 'tests' }));
    build.onLoad({ filter: /()/, namespace: 'tests' }, ({ path: sources }) => {
      const contents = sources.split('\n').map((file) => `import './${file}';`).join('\n');
      return { contents, resolveDir: repoRoot };
    });
  },
};

/** Replaces `import.meta` and `__dirname` with the module's own URL and folder, because the bundle is elsewhere. */
const originalPaths = {
  name: 'original paths',
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
