import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latestOnly } from '../../../src/engine/latestOnly';
import { FakeEngine } from '../../shared/fakeEngine';

function scene() {
  const engine = new FakeEngine();
  const signals: AbortSignal[] = [];
  engine.answers.files = (_, signal) => {
    signals.push(signal!);
    return [];
  };
  return { latest: latestOnly(engine.asEngine()), signals };
}

test('a newer query cancels the older query', async () => {
  const { latest, signals } = scene();
  await latest.ask('files', { profile: 1 });
  await latest.ask('files', { profile: 2 });
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, false]);
});

test('a query that is already cancelled cancels no other query', async () => {
  const { latest, signals } = scene();
  await latest.ask('files', { profile: 2 });
  await latest.ask('files', { profile: 1 }, AbortSignal.abort());
  assert.deepEqual(signals.map(({ aborted }) => aborted), [false, true]);
});
