import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BusyError, OneAtATime } from '../../../../src/features/profile/oneAtATime';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const neverAborted = () => new AbortController().signal;

test('refuses a second measurement while one runs, and allows it afterwards', async () => {
  const measurements = new OneAtATime();
  const end = await measurements.begin(neverAborted());
  assert.throws(() => measurements.check(), { name: 'BusyError' });
  await assert.rejects(measurements.begin(neverAborted()), { name: 'BusyError' });
  end();
  measurements.check();
  await measurements.begin(neverAborted());
});

test('waits until a cancelled measurement has ended', async () => {
  const measurements = new OneAtATime();
  const first = new AbortController();
  const order: string[] = [];
  const end = await measurements.begin(first.signal);
  first.abort();
  measurements.check();
  const second = measurements.begin(neverAborted()).then(() => order.push('second began'));
  order.push('first ended');
  end();
  await second;
  assert.deepEqual(order, ['first ended', 'second began']);
});

test('a measurement that lets the next one begin is cancelled by it, but not by a check', async () => {
  const measurements = new OneAtATime();
  const first = new AbortController();
  const end = await measurements.begin(first.signal, () => first.abort());
  measurements.letNextBegin();
  measurements.check();
  assert.equal(first.signal.aborted, false);
  const second = measurements.begin(neverAborted());
  assert.equal(first.signal.aborted, true);
  end();
  await second;
  assert.throws(() => measurements.check(), { name: 'BusyError' });
});

test('does not begin a measurement that is cancelled while it waits', async () => {
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

test('a measurement that reads stored captures first waits until one that it may end is stored', async () => {
  const measurements = new OneAtATime();
  await measurements.ready();
  const running = new AbortController();
  const end = await measurements.begin(running.signal, () => running.abort());
  await assert.rejects(measurements.ready(), { name: 'BusyError' });
  measurements.letNextBegin();
  let isReady = false;
  const waiting = measurements.ready().then(() => (isReady = true));
  assert.equal(running.signal.aborted, true);
  await Promise.resolve();
  assert.equal(isReady, false);
  end();
  await waiting;
});

test('ending an earlier measurement again does not end a later one', async () => {
  const measurements = new OneAtATime();
  const end = await measurements.begin(neverAborted());
  end();
  await measurements.begin(neverAborted());
  end();
  assert.throws(() => measurements.check(), { name: 'BusyError' });
});

test('the message that another measurement runs is not an error, and its button cancels that measurement', async () => {
  const vscode = fakeVscode('/work');
  withVscode(vscode.module);
  const { offerCancel } = await import('../../../../src/features/profile/offerCancel');
  const measurements = new OneAtATime();
  const running = new AbortController();
  await measurements.begin(running.signal, () => running.abort());
  const busy = await measurements.begin(neverAborted()).catch((error: unknown) => error);
  assert.ok(busy instanceof BusyError);
  await offerCancel(busy);
  assert.equal(running.signal.aborted, false);
  vscode.user.button = 'Cancel Measurement';
  await offerCancel(busy);
  assert.equal(running.signal.aborted, true);
  assert.deepEqual(vscode.messages.map(({ severity }) => severity), ['information', 'information']);
});
