import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeasurementInTurns } from '../../../../src/features/measure/measurementInTurns';
import type { Target } from '../../../../src/features/profile/pickTarget';
import type { Capture } from '../../../../src/captures/loadedCapture';
import { resultsOf } from '../../../shared/benchmarkSamples';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

test('the message about one case names it once', async () => {
  const { tellVerdict } = await import('../../../../src/features/measure/showVerdict');
  const messageOf = (name: string, subName: string) => {
    const results = (values: readonly number[]) => resultsOf(values.map((value) => [value]), ['ns/op'], subName);
    const turns = { base: { id: 'a', capturedAt: 1 }, before: results([10, 11, 12, 13]), wanted: 4, notes: [] };
    const capture = { id: 'b', turns, results: results([5, 6, 7, 8]) } as unknown as Capture;
    const baselines = async () => ({ showChanges: async () => undefined });
    const parts = { output: { info: () => undefined }, baselines };
    tellVerdict(capture, { name } as Target, { rounds: 4 } as MeasurementInTurns, parts as never);
    return vscode.messages.at(-1)!.text;
  };
  assert.match(messageOf('BenchmarkA', ''), /^BenchmarkA: .*\u202f% faster /);
  assert.deepEqual(vscode.executed, [['setContext', 'linecost.ticked.again', true]]);
  assert.match(messageOf('BenchmarkA/ascii', 'ascii'), /^BenchmarkA: ascii: .*\u202f% faster /);
});
