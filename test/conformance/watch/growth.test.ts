import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMoment } from '../../../src/engine/node/readMoment';
import { gcShare } from '../../../src/live/watch/memStats';
import { watch, type Watched, withWatched } from './watchedProgram';

const MB = 1_000_000;

test('lines of a real service that keep memory and goroutines are found, and no others', async () => {
  const flags = [`-leak=${8 * MB}`, '-goroutines=20', `-garbage=${40 * MB}`];
  await withWatched(flags, async (instance) => {
    // Each interval has some 15 heap samples, so that the run of chance does not decide.
    const isEnough = ({ heap, goroutines }: Watched) => heap.length > 0 && goroutines.length > 0;
    const found = await watch(instance, { everyMs: 1000, moments: 40 }, isEnough);
    assert.deepEqual(found.heap.map(({ site }) => site.function), ['main.remember']);
    assert.deepEqual(found.goroutines.map(({ site }) => site.function), ['main.waitForever']);
    const [{ site, by }] = found.heap;
    assert.match(`${site.file}:${site.line}`, /watched\/main\.go:158$/);
    assert.ok(by > 10 * MB, String(by));
  });
});

test('a real service that is idle, and one that replaces what it has, raise nothing', async () => {
  for (const flags of [[], [`-garbage=${40 * MB}`, `-cache=${1 * MB}`]]) {
    await withWatched(flags, async (instance) => {
      const found = await watch(instance, { everyMs: 50, moments: 120 });
      assert.deepEqual([found.heap, found.goroutines], [[], []]);
    });
  }
});

test('a moment of a real service has its CPU time, goroutines and the share of garbage collection', async () => {
  await withWatched(['-spin=400ms', '-goroutines=50', `-garbage=${200 * MB}`], async (instance) => {
    const startedAt = Date.now();
    const { moments } = await watch(instance, { everyMs: 0, moments: 3, cpuSeconds: 1 });
    const [first, , last] = moments;
    const { cpuUsed = 0 } = await readMoment({ parts: [{ instance: '', bytes: last!.cpu! }] }, new AbortController().signal);
    assert.ok(cpuUsed > 0.2 && cpuUsed < 4, String(cpuUsed));
    assert.ok(last!.goroutines! > first!.goroutines!);
    assert.ok(last!.memory!.collections > first!.memory!.collections);
    const share = gcShare(first!.memory!, last!.memory!, startedAt);
    assert.ok(share > 0 && share < 100, String(share));
  });
});
