import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capture } from '../../../../src/captures/loadedCapture';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
const item = { text: '', tooltip: '', show: () => undefined, hide: () => undefined, dispose: () => undefined };
Object.assign((vscode.module as { window: object }).window, { createStatusBarItem: () => item });
Object.assign(vscode.module, { StatusBarAlignment: { Left: 1 } });
withVscode(vscode.module);

function captureOf(id: number, goVersion: string): Capture {
  const profiles = [{ summary: summaryOf(id, 'cpu/nanoseconds'), label: 'cpu' }];
  const conditions = { goVersion, maxProcs: 8 };
  const known = { title: 'heap', subject: 'heap', capturedAt: 1e12, profiles, results: [], conditions };
  return { ...known, id: `${id}`, sources: new Map() };
}

/** The status bar item for a comparison of two captures that were measured with these versions of Go. */
async function statusOf(before: string, now: string): Promise<{ text: string; tooltip: string }> {
  const { Session } = await import('../../../../src/captures/session');
  const { ComparisonStatus } = await import('../../../../src/views/status/comparisonStatus');
  const session = new Session(new FakeEngine());
  const status = new ComparisonStatus(session, new FakeEngine().asEngine());
  session.activate(captureOf(2, now));
  session.compareWith({ capture: captureOf(1, before), movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false });
  status.dispose();
  return { text: item.text.replaceAll('\u00a0', ' '), tooltip: item.tooltip };
}

test('the status bar says if the baseline was measured with a different Go version', async () => {
  const { text, tooltip } = await statusOf('go1.25.1', 'go1.26.8');
  assert.match(text, /^\$\(git-compare\) heap vs .* · Go 1\.26\.8 \(before: 1\.25\.1\) · share of total$/);
  assert.equal(tooltip.split('\n').at(-1), 'Measured under other conditions than the baseline: Go 1.26.8 (before: 1.25.1).');
});

test('without an active profile, the status bar says so beside the baseline', async () => {
  const { Session } = await import('../../../../src/captures/session');
  const { ComparisonStatus } = await import('../../../../src/views/status/comparisonStatus');
  const session = new Session(new FakeEngine());
  const status = new ComparisonStatus(session, new FakeEngine().asEngine());
  session.compareWith({ capture: captureOf(1, 'go1.26.8'), movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false });
  status.dispose();
  assert.match(item.text, /^\$\(git-compare\) baseline heap/);
  assert.equal(item.tooltip, 'Linecost: no profile is active');
});

test('a baseline that was measured under the same conditions has no remark', async () => {
  const { text, tooltip } = await statusOf('go1.26.8', 'go1.26.8');
  assert.doesNotMatch(`${text} ${tooltip}`, /conditions|\(before/);
});

test('beside a profile of another benchmark, the status bar says that it is not compared, and the tooltip names the baseline', async () => {
  const { Session } = await import('../../../../src/captures/session');
  const { ComparisonStatus } = await import('../../../../src/views/status/comparisonStatus');
  const session = new Session(new FakeEngine());
  const status = new ComparisonStatus(session, new FakeEngine().asEngine());
  session.compareWith({ capture: captureOf(1, 'go1.26.8'), movedFiles: () => [], mode: 'base', normalize: false, totals: false });
  session.activate({ ...captureOf(2, 'go1.26.8'), title: 'other', subject: 'other' });
  status.dispose();
  assert.equal(item.text.replaceAll('\u00a0', ' '), '$(git-compare) not compared');
  assert.match(item.tooltip, /measured something other than the active profile; .*\nbaseline heap \S+/);
});

test('only sample types that are compared per operation say so', async () => {
  const { Session } = await import('../../../../src/captures/session');
  const { ComparisonStatus } = await import('../../../../src/views/status/comparisonStatus');
  const { comparison } = await import('../../../../src/editor/hover/hoverBaseline');
  const memoryOf = (id: number): Capture => {
    const summary = summaryOf(id, 'alloc_space/bytes,inuse_space/bytes');
    const target = { file: '/w/a_test.go', name: 'BenchmarkA' };
    return { ...captureOf(id, 'go1.26.8'), subject: 'BenchmarkA', target, loop: 'b.Loop', profiles: [{ summary, label: 'memory', iterations: [100] }] };
  };
  const session = new Session(new FakeEngine());
  const status = new ComparisonStatus(session, new FakeEngine().asEngine());
  session.activate(memoryOf(2));
  session.compareWith({ capture: memoryOf(1), movedFiles: () => [], mode: 'diff_base', normalize: false, totals: false });
  const saysPerOperation = (sampleType: number) => {
    session.switchSampleType(sampleType);
    return [item.text, comparison(session.active!)].map((text) => text.includes('per operation') || text.includes('per\u00a0operation'));
  };
  assert.deepEqual(saysPerOperation(0), [true, true]);
  assert.deepEqual(saysPerOperation(1), [false, false], 'memory in use is compared as a total');
  status.dispose();
});
