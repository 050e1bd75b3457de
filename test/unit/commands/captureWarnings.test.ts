import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadedProfile } from '../../../src/loadedCapture';
import { summaryOf } from '../../shared/fakeEngine';
import { fakeVscode } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

withVscode(fakeVscode('/w').module);

function profileOf(label: string, cpuSeconds: number, seconds = 1): LoadedProfile {
  const summary = summaryOf(1, 'samples/count,cpu/nanoseconds');
  return { label, summary: { ...summary, totals: [100 * cpuSeconds, cpuSeconds * 1e9], durationNanos: seconds * 1e9 } };
}

test('a benchmark that mostly waits is told which profile shows waits, unless it has that profile', async () => {
  const { waitingText } = await import('../../../src/commands/captureWarnings');
  const textOf = (...profiles: readonly LoadedProfile[]) => waitingText({ profiles: [profiles[0]!, ...profiles.slice(1)] }, 'BenchmarkX');
  assert.match(textOf(profileOf('cpu', 0.02), profileOf('memory', 0))!, /^BenchmarkX waits for 98 % of its time, /);
  assert.match(textOf(profileOf('cpu', 0.001))!, /^BenchmarkX waits for 99 % of its time, /);
  assert.equal(textOf(profileOf('cpu', 0.1)), undefined);
  assert.equal(textOf(profileOf('cpu', 0.02), profileOf('block', 0)), undefined);
  assert.equal(textOf(profileOf('memory', 0)), undefined);
});

test('a run that is too short for samples is not said to wait', async () => {
  const { waitingText } = await import('../../../src/commands/captureWarnings');
  assert.equal(waitingText({ profiles: [profileOf('cpu', 0, 0.005)] }, 'TestX'), undefined);
});
