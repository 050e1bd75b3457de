import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlesOf } from './media/bundles/bundles.mjs';
import { noticesOf } from './media/notices/notices.mjs';
import { packagedReadme } from './media/readme/packagedReadme.mjs';

// node esbuild.config.mjs [report] [--dev] [--watch]
const root = path.dirname(fileURLToPath(import.meta.url));
const isDev = process.argv.includes('--dev');
const isWatched = process.argv.includes('--watch');
const onlyReport = process.argv.includes('report');
/** What the bundles depend on besides their sources. */
const BUILD_FILES = ['esbuild.config.mjs', 'media/bundles/bundles.mjs', 'media/bundles/chunks.mjs', 'media/bundles/chunkGroups.mjs', 'package-lock.json'];
/** The files that the bundles of the command line were made of, and these bundles, each with its state then. */
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

const { shipped, report } = bundlesOf(root, isDev || isWatched);
/** The shipped bundles that the command line does not have too. */
const others = Object.fromEntries(Object.entries(shipped).filter(([name]) => !(name in report)));
const logLevel = onlyReport ? 'error' : 'warning';
const optionsOf = (bundles) => Object.values(bundles).map((options) => ({ ...options, logLevel }));

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
  const [reportResults, results] = await Promise.all([report, onlyReport ? {} : others].map((bundles) => {
    return Promise.all(optionsOf(bundles).map((options) => esbuild.build(options)));
  }));
  await mkdir(path.join(root, 'dist'), { recursive: true });
  await Promise.all([...reportResults, ...results].flatMap(({ outputFiles }) => outputFiles).map(replace));
  await noteReportFiles(reportResults);
  if (onlyReport) return;
  await removeOld([...reportResults, ...results]);
  const contents = Buffer.from(await noticesOf(root, [...results, ...reportResults].map(({ metafile }) => metafile)));
  await replace({ path: path.join(root, 'dist', 'THIRD_PARTY_NOTICES.txt'), contents });
  const readme = Buffer.from(packagedReadme(await readFile(path.join(root, 'README.md'), 'utf8')));
  await replace({ path: path.join(root, 'dist', 'README.md'), contents: readme });
  await copySample();
  [...results, ...reportResults].forEach((result) => printSizes(result));
}

/** Removes the scripts and style sheets of earlier builds, whose chunks have other names. */
async function removeOld(results) {
  const written = new Set(results.flatMap(({ outputFiles }) => outputFiles.map((file) => path.basename(file.path))));
  const names = await readdir(path.join(root, 'dist'));
  const old = names.filter((name) => /\.(?:js|css)(?:\.map)?$/.test(name) && !written.has(name));
  await Promise.all(old.map((name) => rm(path.join(root, 'dist', name))));
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

async function noteReportFiles(results) {
  const built = results.flatMap(({ metafile: { inputs }, outputFiles }) => {
    return [...Object.keys(inputs), ...outputFiles.map((file) => path.relative(root, file.path))];
  });
  const names = [...new Set([...BUILD_FILES, ...built])];
  const states = await Promise.all(names.map(stateOf));
  const files = Object.fromEntries(names.map((name, i) => [name, states[i]]));
  await replace({ path: reportFiles, contents: Buffer.from(JSON.stringify({ isDev, files })) });
}

async function stateOf(name) {
  const { mtimeMs, size } = await stat(path.join(root, name));
  return `${mtimeMs} ${size}`;
}

async function watch() {
  for (const options of [...optionsOf(report), ...(onlyReport ? [] : optionsOf(others))]) {
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

/** The size of the file that is loaded first, of all files of the bundle, and of the packages in it. */
function printSizes({ outputFiles: [first, ...others], metafile: { outputs } }) {
  const all = [first, ...others].filter((file) => !file.path.endsWith('.map'));
  const total = all.reduce((sum, { contents }) => sum + contents.length, 0);
  const inAll = all.length > 1 ? ` of ${kilobytes(total).trim()} in ${all.length} files` : '';
  console.log(`${path.relative(root, first.path).padEnd(22)} ${kilobytes(first.contents.length)}${inAll}${largestInputs(outputs)}`);
}

function largestInputs(outputs) {
  const sizes = new Map();
  for (const [file, { bytesInOutput }] of Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))) {
    const owner = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? 'Linecost';
    sizes.set(owner, (sizes.get(owner) ?? 0) + bytesInOutput);
  }
  const largest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 4);
  return `   ${largest.map(([owner, bytes]) => `${owner} ${kilobytes(bytes).trim()}`).join(', ')}`;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
}
