import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeasurementInTurns } from '../../../../src/features/measure/measurementInTurns';
import type { Target } from '../../../../src/features/profile/pickTarget';
import type { Capture } from '../../../../src/captures/loadedCapture';
import { FIRM_CHANGE } from '../../../../src/profile/answers/changes';
import { FakeEngine } from '../../../shared/fakeEngine';
import { resultsOf } from '../../../shared/benchmarkSamples';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

test('the message about one case names it once', async () => {
  const { tellVerdict } = await import('../../../../src/features/measure/showVerdict');
  const messageOf = async (name: string, subName: string) => {
    const results = (values: readonly number[]) => resultsOf(values.map((value) => [value]), ['ns/op'], subName);
    const turns = { base: { id: 'a', capturedAt: 1 }, before: results([10, 11, 12, 13]), wanted: 4, notes: [] };
    const capture = { id: 'b', turns, results: results([5, 6, 7, 8]) } as unknown as Capture;
    const baselines = async () => ({ showChanges: async () => undefined });
    const parts = { output: { info: () => undefined }, session: {}, baselines };
    await tellVerdict(capture, { name } as Target, { rounds: 4 } as MeasurementInTurns, parts as never);
    return vscode.messages.at(-1)!.text;
  };
  assert.match(await messageOf('BenchmarkA', ''), /^BenchmarkA: .*\u202f% faster /);
  assert.deepEqual(vscode.executed, [['setContext', 'linecost.ticked.again', true]]);
  assert.match(await messageOf('BenchmarkA/ascii', 'ascii'), /^BenchmarkA, ascii: .*\u202f% faster /);
});

test('the message says a firm change of garbage collection, and where most is allocated', async () => {
  const { tellVerdict } = await import('../../../../src/features/measure/showVerdict');
  const results = (values: readonly number[]) => resultsOf(values.map((value) => [value]), ['ns/op']);
  const turns = { base: { id: 'a', capturedAt: 1 }, before: results([10, 11, 12, 13]), wanted: 4, notes: [] };
  const capture = { id: 'b', turns, results: results([5, 6, 7, 8]), profiles: [] } as unknown as Capture;
  const engine = new FakeEngine();
  const judged = { judgement: FIRM_CHANGE, now: 15, before: 50 };
  const change = { now: 0.5e9, before: 1e9, totalNow: 1e9, totalBefore: 2e9, judged };
  engine.answers.backgroundWork = () => ({ cost: -0.5e9, total: 2e9, change });
  const profile = { summary: { id: 1, sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }] } };
  const active = { queryId: 1, sampleType: 0, profile, capture, form: 'total', baseline: { capture: { id: 'a' } } };
  const baselines = async () => ({ showChanges: async () => undefined });
  const parts = { engine, output: { info: () => undefined }, session: { active }, baselines };
  await tellVerdict(capture, { name: 'BenchmarkA' } as Target, { rounds: 4 } as MeasurementInTurns, parts as never);
  assert.match(vscode.messages.at(-1)!.text, /% faster .*\. GC in the background costs 500\sms less CPU time: 50\s% of the profile, baseline 50\s%\.$/);
  active.baseline.capture.id = 'chosen by the user';
  await tellVerdict(capture, { name: 'BenchmarkA' } as Target, { rounds: 4 } as MeasurementInTurns, parts as never);
  assert.doesNotMatch(vscode.messages.at(-1)!.text, /GC in the background/);
});
