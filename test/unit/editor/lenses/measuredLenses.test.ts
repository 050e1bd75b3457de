import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResultBook } from '../../../../src/workbench/resultBook';
import type { MeasuredBenchmark } from '../../../../src/workbench/measuredBenchmarks';
import { resultsOf } from '../../../shared/benchmarkSamples';
import { FakeDocument, FakeEditor } from '../../../shared/fakeEditors';
import { FakeMemento } from '../../../shared/fakeStorage';
import { type FakeCodeLens, FakeEmitter, FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

const TEXT = ['package a', '', 'func BenchmarkA(b *testing.B) {', '\tfor b.Loop() {', '\t}', '}'];
const VERDICT = { id: 'b', text: '12.3 % faster (p = 0.002, n = 10+10)', notes: [], details: 'Measured in turns.' };

/** The lenses of a file with one benchmark. */
async function lensesOf(measured: MeasuredBenchmark | undefined, { hasResults = true } = {}) {
  const { BenchmarkLenses } = await import('../../../../src/editor/lenses/lenses');
  const document = new FakeDocument(FakeUri.file('/w/a_test.go'), TEXT);
  vscode.show(new FakeEditor(document));
  const book = new ResultBook(new FakeMemento() as never);
  if (hasResults) book.set('/w/a_test.go', 'BenchmarkA', resultsOf([[100, 5, 1]]));
  const nothing = new FakeEmitter<void>().event;
  const session = { active: undefined, onDidChange: nothing };
  const benchmarks = { of: () => measured, onDidChange: nothing };
  const placing = () => Promise.reject(new Error('not needed'));
  const lenses = new BenchmarkLenses(book, nothing as never, placing, session as never, benchmarks as never);
  try {
    return (await lenses.provideCodeLenses(document as never)) as unknown as FakeCodeLens[];
  } finally {
    lenses.dispose();
  }
}

const titles = (lenses: readonly FakeCodeLens[]) => lenses.map(({ command }) => command.title.replaceAll('\u00a0', ' '));

test('a benchmark whose program is kept can be measured again', async () => {
  const lenses = await lensesOf({ hasProgram: true });
  assert.deepEqual(titles(lenses), [
    '$(flame) profile this benchmark', 'options…', 'measure again', '100.0 ns/op  5 B/op  1 allocs/op',
  ]);
  const { command, arguments: given } = lenses[2]!.command;
  assert.deepEqual([command, String(given[0]), given[1]], ['linecost.measureAgain', 'file:///w/a_test.go', 'BenchmarkA']);
  assert.equal(lenses[2]!.range.start.line, 2);
  for (const measured of [undefined, { hasProgram: false }]) {
    assert.equal(titles(await lensesOf(measured)).includes('measure again'), false);
  }
});

test('the verdict stands before the result, with what limits it, and leads to the comparison', async () => {
  const notes = ['Figures of this machine may be off: it runs on battery.', 'The clock was set.'];
  const lenses = await lensesOf({ hasProgram: true, verdict: { ...VERDICT, notes } });
  assert.deepEqual(titles(lenses).slice(3), [
    '12.3 % faster (p = 0.002, n = 10+10)',
    '$(warning) Figures of this machine may be off: it runs on battery. The clock was set.',
    '100.0 ns/op  5 B/op  1 allocs/op',
  ]);
  assert.deepEqual([lenses[3]!.command.command, lenses[3]!.command.arguments], ['linecost.showVerdict', ['b']]);
  assert.equal((await lensesOf({ hasProgram: true, verdict: VERDICT })).length, 5);
});

test('cleared results take their verdict with them', async () => {
  const lenses = await lensesOf({ hasProgram: true, verdict: VERDICT }, { hasResults: false });
  assert.deepEqual(titles(lenses).slice(2), ['measure again']);
});
