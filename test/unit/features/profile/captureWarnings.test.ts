import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Target } from '../../../../src/features/profile/pickTarget';
import type { Capture, LoadedProfile } from '../../../../src/captures/loadedCapture';
import { summaryOf } from '../../../shared/fakeEngine';
import { fakeOutput } from '../../../shared/fakeOutput';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

function profileOf(label: string, cpuSeconds: number, seconds = 1): LoadedProfile {
  const summary = summaryOf(1, 'samples/count,cpu/nanoseconds');
  return { label, summary: { ...summary, totals: [100 * cpuSeconds, cpuSeconds * 1e9], durationNanos: seconds * 1e9 } };
}

test('a benchmark that mostly waits is told which profile shows waits, unless it has that profile', async () => {
  const { waitingText } = await import('../../../../src/features/profile/captureWarnings');
  const textOf = (...profiles: readonly LoadedProfile[]) => waitingText({ profiles: [profiles[0]!, ...profiles.slice(1)] }, 'BenchmarkX');
  assert.match(textOf(profileOf('cpu', 0.02), profileOf('memory', 0))!, /^BenchmarkX waits for 98\u202f% of its time, /);
  assert.match(textOf(profileOf('cpu', 0.001))!, /^BenchmarkX waits for 99\u202f% of its time, /);
  assert.equal(textOf(profileOf('cpu', 0.1)), undefined);
  for (const kind of ['wall', 'block', 'mutex']) {
    assert.equal(textOf(profileOf('cpu', 0.02), profileOf(kind, 0)), undefined);
  }
  assert.equal(textOf(profileOf('memory', 0)), undefined);
});

test('a run that is too short for samples is not said to wait', async () => {
  const { waitingText } = await import('../../../../src/features/profile/captureWarnings');
  assert.equal(waitingText({ profiles: [profileOf('cpu', 0, 0.005)] }, 'TestX'), undefined);
});

test('the reason why a profile does not fit its run, with its line, comes before any advice', async () => {
  const { warnOfProfile } = await import('../../../../src/features/profile/captureWarnings');
  const misfit = { text: 'BenchmarkX stops the cpu profile itself (x_test.go:12).', place: { file: '/w/x_test.go', line: 12 } };
  const said = (capture: Partial<Capture>, isInTurns = false) => {
    vscode.messages.length = 0;
    const profile = { ...profileOf('cpu', 0.01), ...(capture.misfit ? {} : { misfit }) };
    const target = { name: 'BenchmarkX', kind: 'benchmark' } as unknown as Target;
    warnOfProfile({ profiles: [profile], ...capture } as unknown as Capture, target, fakeOutput(), { isInTurns });
    return vscode.messages.map(({ text, buttons }) => [text, buttons]);
  };
  const buttons = ['Open x_test.go:12', 'Learn More', 'Show Output'];
  assert.deepEqual(said({}), [[misfit.text, buttons]]);
  assert.deepEqual(said({}, true), [[misfit.text, buttons]], 'the results fit');
  const noVerdict = `${misfit.text} So it was not measured in turns, and there is no verdict.`;
  assert.deepEqual(said({ misfit }, true), [[noVerdict, buttons]]);
});

test('flags that Linecost leaves out are said once, with a button that opens their setting', async () => {
  const { warnOfLeftOut } = await import('../../../../src/features/profile/captureWarnings');
  vscode.messages.length = 0;
  for (const leftOut of [['-trace', '-cpuprofile'], ['-trace', '-cpuprofile'], undefined, []]) warnOfLeftOut({ leftOut }, fakeOutput());
  assert.deepEqual(vscode.messages.map(({ text, buttons }) => [text, buttons]), [[
    'Linecost leaves -trace, -cpuprofile out of linecost.go.testFlags: it sets them itself, or they would disturb the measurement.',
    ['Open Settings', 'Show Output'],
  ]]);
});
