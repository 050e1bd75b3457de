import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FlameTrees, FlameWindows } from '../../../src/engine/flameTrees';
import type { FlameView } from '../../../src/profile/answers/flame';
import { pairsOf } from '../../../src/profile/sums/notedColumns';
import { profileOf } from '../../shared/profileFromText';

const VIEW: FlameView = { root: 0, restFrom: 0, width: 100, minWidth: 1, maxFrames: 100, search: '' };
const { signal } = new AbortController();
const PROFILE = profileOf(`
  60 | wide a.go:1 < main a.go:9
  30 | narrow a.go:2 < main a.go:9
  6 | narrowest a.go:3 < main a.go:9
  4 | leaf a.go:4 < narrowest a.go:3 < main a.go:9
`);

function windowsOf(profile = PROFILE): FlameWindows {
  const trees = new FlameTrees(profile, pairsOf(profile.values), function* () {
    return undefined;
  });
  return new FlameWindows(trees);
}

test('the windows of the narrower frames, the widest first, and the window of a reset are made ahead', async () => {
  const windows = windowsOf();
  const { id, name, names } = await windows.window(0, VIEW, signal);
  const frame = (text: string) => id[name.indexOf(names.indexOf(text))]!;
  const [reset, ...zooms] = windows.likely;
  assert.equal(reset!.isReady, true, 'the window shown');
  assert.deepEqual(zooms.map(({ isReady }) => isReady), [false, false, false, false]);
  for (const zoom of zooms) while (!zoom.isReady) zoom.advance();
  const order = ['wide', 'narrow', 'narrowest', 'leaf'];
  assert.deepEqual(zooms.map(({ value }) => value!.id[value!.zoomed]), order.map(frame));
  for (const [at, text] of order.entries()) {
    const zoomed = await windows.window(0, { ...VIEW, root: frame(text) }, signal);
    assert.equal(zoomed, zooms[at]!.value);
    assert.deepEqual(zoomed, await windowsOf().window(0, { ...VIEW, root: frame(text) }, signal));
    assert.equal(windows.likely[0], reset);
  }
});

test('a window made ahead has the numbers of samples once they are known', async () => {
  const samples = profileOf('3 30 | wide a.go:1 < main a.go:9\n9 70 | widest a.go:2 < main a.go:9', { types: 'samples/count cpu/nanoseconds' });
  const windows = windowsOf(samples);
  const { id, name, names } = await windows.window(1, VIEW, signal);
  const root = id[name.indexOf(names.indexOf('wide'))]!;
  for (const each of windows.likely) while (!each.isReady) each.advance();
  assert.equal((await windows.window(1, { ...VIEW, root }, signal)).fewSamples, undefined);
  const few = async (view: FlameView) => (await windows.window(1, view, signal)).fewSamples;
  assert.deepEqual([...(await few({ ...VIEW, awaitSamples: true }))!], [0, 0, 0, 3]);
  assert.deepEqual([...(await few({ ...VIEW, root }))!], [0, 0, 3]);
});

test('only the windows used last are cached, and none after clear', async () => {
  const windows = windowsOf();
  const first = await windows.window(0, VIEW, signal);
  for (let width = 101; width < 105; width++) await windows.window(0, { ...VIEW, width }, signal);
  assert.equal(await windows.window(0, VIEW, signal), first);
  for (let width = 200; width < 240; width++) await windows.window(0, { ...VIEW, width }, signal);
  assert.notEqual(await windows.window(0, VIEW, signal), first);
  const last = await windows.window(0, VIEW, signal);
  windows.clear();
  assert.deepEqual(windows.likely, []);
  assert.notEqual(await windows.window(0, VIEW, signal), last);
});
