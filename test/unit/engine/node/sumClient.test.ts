import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { SumClient, type SumWorker } from '../../../../src/engine/node/sumClient';
import { guarded } from '../../../../src/profile/common/guard';
import { rowLayout } from '../../../../src/profile/sums/keySums';
import { sumStacks } from '../../../../src/profile/sums/sumStacks';
import type { HelpedSums, SumHelper } from '../../../../src/profile/sums/oncePerSampleSums';
import { repoRoot } from '../../../host/paths.mjs';

/** Enough samples for a second thread. Every fourth of the 1024 locations has a second key, which others share. */
const SAMPLES = 200_000;
const DEPTH = 40;
const STACKS = {
  offsets: Uint32Array.from({ length: SAMPLES + 1 }, (_, i) => i * DEPTH),
  locations: Uint32Array.from({ length: SAMPLES * DEPTH }, (_, i) => Math.imul(i ^ (i >>> 7), 0x9e3779b1) >>> 22),
};
const KEYS = Array.from({ length: 1024 }, (_, location) =>
  location % 4 === 0 ? [location, 1024 + (location % 16)] : [location]);
const FRAMES = {
  offsets: Uint32Array.from([0, ...KEYS.map((_, i) => KEYS.slice(0, i + 1).flat().length)]),
  keys: Uint32Array.from(KEYS.flat()),
  count: 1040,
};
const COLUMNS = [
  (i: number) => (i % 5 === 0 ? 0 : (i % 7) - 10),
  (i: number) => (i % 5 === 0 ? 0 : 8 * (i % 9) + 1),
  (i: number) => (i % 3 === 0 ? 0 : 5 - (i % 7)),
].map((value) => Float64Array.from({ length: SAMPLES }, (_, i) => value(i)));

let code = '';
const threads: Worker[] = [];

before(async () => {
  const entry = path.join(repoRoot, 'src', 'engine', 'node', 'sumThread.ts');
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', write: false });
  code = outputFiles[0]!.text;
});

after(() => Promise.all(threads.map((thread) => thread.terminate())));

function threadOf(source: string, limits = { maxWaitMs: 10_000, idleMs: 60_000 }): SumClient {
  return new SumClient(() => {
    const worker = new Worker(source, { eval: true });
    threads.push(worker);
    // Keeps the process alive while the test waits.
    return Object.assign(worker, { unref: () => undefined }) as SumWorker;
  }, limits);
}

/** The sums with a second thread, and how many times that thread began a sum and took a chunk of samples. */
function helped(helper: SumHelper, columns: readonly Float64Array[]) {
  const counts = { begun: 0, taken: 0 };
  const counting: SumHelper = {
    start: () => helper.start(),
    begin: (layout) => {
      counts.begun++;
      const help = helper.begin(layout);
      return help && {
        take: (...samples: Parameters<HelpedSums['take']>) => {
          const isTaken = help.take(...samples);
          if (isTaken) counts.taken++;
          return isTaken;
        },
        finish: () => help.finish(),
      };
    },
  };
  const guard = {
    checkpoint: () => undefined, hasRoom: () => true, claim: () => undefined, maxBytes: Infinity, sumHelper: counting,
  };
  return { sums: guarded(guard, () => sumStacks(STACKS, columns, FRAMES)), ...counts };
}

test('sums with a second thread equal the sums of one thread', async () => {
  const thread = threadOf(code);
  thread.start();
  await once(threads.at(-1)!, 'online');
  const alone = sumStacks(STACKS, COLUMNS, FRAMES);
  for (let time = 1; time <= 2; time++) {
    const { sums, begun, taken } = helped(thread, COLUMNS);
    assert.deepEqual(sums, alone);
    assert.equal(begun, 2);
    assert.ok(taken > 4, `${taken} chunks taken`);
  }
});

test('if sums may be inexact, or most samples are zero, there is no second thread', () => {
  const thread = threadOf(code);
  const fractions = COLUMNS[0]!.map((value) => value / 3);
  const large = COLUMNS[0]!.map((value) => value * 2 ** 50);
  const sparse = COLUMNS[0]!.map((value, i) => (i % 16 === 1 ? value : 0));
  for (const column of [fractions, large, sparse]) assert.equal(helped(thread, [column]).begun, 0);
});

for (const [behavior, source] of [
  ['fails', 'throw new Error("no")'],
  ['never answers', 'setInterval(() => undefined, 1000)'],
  ['ignores its requests', 'require("node:worker_threads").parentPort.on("message", (port) => port.on("message", () => undefined))'],
] as const) {
  test(`if the thread ${behavior}, its samples are summed without it, and it gets no more work`, () => {
    const thread = threadOf(source, { maxWaitMs: 50, idleMs: 60_000 });
    const { sums, taken } = helped(thread, COLUMNS.slice(0, 2));
    assert.ok(taken > 0);
    assert.deepEqual(sums, sumStacks(STACKS, COLUMNS.slice(0, 2), FRAMES));
    assert.equal(helped(thread, COLUMNS).taken, 0);
  });
}

test('an abandoned sum does not affect the next sum', () => {
  const thread = threadOf(code);
  const columns = { ...STACKS, first: COLUMNS[0]!, second: COLUMNS[1]! };
  const layout = rowLayout(FRAMES);
  assert.ok(thread.begin(layout)!.take(columns, 0, 1000));
  assert.deepEqual(helped(thread, COLUMNS).sums, sumStacks(STACKS, COLUMNS, FRAMES));
});

test('an idle thread ends, and another starts when there is work', async () => {
  const thread = threadOf(code, { maxWaitMs: 10_000, idleMs: 20 });
  thread.start();
  const worker = threads.at(-1)!;
  await once(worker, 'exit');
  assert.ok(helped(thread, COLUMNS).taken > 0);
  assert.notEqual(threads.at(-1), worker);
});
