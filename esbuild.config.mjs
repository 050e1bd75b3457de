import { cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inChunks } from './media/bundles/commonJsChunks.mjs';
import { oneVscode } from './media/bundles/oneVscode.mjs';
import { noticesOf } from './media/notices/notices.mjs';
import { packagedReadme } from './media/readme/packagedReadme.mjs';

// node esbuild.config.mjs [report] [--dev] [--watch]
const root = path.dirname(fileURLToPath(import.meta.url));
const isDev = process.argv.includes('--dev');
const isWatched = process.argv.includes('--watch');
const onlyReport = process.argv.includes('report');
/** The files that the bundles of `npm run report` were made of, and these bundles, each with its state then. */
const reportFiles = path.join(root, 'dist', 'reportFiles.json');

// Scripts run `npm run report` often, and most of these builds would make the same bundles again.
if (onlyReport && !isWatched && (await isReportBuilt())) {
  process.exit();
}

const esbuild = await import('esbuild').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') {
    throw error;
  }
  console.error('The packages that the build needs are not installed: run "npm start" or "npm ci" first.');
  process.exit(1);
});

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: !isDev,
  sourcemap: isDev,
  metafile: true,
  legalComments: 'none',
  logLevel: onlyReport ? 'error' : 'warning',
  write: false,
};
const node = { ...shared, platform: 'node', format: 'cjs', target: 'node20' };
/** Keeps `import()` of these modules in the bundle, because each has a bundle of its own. */
const loadOnDemand = (modules) => ({
  name: 'load on demand',
  setup: (build) => build.onResolve({ filter: new RegExp(`/(${modules().join('|')})$`) }, ({ kind, path: module }) => {
    return kind === 'dynamic-import' ? { path: `./${path.posix.basename(module)}.js`, external: true } : undefined;
  }),
});
/** Loads RE2 from its own bundle, because it is needed only from the first pattern on. */
const loadRe2OnDemand = {
  name: 'load RE2 on demand',
  setup: (build) => build.onResolve({ filter: /^re2js$/ }, () => ({ path: './re2js.js', external: true })),
};
const host = {
  ...node,
  plugins: [oneVscode, loadOnDemand(() => Object.keys(loadedOnDemand)), loadRe2OnDemand],
  // Compiles `import()` to `require`, which the host uses for all its bundles.
  supported: { 'dynamic-import': false },
};
/** The modules that the host and its worker load from bundles of their own, because most windows do not need them. */
const loadedOnDemand = {
  goTest: { ...host, entryPoints: ['src/go/test/goTest.ts'], outfile: 'dist/goTest.js' },
  onDemand: { ...host, entryPoints: ['src/features/onDemand.ts'], outfile: 'dist/onDemand.js' },
  pages: { ...host, entryPoints: ['src/views/pages.ts'], outfile: 'dist/pages.js' },
  benchmarkLenses: { ...host, entryPoints: ['src/editor/lenses/benchmarkLenses.ts'], outfile: 'dist/benchmarkLenses.js' },
  captureFolders: { ...host, entryPoints: ['src/bench/captures/captureFolders.ts'], outfile: 'dist/captureFolders.js' },
  workspaceResolver: { ...host, entryPoints: ['src/documents/workspaceResolver.ts'], outfile: 'dist/workspaceResolver.js' },
  sourceDialogs: { ...host, entryPoints: ['src/documents/sourceDialogs.ts'], outfile: 'dist/sourceDialogs.js' },
  columns: { ...host, entryPoints: ['src/editor/columns/columns.ts'], outfile: 'dist/columns.js' },
  setupNotes: { ...host, entryPoints: ['src/editor/columns/setupNotes.ts'], outfile: 'dist/setupNotes.js' },
  lineDoubts: { ...host, entryPoints: ['src/editor/columns/lineDoubts.ts'], outfile: 'dist/lineDoubts.js' },
  mismatchMessage: { ...host, entryPoints: ['src/editor/columns/mismatchMessage.ts'], outfile: 'dist/mismatchMessage.js' },
  comparisonStatus: { ...host, entryPoints: ['src/views/comparisonStatus.ts'], outfile: 'dist/comparisonStatus.js' },
  lineVerdicts: { ...host, entryPoints: ['src/editor/columns/lineVerdicts.ts'], outfile: 'dist/lineVerdicts.js' },
  firmLines: { ...host, entryPoints: ['src/captures/firmLines.ts'], outfile: 'dist/firmLines.js' },
  benchmarkAnswers: { ...host, entryPoints: ['src/engine/benchmarkAnswers.ts'], outfile: 'dist/benchmarkAnswers.js' },
};
const re2js = { ...node, entryPoints: ['re2js'], outfile: 'dist/re2js.js' };
/** `npm run report`, which is not in the VSIX, and the modules of its commands. */
const reportPart = { ...node, plugins: [loadRe2OnDemand] };
const reportParts = {
  pprofCommand: { ...reportPart, entryPoints: ['src/cli/pprofCommand.ts'], outfile: 'dist/pprofCommand.js' },
  benchstatCommand: { ...reportPart, entryPoints: ['src/cli/benchstatCommand.ts'], outfile: 'dist/benchstatCommand.js' },
};
const reportBundles = {
  report: {
    ...node,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'dist/report.js',
    plugins: [loadOnDemand(() => Object.keys(reportParts))],
    supported: { 'dynamic-import': false },
  },
  ...reportParts,
  re2js,
};
/** In chunks, because the first costs of a profile need two fifths of the code. */
const oneWorker = { ...host, entryPoints: ['src/engine/node/worker.ts'], outdir: 'dist' };
const worker = isDev || isWatched ? oneWorker : inChunks({ ...oneWorker, chunkNames: 'worker-[name]' });
const webWorker = { ...shared, platform: 'browser', format: 'cjs', target: 'es2022' };
const bundles = {
  extension: { ...host, entryPoints: ['src/main/desktop.ts'], outfile: 'dist/extension.js' },
  ...loadedOnDemand,
  worker,
  re2js,
  sumThread: { ...node, entryPoints: ['src/engine/node/sumThread.ts'], outfile: 'dist/sumThread.js' },
  graphvizThread: {
    ...node,
    entryPoints: ['src/engine/graphvizThread.ts'],
    outfile: 'dist/graphvizThread.js',
    // The bundle has Graphviz as a string, which escapes would make larger.
    charset: 'utf8',
    logOverride: { 'empty-import-meta': 'silent' },
  },
  web: {
    ...webWorker,
    entryPoints: ['src/main/browser.ts'],
    outfile: 'dist/web.js',
    external: ['vscode'],
    alias: { 'node:path': path.join(root, 'src', 'main', 'browserPath.ts') },
  },
  webview: {
    ...shared,
    entryPoints: ['webview/main.ts'],
    outfile: 'dist/webview.js',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    // d3-flame-graph animates every click, even if its duration is set to 0.
    alias: { 'd3-transition': path.join(root, 'webview', 'flame', 'instantTransition.ts') },
  },
  // Exported HTML pages contain this bundle.
  standalone: {
    ...shared,
    entryPoints: ['webview/standalone/main.ts'],
    outfile: 'dist/standalone.js',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    alias: { 'd3-transition': path.join(root, 'webview', 'flame', 'instantTransition.ts') },
  },
  results: {
    ...shared,
    entryPoints: ['webview/results/main.ts'],
    outfile: 'dist/results.js',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
  },
  benchmarks: {
    ...shared,
    entryPoints: ['webview/benchmarks/main.ts'],
    outfile: 'dist/benchmarks.js',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
  },
  ...reportBundles,
};
const builds = Object.values(onlyReport ? reportBundles : bundles);

try {
  if (isWatched) {
    await watch();
  } else {
    await build();
  }
} catch (error) {
  // esbuild has already printed its own errors.
  if (!error.errors) {
    console.error(error);
  }
  process.exitCode = 1;
}

async function build() {
  const results = await Promise.all(builds.map((options) => esbuild.build(options)));
  await mkdir(path.join(root, 'dist'), { recursive: true });
  await Promise.all(results.flatMap((result) => result.outputFiles).map(replace));
  const unshipped = Object.values(reportBundles);
  await noteReportFiles(results.filter((_, i) => unshipped.includes(builds[i])).map(({ metafile }) => metafile));
  if (!onlyReport) {
    const shipped = results.filter((_, i) => !unshipped.includes(builds[i])).map(({ metafile }) => metafile);
    const contents = Buffer.from(await noticesOf(root, shipped));
    await replace({ path: path.join(root, 'dist', 'THIRD_PARTY_NOTICES.txt'), contents });
    const readme = Buffer.from(packagedReadme(await readFile(path.join(root, 'README.md'), 'utf8')));
    await replace({ path: path.join(root, 'dist', 'README.md'), contents: readme });
    await copySample();
    results.forEach((result) => printSizes(result));
  }
}

async function isReportBuilt() {
  try {
    const noted = JSON.parse(await readFile(reportFiles, 'utf8'));
    const states = await Promise.all(Object.keys(noted.files).map(stateOf));
    return noted.isDev === isDev && Object.values(noted.files).every((state, i) => state === states[i]);
  } catch {
    return false;
  }
}

async function noteReportFiles(metafiles) {
  const built = metafiles.flatMap(({ inputs, outputs }) => [...Object.keys(inputs), ...Object.keys(outputs)]);
  const names = [...new Set(['esbuild.config.mjs', 'package-lock.json', ...built])];
  const states = await Promise.all(names.map(stateOf));
  const files = Object.fromEntries(names.map((name, i) => [name, states[i]]));
  await replace({ path: reportFiles, contents: Buffer.from(JSON.stringify({ isDev, files })) });
}

async function stateOf(name) {
  const { mtimeMs, size } = await stat(path.join(root, name));
  return `${mtimeMs} ${size}`;
}

async function watch() {
  for (const options of builds) {
    const context = await esbuild.context({ ...options, write: true, logLevel: 'info' });
    await context.watch();
  }
}

/** The module that the command "Open a Sample Module" copies. */
async function copySample() {
  await cp(path.join(root, 'test', 'workspaces', 'sample'), path.join(root, 'dist', 'sample'), { recursive: true });
}

/** Replaces a file in one step, so that no process reads a part of it. */
async function replace({ path: file, contents }) {
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(contents)) {
    return;
  }
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, contents);
  await rename(draft, file);
}

/** The sizes of the written files, which a plugin may have changed since the metafile was made. */
function printSizes({ outputFiles, metafile: { outputs } }) {
  for (const { path: output, contents } of outputFiles.filter((file) => !file.path.endsWith('.map'))) {
    const file = path.relative(root, output);
    console.log(`${file.padEnd(20)} ${kilobytes(contents.length)}${largestInputs(outputs[file].inputs)}`);
  }
}

function largestInputs(inputs) {
  const sizes = new Map();
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const owner = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? 'Linecost';
    sizes.set(owner, (sizes.get(owner) ?? 0) + bytesInOutput);
  }
  const largest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 4);
  return `   ${largest.map(([owner, bytes]) => `${owner} ${kilobytes(bytes).trim()}`).join(', ')}`;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
}
