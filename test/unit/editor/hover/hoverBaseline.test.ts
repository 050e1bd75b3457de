import assert from 'node:assert/strict';
import test from 'node:test';
import { HoverBaseline } from '../../../../src/editor/hover/hoverBaseline';
import type { Derivation } from '../../../../src/engine/queries';
import type { Active } from '../../../../src/captures/session';

const MOVED = [{ file: 'a.go', moves: [{ from: 1, to: 2, count: Infinity }] }];

/** An active profile that is compared with profile 7. */
function active(moved: Derivation['moved'], refinement: Derivation['refinement'] = {}): Active {
  const baseline = { profile: { summary: { id: 7 } }, moved } as Active['baseline'];
  return { refinement, baseline } as Active;
}

function fakeEngine() {
  const derived: Derivation[] = [];
  const unloaded: number[] = [];
  const unload = (id: number) => void unloaded.push(id);
  return { derived, unloaded, derive: (derivation: Derivation) => 99 + derived.push(derivation), unload };
}

test('an unrefined baseline with the same sources needs no derived profile', () => {
  const engine = fakeEngine();
  assert.equal(new HoverBaseline(engine).of(active([])), 7);
  assert.equal(new HoverBaseline(engine).of({ refinement: {} } as Active), undefined);
  assert.deepEqual(engine.derived, []);
});

test('the baseline is derived once, with the refinement of the active profile and with moved lines', () => {
  const engine = fakeEngine();
  const baselines = new HoverBaseline(engine);
  const shown = active(MOVED, { focus: 'main' });
  assert.deepEqual([baselines.of(shown), baselines.of(shown)], [100, 100]);
  assert.deepEqual(engine.derived, [{ profile: 7, moved: MOVED, refinement: { focus: 'main' } }]);
});

test('the profile derived for an earlier comparison is unloaded at the next call', () => {
  const engine = fakeEngine();
  const baselines = new HoverBaseline(engine);
  baselines.of(active(MOVED));
  baselines.of(active(MOVED));
  assert.deepEqual(engine.unloaded, [100]);
  baselines.of(active([]));
  baselines.of({ refinement: {} } as Active);
  assert.deepEqual(engine.unloaded, [100, 101]);
});
