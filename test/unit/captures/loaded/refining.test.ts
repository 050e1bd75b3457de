import assert from 'node:assert/strict';
import test from 'node:test';
import type { QueryEngine } from '../../../../src/engine/client';
import type { Derivation, ProfileSummary } from '../../../../src/engine/queries';
import { EngineError } from '../../../../src/engine/workerMessages';
import type { Capture } from '../../../../src/captures/loadedCapture';
import { Session } from '../../../../src/captures/session';
import { Refining } from '../../../../src/captures/loaded/refining';

/** A Memento in memory, and its values. */
function fakeMemento(values: Record<string, unknown> = {}) {
  const get = (key: string, fallback?: unknown) => values[key] ?? fallback;
  const update = async (key: string, value: unknown) => void (values[key] = value);
  return { stored: values, memento: { get, update, keys: () => Object.keys(values) } as never };
}

/** An engine that numbers derived profiles from 100, and fails for a profile whose focus is `(`. */
function fakeEngine() {
  const derived: Derivation[] = [];
  const alive = new Set<number>();
  const queries: [string, number][] = [];
  return {
    derived,
    alive,
    asked: queries,
    derive(derivation: Derivation) {
      const id = 99 + derived.push(derivation);
      alive.add(id);
      return id;
    },
    unload: (id: number) => void alive.delete(id),
    ask: (async (query: string, { profile }: { profile: number }, signal?: AbortSignal) => {
      queries.push([query, profile]);
      await Promise.resolve();
      signal?.throwIfAborted();
      if (derived[profile - 100]?.refinement.focus === '(') throw new EngineError('badRefinement', 'focus: missing closing )', 'focus');
    }) as unknown as QueryEngine['ask'],
  };
}

const summary = { id: 1, sampleTypes: [{ type: 'cpu', unit: 'ns' }], defaultSampleType: 0 } as unknown as ProfileSummary;
const capture: Capture = {
  id: 'a', title: 'BenchmarkA', capturedAt: 0, profiles: [{ summary, label: 'cpu' }], results: [], sources: new Map(),
};

function scene(initial: Record<string, unknown> = {}) {
  const engine = fakeEngine();
  const session = new Session(engine);
  const { memento, stored } = fakeMemento(initial);
  const refining = new Refining(session, engine, memento);
  session.activate(capture);
  return { engine, session, refining, stored };
}

test('a valid refinement is shown and stored, and its trial profile is released', async () => {
  const { engine, session, refining, stored } = scene();
  await refining.apply({ focus: 'main', noinlines: true });
  assert.deepEqual(session.active?.refinement, { focus: 'main', noinlines: true });
  assert.deepEqual([...engine.alive], [session.active?.queryId]);
  assert.deepEqual(stored['linecost.refinement'], { focus: 'main', noinlines: true });
  assert.deepEqual(refining.history, { focus: ['main'] });
});

test('an invalid refinement changes nothing', async () => {
  const { engine, session, refining } = scene();
  await refining.apply({ focus: 'main' });
  await assert.rejects(refining.apply({ focus: '(' }), { reason: 'badRefinement', field: 'focus' });
  assert.deepEqual(session.refinement, { focus: 'main' });
  assert.deepEqual(refining.history, { focus: ['main'] });
  assert.equal(engine.alive.size, 1);
});

test('if two refinements are applied at the same time, the second is shown', async () => {
  const { engine, session, refining } = scene();
  const first = refining.apply({ focus: 'first' });
  const second = refining.apply({ focus: 'second' });
  await assert.rejects(first, { name: 'AbortError' });
  await second;
  assert.deepEqual(session.refinement, { focus: 'second' });
  assert.equal(engine.alive.size, 1);
});

test('clearing the refinement needs no query', async () => {
  const { engine, session, refining, stored } = scene();
  await refining.apply({ hide: 'x' });
  const before = engine.asked.length;
  await refining.apply({});
  assert.equal(engine.asked.length, before);
  assert.equal(session.active?.queryId, 1);
  assert.deepEqual(stored['linecost.refinement'], {});
  assert.equal(engine.alive.size, 0);
});

test('a refinement is restored after a reload, but a malformed value is not', () => {
  assert.deepEqual(scene({ 'linecost.refinement': { focus: 'main' } }).session.active?.refinement, { focus: 'main' });
  assert.deepEqual(scene({ 'linecost.refinement': { focus: 5 } }).session.active?.refinement, {});
});

test('the history of a field has the latest text first, without duplicates, up to its limit', async () => {
  const { refining } = scene();
  for (const focus of ['a', 'b', 'a']) await refining.apply({ focus });
  assert.deepEqual(refining.history.focus, ['a', 'b']);
  for (let i = 0; i < 20; i++) await refining.apply({ focus: `f${i}` });
  assert.equal(refining.history.focus?.length, 15);
  assert.equal(refining.history.focus?.[0], 'f19');
});

test('the labels to choose from are those of the shown profile without its label filter', async () => {
  const { engine, session, refining } = scene();
  const view = { search: '', limit: 10 };
  const labels = [{ key: 'user', texts: ['ann'], ranges: [] }];
  await refining.apply({ labels });
  await refining.labels(session.active!, view);
  assert.deepEqual(engine.asked.at(-1), ['labels', 1]);
  await refining.apply({ labels, focus: 'main' });
  await refining.labels(session.active!, view);
  await refining.labels(session.active!, view);
  const [, profile] = engine.asked.at(-1)!;
  assert.deepEqual(engine.derived[profile - 100]?.refinement, { focus: 'main' });
  assert.deepEqual([...engine.alive].sort(), [session.active!.queryId, profile].sort());
  session.clear();
  assert.equal(engine.alive.size, 0);
});

test('saved refinements can be read back, and saving them notifies the listeners', async () => {
  const { refining } = scene();
  let changes = 0;
  refining.onDidChange(() => changes++);
  await refining.save([{ name: 'mine', refinement: { focus: 'main' } }]);
  assert.deepEqual(refining.saved, [{ name: 'mine', refinement: { focus: 'main' } }]);
  assert.equal(changes, 1);
});
