import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import test, { after, before } from 'node:test';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { Engine, type WorkerLike } from '../../../src/engine/client';
import type { ProfileSummary } from '../../../src/engine/queries';
import type { FlameView } from '../../../src/profile/answers/flame';
import { runReport } from '../../../src/cli/runReport';
import { temporaryFolder } from '../goPrograms';
import { bomb, bytesOf, deepStack, longField, longName, manyFiles, recursion, writePacked } from './inputs';

const GB = 1024 ** 3;
/** With this time limit, the test fails if the worker does not free its memory. */
const BOUNDED = { timeout: 120_000 };
const WHOLE: FlameView = { root: 0, restFrom: 0, width: 1400, minWidth: 2, maxFrames: 2000, search: '' };

let folder: string;
let remove: () => Promise<void>;
/** The real worker reads malicious profiles of full size. The unit tests have smaller profiles. */
let engine: Engine;
let workers = 0;

before(async () => {
  ({ folder, remove } = await temporaryFolder());
  const outfile = join(folder, 'worker.js');
  const entry = join(__dirname, '../../../src/engine/node/worker.ts');
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20' });
  const start = () => {
    workers++;
    return Object.assign(new Worker(outfile), { unref: () => undefined }) as unknown as WorkerLike;
  };
  engine = new Engine(start, { memoryBytes: 2 * GB });
});
after(async () => {
  await engine.dispose();
  await remove();
});

const load = (path: string, signal?: AbortSignal): Promise<ProfileSummary> =>
  engine.ask('load', { source: { kind: 'file', path } }, signal);

async function unload({ id }: ProfileSummary): Promise<void> {
  await engine.ask('unload', { profile: id });
}

async function bombFile(): Promise<string> {
  const path = join(folder, 'bomb.pb.gz');
  await pipeline(Readable.from(bomb(10 * GB)), createWriteStream(path));
  return path;
}

test('a gzip bomb of 10 GB is refused at the memory limit, can be cancelled before that, and its memory is freed', BOUNDED, async () => {
  const path = await bombFile();
  engine.limitMemory(GB / 2);
  const started = performance.now();
  await assert.rejects(load(path), {
    reason: 'tooLarge',
    message: 'This profile needs more than 512 MB of memory. To allow more, raise the setting linecost.limits.memory.',
  });
  const halfGBMs = performance.now() - started;
  engine.limitMemory(2 * GB);
  const before = process.memoryUsage.rss();
  const controller = new AbortController();
  const loading = load(path, controller.signal);
  while (process.memoryUsage.rss() < before + GB / 4) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  await assert.rejects(loading, { name: 'AbortError' });
  const aborted = performance.now();
  await assert.rejects(engine.ask('files', { profile: 999 }), { reason: 'notLoaded' });
  // Reading on to the limit of 2 GB would take more than three times halfGBMs.
  assert.ok(performance.now() - aborted < Math.max(2000, 2 * halfGBMs), 'the worker went on reading');
  while (process.memoryUsage.rss() > before + GB / 8) await new Promise((resolve) => setTimeout(resolve, 50));
});

test('a field that claims 4 GB is reported as damage at once, in the editor and on the command line', async () => {
  const path = join(folder, 'prefix.pb');
  await writeFile(path, bytesOf(longField(0xffffffff)));
  const message = /^(.*: )?The profile is damaged at byte \d+: a field claims to be longer than 2 GB\.\n?$/;
  await assert.rejects(load(path), { reason: 'badProfile', message });
  const outcome = await runReport(['top', path], { directory: folder, readStdin: () => Promise.reject() });
  assert.equal(outcome.code, 1);
  assert.match(outcome.stderr, message);
});

test('a stack of 10^7 calls loads, is drawn and has costs', async () => {
  const path = join(folder, 'deep.pb.gz');
  await writePacked(path, deepStack(10_000_000));
  const summary = await load(path);
  const at = { profile: summary.id, sampleType: 0 };
  const [costs] = await engine.ask('fileCosts', { ...at, files: ['f7.go'] });
  assert.deepEqual([[...costs.lines], [...costs.flat], [...costs.cum]], [[8], [0], [1]]);
  const window = await engine.ask('flame', { ...at, ...WHOLE });
  assert.equal(window.id.length, 2000);
  const detail = await engine.ask('lineDetail', { ...at, file: 'f7.go', line: 8, limit: 3 });
  assert.deepEqual(detail?.callers.map((caller) => [caller.function, caller.value]), [['f8', 1]]);
  await unload(summary);
});

test('a recursion of depth 10^5 is drawn, searched and zoomed to its end, and counts each sample once', async () => {
  const path = join(folder, 'recursion.pb.gz');
  await writePacked(path, recursion(100_000));
  const summary = await load(path);
  const at = { profile: summary.id, sampleType: 0 };
  const [costs] = await engine.ask('fileCosts', { ...at, files: ['f1.go'] });
  assert.deepEqual([[...costs.lines], [...costs.flat], [...costs.cum], [...costs.samples]], [[2], [0], [10], [10]]);
  const first = await engine.ask('flame', { ...at, ...WHOLE, search: 'f2' });
  assert.deepEqual([first.matchedValue, first.matchedFrames], [10, 10]);
  let window = first;
  let depth = 0;
  for (let zooms = 0; zooms < 200; zooms++) {
    const deepest = [...window.id.keys()].filter((row) => window.rest[row] === 0).at(-1)!;
    depth = Math.max(depth, window.id[deepest]);
    if (window.id[deepest] === window.id[window.zoomed]) break;
    window = await engine.ask('flame', { ...at, ...WHOLE, root: window.id[deepest] });
    assert.ok(window.id.length <= 2000);
  }
  assert.ok(depth > 100_000, `zooming came to an end at frame ${depth}`);
  await unload(summary);
});

test('10^6 files and a name of 100 MB load, and answers with them stay small', async () => {
  const path = join(folder, 'names.pb.gz');
  await writePacked(path, manyFiles(1_000_000));
  const files = await load(path);
  assert.equal(files.functionCount, 1_000_000);
  const names = await engine.ask('filesNamed', { profile: files.id, basename: 'file7.go' });
  assert.equal(names.length, 1000);
  const [costs] = await engine.ask('fileCosts', { profile: files.id, sampleType: 0, files: [names[1]] });
  assert.deepEqual([...costs.cum], [1]);
  await unload(files);

  await writePacked(path, longName(100 * 1024 ** 2));
  const long = await load(path);
  const first = { sort: 'cum', direction: 'size', from: 0, limit: 1, search: '', find: '' } as const;
  const { function: functions } = await engine.ask('table', { profile: long.id, sampleType: 0, options: {}, ...first });
  assert.ok(functions[0].length < 20_000);
  assert.match(functions[0], /… \(104857600 bytes, string 3 of the profile\)$/);
  await unload(long);
});

test('the worker was never replaced during the tests above', () => {
  assert.equal(workers, 1);
});
