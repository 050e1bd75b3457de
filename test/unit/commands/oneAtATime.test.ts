import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OneAtATime } from '../../../src/commands/oneAtATime';

/** A measurement that ends when it is told to. */
function measurement() {
  const controller = new AbortController();
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { signal: controller.signal, cancel: () => controller.abort(), end, act: () => ended };
}

test('refuses a second measurement while one runs, and takes it afterwards', async () => {
  const turns = new OneAtATime();
  const first = measurement();
  const running = turns.run(first.signal, first.act);
  assert.throws(() => turns.check(), /taken already/);
  await assert.rejects(turns.run(new AbortController().signal, async () => 'never'), /taken already/);
  first.end();
  await running;
  turns.check();
  assert.equal(await turns.run(new AbortController().signal, async () => 'done'), 'done');
});

test('waits for a cancelled measurement to end instead of refusing', async () => {
  const turns = new OneAtATime();
  const first = measurement();
  const order: string[] = [];
  const running = turns.run(first.signal, () => first.act().then(() => order.push('first ended')));
  first.cancel();
  turns.check();
  const second = turns.run(new AbortController().signal, async () => order.push('second began'));
  first.end();
  await Promise.all([running, second]);
  assert.deepEqual(order, ['first ended', 'second began']);
});

test('starts nothing that was cancelled while it waited', async () => {
  const turns = new OneAtATime();
  const [first, second] = [measurement(), measurement()];
  const running = turns.run(first.signal, first.act);
  first.cancel();
  let began = false;
  const waiting = turns.run(second.signal, async () => (began = true));
  second.cancel();
  first.end();
  await running;
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.equal(began, false);
});

test('lets the next one begin after a failure', async () => {
  const turns = new OneAtATime();
  await assert.rejects(turns.run(new AbortController().signal, () => Promise.reject(new Error('no'))), /no/);
  turns.check();
});
