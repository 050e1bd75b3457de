import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Active } from '../../../../src/captures/session';
import { movedFiles } from '../../../../src/sources/lineMatching/baselineLines';
import { removedHotLines } from '../../../../src/views/hotLines/findHotLines';
import type { BaselineEngine } from '../../../../src/captures/removedFromBaseline';
import { profileFromText } from '../../../shared/profileFromText';
import { storeEngine } from '../../../shared/storeEngine';

const [BEFORE, NOW] = ['a\nb\nc\nd\ne\nf', 'a\nd\ne'];

/** A comparison in which lines of a.go were removed: lines 2 and 3 below line 1, and line 6 below line 3. */
async function comparison() {
  const { ask } = storeEngine();
  let lastDerived: Promise<unknown> = Promise.resolve();
  const loadedIds = new Set<number>();
  const engine: BaselineEngine = {
    ask: async (query, params, signal) => {
      await lastDerived;
      return ask(query, params, signal);
    },
    derive: (of) => {
      const profile = 100 + loadedIds.size;
      loadedIds.add(profile);
      lastDerived = ask('derive', { profile, of });
      return profile;
    },
    unload: (id) => void loadedIds.delete(id),
  };
  const stacks = `
    1 40 | lib lib.go:9 < f a.go:2 < main main.go:1
    1 20 | f a.go:3 < f a.go:2 < main main.go:1
    1 10 | helper b.go:7 < f a.go:3 < main main.go:1
    1  5 | f a.go:6 < main main.go:1
    1 90 | f a.go:4 < main main.go:1
  `;
  const bytes = gzipSync(profileFromText({ types: 'samples/count cpu/nanoseconds', stacks }));
  const summary = await ask('load', { source: { kind: 'bytes', bytes } });
  const moved = movedFiles(new Map([['a.go', '/a.go']]), new Map([['/a.go', BEFORE]]), new Map([['/a.go', NOW]]));
  const baseline = { profile: { summary }, moved, operations: { now: 1, before: 1 } };
  return { engine, loadedIds, active: { baseline, refinement: {}, sampleType: 1 } as unknown as Active };
}

test('each place with removed lines has their cost in the baseline, in which every stack counts once', async () => {
  const { engine, active, loadedIds } = await comparison();
  const files = ['a.go', 'b.go', 'main.go'];
  const lines = await removedHotLines(engine, active, { files, isListed: () => true });
  assert.deepEqual(lines, [
    // The cost of helper is charged to its own line.
    { file: 'a.go', line: 1, function: 'f', charged: -60, flat: -20, cum: -70, isRemoved: true, removedLine: 2 },
    { file: 'a.go', line: 3, function: 'f', charged: -5, flat: -5, cum: -5, isRemoved: true, removedLine: 6 },
  ]);
  assert.equal(loadedIds.size, 0, 'the derived baselines are unloaded');
  const listed = (isListed: (above: number) => boolean) =>
    removedHotLines(engine, active, { files, isListed: (_, above) => isListed(above) });
  assert.deepEqual(await listed((above) => above === 3), lines.slice(1));
  assert.deepEqual(await listed(() => false), []);
});
