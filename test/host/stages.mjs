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
const NOTHING = { passed: 0, failed: 0, skipped: 0 };
/** More than there are processors, because each VS Code waits for most of its time: for Go, and for its own timers. */
const AT_A_TIME_E2E = 5;
/** With more failing files than this, the failures are not chance. */
const MAX_RUN_AGAIN = 8;

/**
 * The stages of `npm test`, in order. `check` runs a stage, only with the files whose names contain one of the given
 * parts, and returns its counts; a stage without tests counts only if it fails. The first ones run at the same time,
 * because the compiler and the linter use one processor each.
 */
export const STAGES = [
  { name: 'types', isFirst: true, needsGo: false, check: () => script('types') },
  { name: 'lint', isFirst: true, needsGo: false, check: () => script('lint') },
  { name: 'unit', isFirst: true, needsGo: false, check: (parts) => tests(['unit', 'host'], parts, availableParallelism()) },
  { name: 'conformance', needsGo: true, prepare: prepareBenchstat, check: (parts) => tests(['conformance'], parts, availableParallelism() + 1) },
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

async function script(name) {
  await runNpm(['run', '-s', name], { cwd: repoRoot, quiet: true });
  return NOTHING;
}

async function tests(folders, parts, concurrency) {
  return summed(await testFiles(found(folders, parts), concurrency));
}

/**
 * A file that fails is run once more, alone, and the output says so: a machine that is busy for a moment makes a
 * browser miss a click. What fails twice has failed.
 */
async function endToEnd(parts) {
  const first = await testFiles(found(['e2e'], parts), AT_A_TIME_E2E);
  const failed = Object.keys(first).filter((file) => first[file].failed > 0 && existsSync(file));
  const isWholeRunLost = failed.length > MAX_RUN_AGAIN || Object.keys(first).some((file) => !existsSync(file));
  if (failed.length === 0 || isWholeRunLost) {
    return summed(first);
  }
  console.log(`\nRun once more: ${failed.map((file) => path.relative(repoRoot, file)).join(', ')}`);
  return summed({ ...first, ...(await testFiles(failed, 1)) });
}

function found(folders, parts) {
  const files = findTestFiles(folders.map((folder) => path.join(repoRoot, 'test', folder)), parts);
  if (files.length === 0) {
    throw new HostError(`No test file was found in ${folders.map((folder) => `test/${folder}`).join(' or ')}.`);
  }
  return files;
}

function summed(countsByFile) {
  const sum = { ...NOTHING };
  for (const counts of Object.values(countsByFile)) {
    for (const outcome of Object.keys(sum)) {
      sum[outcome] += counts[outcome];
    }
  }
  return sum;
}

/** Counts by file; those of no file are under "". */
async function testFiles(files, concurrency) {
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
    const { passed, failed } = summed(counts);
    if (passed + failed === 0) {
      throw new HostError('No test ran.');
    }
    return code !== 0 && failed === 0 ? { ...counts, '': { ...NOTHING, failed: 1 } } : counts;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A file that breaks before its first test is counted under the name of its bundle. */
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
    throw new HostError(`The tests had not ended after ${STAGE_LIMIT_MS / 60_000} minutes.`);
  }
  return code;
}
