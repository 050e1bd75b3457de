import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBenchstat } from './benchstat.mjs';
import { packageExtension } from './build.mjs';
import { bundleTests } from './bundles.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureCodeServer } from './codeServer.mjs';
import { runNpm } from './npm.mjs';
import { repoRoot } from './paths.mjs';
import { HostError } from './processes.mjs';
import { endTree } from './processTree.mjs';
import { installedExtension } from './serve.mjs';
import { findTestFiles } from './testFiles.mjs';

/** Time limit for each stage. */
const STAGE_LIMIT_MS = 45 * 60_000;
const COUNTING_REPORTER = new URL('countingReporter.mjs', import.meta.url).href;
const SEED = new URL('seed.mjs', import.meta.url).href;
const NO_TESTS = { passed: 0, failed: 0, skipped: 0 };
/** More than the usual two processors, because a VS Code may wait for Go. Five files at once take a tenth longer. */
const E2E_CONCURRENCY = 3;
/** If more files than this fail, it is not a coincidence, and none of them runs again. */
const MAX_RETRIED_FILES = 8;

/**
 * The stages of `npm test`, in order. `check` runs a stage and returns its counts; if it is given parts, it runs only
 * the files whose paths contain one of them. The stages with `isFirst` run before the others and at the same time,
 * because the compiler and the linter use one processor each. `prepare` installs what the other stages need.
 */
export const STAGES = [
  { name: 'types', isFirst: true, needsGo: false, check: () => runScript('types') },
  { name: 'lint', isFirst: true, needsGo: false, check: () => runScript('lint') },
  { name: 'unit', isFirst: true, needsGo: false, check: (parts) => runIn(['unit', 'host'], parts, availableParallelism()) },
  { name: 'conformance', needsGo: true, prepare: prepareBenchstat, check: (parts) => runIn(['conformance'], parts, availableParallelism() + 1) },
  { name: 'e2e', needsGo: true, prepare: prepareBrowserAndEditor, check: endToEnd },
];

async function prepareBenchstat() {
  await ensureBenchstat();
}

async function prepareBrowserAndEditor() {
  await ensureChromium();
  await ensureCodeServer();
  await packageExtension();
  await installedExtension();
}

async function runScript(name) {
  await runNpm(['run', '-s', name], { cwd: repoRoot, quiet: true });
  return NO_TESTS;
}

async function runIn(folders, parts, concurrency) {
  return sumOf(await runFiles(filesIn(folders, parts), concurrency));
}

/**
 * Runs each failed file a second time, alone, and prints its path: on a machine that is busy for a moment, a browser
 * may miss a click. The second result counts.
 */
async function endToEnd(parts) {
  const first = await runFiles(filesIn(['e2e'], parts), E2E_CONCURRENCY);
  const isTestFile = (file) => file.endsWith('.test.ts') && existsSync(file);
  const failed = Object.keys(first).filter((file) => first[file].failed > 0 && isTestFile(file));
  // A failure under another path belongs to the whole run, or to a folder whose tests share a bundle.
  const runFailed = Object.keys(first).some((file) => !isTestFile(file));
  if (failed.length === 0 || failed.length > MAX_RETRIED_FILES || runFailed) {
    return sumOf(first);
  }
  console.log(`\nSecond run of: ${failed.map((file) => path.relative(repoRoot, file)).join(', ')}`);
  return sumOf({ ...first, ...(await runFiles(failed, 1)) });
}

function filesIn(folders, parts) {
  const files = findTestFiles(folders.map((folder) => path.join(repoRoot, 'test', folder)), parts);
  if (files.length === 0) {
    throw new HostError(`No test file was found in ${folders.map((folder) => `test/${folder}`).join(' or ')}.`);
  }
  return files;
}

function sumOf(countsByFile) {
  const sum = { ...NO_TESTS };
  for (const counts of Object.values(countsByFile)) {
    for (const outcome of Object.keys(sum)) {
      sum[outcome] += counts[outcome];
    }
  }
  return sum;
}

/** Returns counts by file; a failure that belongs to no file is counted under "". */
async function runFiles(files, concurrency) {
  const scratch = await realpath(await mkdtemp(path.join(tmpdir(), 'linecost-tests-')));
  const countsFile = path.join(scratch, 'counts.json');
  try {
    const reporters = [['spec', 'stdout'], [COUNTING_REPORTER, countsFile]];
    const options = reporters.flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`]);
    const limits = [`--test-concurrency=${concurrency}`];
    const sources = await bundleTests(files, scratch);
    const env = { ...process.env, LINECOST_TEST_FOLDER: scratch };
    const node = ['--import', SEED, '--enable-source-maps', '--test', ...limits, ...options];
    const code = await runWithinLimit([...node, ...sources.keys()], env);
    const counts = bySource(JSON.parse(await readFile(countsFile, 'utf8')), sources);
    const { passed, failed } = sumOf(counts);
    if (passed + failed === 0) {
      throw new HostError('No test ran.');
    }
    return code !== 0 && failed === 0 ? { ...counts, '': { ...NO_TESTS, failed: 1 } } : counts;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Replaces bundles with their sources, because a file that fails before its first test is counted under its bundle. */
function bySource(countsByFile, sources) {
  return Object.fromEntries(Object.entries(countsByFile).map(([file, counts]) => [sources.get(file) ?? file, counts]));
}

async function runWithinLimit(args, env) {
  const child = spawn(process.execPath, args, { cwd: repoRoot, env, stdio: 'inherit' });
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    void endTree(child);
  }, STAGE_LIMIT_MS);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  clearTimeout(timer);
  if (expired) {
    throw new HostError(`The tests did not end within ${STAGE_LIMIT_MS / 60_000} minutes.`);
  }
  return code;
}
