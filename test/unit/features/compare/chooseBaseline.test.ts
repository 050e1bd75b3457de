import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import type { CompareParts } from '../../../../src/features/compare/chooseBaseline';
import { summaryOf } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

function recordOf(id: string, name: string, capturedAt: number): CaptureRecord {
  const profiles = [{ label: 'cpu', fileName: 'cpu.pprof' }];
  return { id, title: name, capturedAt, profiles, results: [], target: { file: '/w/a_test.go', name } };
}

test('captures of the same benchmark come first in the list of captures to compare with, then newer ones', async () => {
  const { compareWith } = await import('../../../../src/features/compare/chooseBaseline');
  const records = [recordOf('d', 'BenchmarkB', 4), recordOf('c', 'BenchmarkA', 3), recordOf('b', 'BenchmarkB', 2), recordOf('a', 'BenchmarkA', 1)];
  const { target } = records[1]!;
  const profile = { label: 'cpu', summary: summaryOf(1, 'samples/count,cpu/nanoseconds') };
  const active = { capture: { id: 'shown', title: 'BenchmarkA', target }, profile };
  const captures = { records: async () => records, files: { all: () => [] } };
  await compareWith({ session: { active }, captures } as unknown as CompareParts);
  assert.deepEqual(vscode.picks, [['BenchmarkA', 'BenchmarkA', 'BenchmarkB', 'BenchmarkB', '$(folder-opened) Open a profile file…']]);
});

test('a capture to compare with is described by its figure, and by its kind if the figure does not name it', async () => {
  const { compareWith } = await import('../../../../src/features/compare/chooseBaseline');
  const totals = { cpu: { type: 'cpu', unit: 'nanoseconds', value: 6e8 }, memory: { type: 'alloc_space', unit: 'bytes', value: 2 ** 21 } };
  for (const [kind, description] of [['cpu', /^[^·]+ · [\d.]+\sms cpu$/], ['memory', /^[^·]+ · memory · 2\sMiB alloc_space$/]] as const) {
    const total = totals[kind];
    const record = { ...recordOf('a', 'BenchmarkA', 1e12), profiles: [{ label: kind, fileName: '', total }] };
    const profile = { label: kind, summary: summaryOf(1, `${total.type}/${total.unit}`) };
    const active = { capture: { id: 'shown', title: 'BenchmarkA' }, profile };
    const captures = { records: async () => [record], files: { all: () => [] } };
    await compareWith({ session: { active }, captures } as unknown as CompareParts);
    assert.match(String(vscode.pickDescriptions.at(-1)![0]), description);
  }
});

test('the message names the new baseline by its time, since captures of one benchmark have one title', async (context) => {
  const { window } = vscode.module as { window: { setStatusBarMessage: unknown } };
  const original = window.setStatusBarMessage;
  context.after(() => (window.setStatusBarMessage = original));
  const messages: string[] = [];
  window.setStatusBarMessage = (text: string) => messages.push(text);
  const { setBaseline } = await import('../../../../src/features/compare/chooseBaseline');
  const capturedAt = new Date(new Date().setHours(0, 0, 5, 0)).getTime();
  const set = async () => recordOf('a', 'BenchmarkA', capturedAt);
  await setBaseline({ session: {}, baselines: async () => ({ set }) } as unknown as CompareParts, 'a');
  assert.deepEqual(messages, ['BenchmarkA 00:00:05 is the baseline: the next profile of BenchmarkA is compared with it.']);
});
