import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Misfit } from '../../../../src/bench/misfit';
import { OneAtATime } from '../../../../src/features/profile/oneAtATime';
import { fakeVscode, FakeUri } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/work');
withVscode(vscode.module);

type Measure = (name: string, signal: AbortSignal) => Promise<Misfit | void>;

/** Runs a queue of the benchmarks A, B and C. Returns its outcome and its final message. */
async function queue(measure: Measure, measurements = new OneAtATime()) {
  const { runQueue } = await import('../../../../src/features/suite/suiteQueue');
  const { outcomeText } = await import('../../../../src/features/suite/suiteQueue');
  vscode.progress.length = 0;
  const uri = FakeUri.file('/m/x_test.go') as never;
  const targets = ['A', 'B', 'C'].map((name) => ({ uri, kind: 'benchmark' as const, name }));
  const suite = { name: 'x_test.go', targets, isOnlyMeasured: false };
  const outcome = await runQueue(suite, measurements, async ({ name }, progress) => {
    progress.report('building');
    return (await measure(name, progress.signal)) ?? undefined;
  });
  return { outcome, text: outcomeText(suite, outcome) };
}

test('benchmarks run one after the other, and the progress names each one', async () => {
  const events: string[] = [];
  const { text } = await queue(async (name) => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
  });
  assert.deepEqual(events, ['A begins', 'A ends', 'B begins', 'B ends', 'C begins', 'C ends']);
  assert.deepEqual(vscode.progress, ['1 of 3: A', '2 of 3: B', '3 of 3: C'].map((position) => {
    return `Profiling 3 benchmarks: ${position}, building`;
  }));
  assert.equal(text, '3 benchmarks of x_test.go were profiled.');
});

test('a failed benchmark does not stop the queue, and the final message names it', async () => {
  const { outcome, text } = await queue(async (name) => {
    if (name === 'B') throw new Error('It panicked.');
  });
  assert.deepEqual(outcome, { done: 2, failed: [{ name: 'B', message: 'It panicked.' }] });
  assert.equal(text, '2 of 3 benchmarks of x_test.go were profiled. B: It panicked.');
});

test('cancelling ends the queue, and the message says so and counts the benchmarks that had finished', async () => {
  const { outcome, text } = await queue(async (name, signal) => {
    if (name === 'B') vscode.cancelProgress();
    signal.throwIfAborted();
  });
  assert.deepEqual(outcome, { done: 1, failed: [] });
  assert.equal(text, 'Cancelled: 1 of 3 benchmarks of x_test.go were profiled.');
});

test('the message after a cancel has the failures before it, and a cancel after the last benchmark is not mentioned', async () => {
  const fail = async (name: string, signal: AbortSignal) => {
    if (name === 'A') throw new Error('It panicked.');
    if (name === 'C') vscode.cancelProgress();
    signal.throwIfAborted();
  };
  assert.equal((await queue(fail)).text, 'Cancelled: 1 of 3 benchmarks of x_test.go were profiled. A: It panicked.');
  const { text } = await queue(async (name) => {
    if (name === 'C') vscode.cancelProgress();
  });
  assert.equal(text, '3 benchmarks of x_test.go were profiled.');
});

test('no other measurement begins before the end of the queue', async () => {
  const measurements = new OneAtATime();
  await queue(async () => assert.throws(() => measurements.check(), { name: 'BusyError' }), measurements);
  measurements.check();
});

test('the final message names at most three failures', async () => {
  const { outcomeText } = await import('../../../../src/features/suite/suiteQueue');
  const failed = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, message: 'It failed.' }));
  const suite = { name: 'module m', targets: Array(6).fill({ kind: 'benchmark' }), isOnlyMeasured: true };
  const text = outcomeText(suite, { done: 1, failed });
  assert.equal(text, '1 of 6 benchmarks of module m were measured. A: It failed. B: It failed. C: It failed. 2 more failed.');
});

test('the final message names the benchmarks whose results or profiles do not fit their run', async () => {
  const { outcome, text } = await queue(async (name) => {
    return name === 'B' ? { text: 'B sets b.N itself (b_test.go:3).' } : undefined;
  });
  assert.equal(outcome.done, 3);
  assert.match(text, /were (?:profiled|measured)\. B sets b\.N itself \(b_test\.go:3\)\.$/);
});

test('a message that begins with the name of the benchmark is not preceded by it again', async () => {
  const { outcomeText } = await import('../../../../src/features/suite/suiteQueue');
  const suite = { name: 'module m', targets: Array(3).fill({ kind: 'benchmark' }), isOnlyMeasured: false };
  const failed = [{ name: 'A', message: 'A panics: no luck.' }, { name: 'B', message: 'BC does not compile.' }];
  const text = outcomeText(suite, { done: 1, failed });
  assert.equal(text, '1 of 3 benchmarks of module m were profiled. A panics: no luck. B: BC does not compile.');
});

test('benchmarks of the same package are placed next to each other', async () => {
  const { byPackage } = await import('../../../../src/features/suite/suiteQueue');
  const targetIn = (path: string) => ({ uri: FakeUri.file(path) as never, kind: 'benchmark', name: path }) as const;
  const paths = ['/m/a/x_test.go', '/m/b/x_test.go', '/m/a/y_test.go', '/m/x_test.go', '/m/b/y_test.go'];
  const ordered = ['/m/a/x_test.go', '/m/a/y_test.go', '/m/b/x_test.go', '/m/b/y_test.go', '/m/x_test.go'];
  assert.deepEqual(byPackage(paths.map(targetIn)).map(({ name }) => name), ordered);
});
