import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import { CaptureError } from '../../../../src/common/captureError';
import type { LoadRun } from '../../../../src/live/load/runLoad';
import { type StartLoad, underLoad } from '../../../../src/live/load/underLoad';

const OPTIONS = { warmUpSeconds: 0.02, seconds: 0.05, report: () => undefined };

/** A load that ends after some milliseconds, or when it is asked to. */
function loadOf(millis: number, stages: string[] = []): StartLoad {
  return async ({ signal, interrupt }) => {
    const startedAt = Date.now();
    stages.push('load');
    const aborted = AbortSignal.any([signal, interrupt]);
    const how = (): unknown => stages.push(interrupt.aborted ? 'interrupted' : 'ended');
    await delay(millis, undefined, { signal: aborted }).catch(how);
    signal.throwIfAborted();
    return { exitCode: 0, output: '', startedAt, endedAt: Date.now() } satisfies LoadRun;
  };
}

test('what is measured begins after the warm-up, and ends before the load does', async () => {
  const stages: string[] = [];
  const report = (stage: string): void => void stages.push(stage);
  const options = { ...OPTIONS, signal: new AbortController().signal, report };
  const { measured, idleSeconds, run } = await underLoad(loadOf(150, stages), async () => {
    stages.push('measured');
    await delay(50);
    return 7;
  }, options);
  assert.deepEqual([measured, idleSeconds, run?.exitCode], [7, 0, 0]);
  assert.deepEqual(stages, ['load', 'load: warming up for 0.02 s', 'measured', 'load: waiting for its end']);
});

test('a load that ends before what is measured leaves time without load', async () => {
  const options = { ...OPTIONS, seconds: 0.5, signal: new AbortController().signal };
  const { idleSeconds } = await underLoad(loadOf(40), () => delay(500), options);
  assert.ok(idleSeconds > 0.3 && idleSeconds < 0.5, `${idleSeconds}`);
});

test('a load that is over before the warm-up is too short, and one that fails is the error', async () => {
  const signal = new AbortController().signal;
  const options = { ...OPTIONS, warmUpSeconds: 5, signal };
  const measure = () => assert.fail('nothing is measured');
  await assert.rejects(underLoad(loadOf(1), measure, options), /^CaptureError: The load ended after .* Let it run for 6 s or longer/);
  const failing = () => Promise.reject(new CaptureError('toolNotFound', 'hey was not found.'));
  await assert.rejects(underLoad(failing, measure, options), /hey was not found/);
});

test('a load that fails while it is measured is said, and what was measured stays', async () => {
  const failing: StartLoad = async () => {
    await delay(40);
    throw new CaptureError('failed', 'hey failed with exit code 2.');
  };
  const options = { ...OPTIONS, signal: new AbortController().signal };
  const { measured, failure, run } = await underLoad(failing, () => delay(80, 'kept'), options);
  assert.deepEqual([measured, failure?.message, run], ['kept', 'hey failed with exit code 2.', undefined]);
});

test('a load that runs on is asked to end', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stages: string[] = [];
  const start: StartLoad = ({ interrupt }) => new Promise((resolve) => {
    interrupt.addEventListener('abort', () => {
      stages.push('interrupted');
      resolve({ exitCode: 0, output: 'report', startedAt: 0, endedAt: 1 });
    });
  });
  const result = underLoad(start, async () => undefined, { ...OPTIONS, signal: new AbortController().signal });
  for (let i = 0; i < 20 && stages.length === 0; i++) {
    await new Promise(setImmediate);
    t.mock.timers.tick(1000);
  }
  assert.equal((await result).run?.output, 'report');
  assert.deepEqual(stages, ['interrupted']);
});

test('cancelling ends the load', async () => {
  const stages: string[] = [];
  const controller = new AbortController();
  const { signal } = controller;
  const result = underLoad(loadOf(60_000, stages), () => delay(60_000, undefined, { signal }), { ...OPTIONS, signal });
  setTimeout(() => controller.abort(), 60);
  await assert.rejects(result, { name: 'AbortError' });
  assert.deepEqual(stages, ['load', 'ended']);
});

test('a stop while the load runs on asks it to end at once, and keeps what was measured with its report', async () => {
  const [stages, stop] = [[] as string[], new AbortController()];
  const options = { ...OPTIONS, signal: new AbortController().signal, stop: stop.signal };
  const report = (stage: string): unknown => stage.endsWith('its end') && setImmediate(() => stop.abort());
  const { measured, run } = await underLoad(loadOf(60_000, stages), async () => 7, { ...options, report });
  assert.deepEqual([measured, run?.exitCode, stages], [7, 0, ['load', 'interrupted']]);
});

test('a stop before anything is measured ends the load, and is the error', async () => {
  const [stages, stop] = [[] as string[], new AbortController()];
  const options = { ...OPTIONS, warmUpSeconds: 60, signal: new AbortController().signal, stop: stop.signal };
  const result = underLoad(loadOf(60_000, stages), () => assert.fail('nothing is measured'), options);
  setTimeout(() => stop.abort(), 20);
  await assert.rejects(result, { name: 'AbortError' });
  assert.deepEqual(stages, ['load', 'interrupted']);
});
