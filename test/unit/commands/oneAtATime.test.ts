import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OneAtATime } from '../../../src/commands/oneAtATime';

const never = () => new AbortController().signal;

test('refuses a second measurement while one runs, and allows it afterwards', async () => {
  const measurements = new OneAtATime();
  const end = await measurements.begin(never());
  assert.throws(() => measurements.check(), /already being taken/);
  await assert.rejects(measurements.begin(never()), /already being taken/);
  end();
  measurements.check();
  await measurements.begin(never());
});

test('waits until a cancelled measurement has ended', async () => {
  const measurements = new OneAtATime();
  const first = new AbortController();
  const order: string[] = [];
  const end = await measurements.begin(first.signal);
  first.abort();
  measurements.check();
  const second = measurements.begin(never()).then(() => order.push('second began'));
  order.push('first ended');
  end();
  await second;
  assert.deepEqual(order, ['first ended', 'second began']);
});

test('begins no measurement that was cancelled while it waited', async () => {
  const measurements = new OneAtATime();
  const [first, second] = [new AbortController(), new AbortController()];
  const end = await measurements.begin(first.signal);
  first.abort();
  const waiting = measurements.begin(second.signal);
  second.abort();
  end();
  await assert.rejects(waiting, { name: 'AbortError' });
  measurements.check();
});

test('an earlier measurement does not end a later one', async () => {
  const measurements = new OneAtATime();
  const end = await measurements.begin(never());
  end();
  await measurements.begin(never());
  end();
  assert.throws(() => measurements.check(), /already being taken/);
});
