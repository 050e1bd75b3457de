import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longerText, onceText, tooRareText } from '../../../../src/editor/hover/hoverProposedTime';
import type { Active } from '../../../../src/captures/session';
import { heapProfile } from '../../../shared/heapProfile';
import { cpu, detailOf, plain } from './lineOfProfile';

function active(label: string, durationNanos: number, capture: object): Active {
  const shown = { sampleType: 1, profile: { label, summary: { durationNanos } }, capture: { results: [], ...capture } };
  return shown as unknown as Active;
}

const TARGET = { target: { file: '/w/a_test.go', name: 'BenchmarkA' } };

/** The arguments of the link's command. */
function clickOf(text: string): unknown {
  const link = /\(command:linecost\.measureLonger\?([^)]*)\)/.exec(text)?.[1];
  return link && JSON.parse(decodeURIComponent(link));
}

test('the hover proposes a longer run for a benchmark figure with a wide interval', () => {
  const text = longerText(active('cpu', 1e9, TARGET), detailOf(cpu(31)));
  assert.equal(plain(text).replace(/\(.*\)/, ''), '[Measure 10 s] to be sure within 10\u202f%');
  assert.deepEqual(clickOf(text), ['/w/a_test.go', 'BenchmarkA', 'cpu', '10s']);
});

test('if one case was measured, the proposal is for that case', () => {
  const text = longerText(active('cpu', 1e9, { ...TARGET, subject: '/w/a_test.go#BenchmarkA/n=(1)' }), detailOf(cpu(31)));
  assert.deepEqual(clickOf(text), ['/w/a_test.go', 'BenchmarkA/n=(1)', 'cpu', '10s']);
});

test('if several cases ran, the proposed benchtime is for each case', () => {
  const results = [{ name: 'BenchmarkA/x' }, { name: 'BenchmarkA/y' }].map((result) => ({ ...result, iterations: 1, values: [] }));
  const text = longerText(active('cpu', 1e9, { ...TARGET, results }), detailOf(cpu(31)));
  assert.deepEqual(clickOf(text), ['/w/a_test.go', 'BenchmarkA', 'cpu', '5s']);
});

test('the proposed time for a heap profile is derived from the results', () => {
  const values = [{ unit: 'ns/op', value: 5e8 }];
  const capture = { ...TARGET, results: [{ name: 'BenchmarkA', iterations: 2, values }] };
  const detail = detailOf(heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 31 }]));
  assert.deepEqual(clickOf(longerText(active('memory', 0, capture), detail)), ['/w/a_test.go', 'BenchmarkA', 'memory', '15s']);
  assert.equal(longerText(active('memory', 0, TARGET), detail), '');
});

test('the proposed benchtime counts only what is timed, if the benchmark stops its timer for most of the run', () => {
  const values = [{ unit: 'ns/op', value: 1e6 }];
  const capture = { ...TARGET, results: [{ name: 'BenchmarkA', iterations: 20, values }] };
  const text = longerText(active('cpu', 1e9, capture), detailOf(cpu(31)));
  assert.match(plain(text), /^\[Measure 10 s\]/);
  assert.deepEqual(clickOf(text), ['/w/a_test.go', 'BenchmarkA', 'cpu', '200ms']);
});

test('if cum is reliable, the proposal is for flat, and a figure that is too rare has a remark instead', () => {
  const text = longerText(active('cpu', 1e9, TARGET), detailOf(cpu(20, 60)));
  assert.match(plain(text), /to be sure of flat within 10\u202f%/);
  assert.equal(tooRareText(active('cpu', 1e9, TARGET), detailOf(cpu(20, 60))), '');
  const rare = [active('cpu', 5e9, TARGET), detailOf(cpu(1))] as const;
  assert.match(tooRareText(...rare), /^_Too rare to be sure within/);
  assert.equal(longerText(...rare), '');
});

test('reliable figures, tests and profile files have no proposal', () => {
  assert.equal(longerText(active('cpu', 1e9, TARGET), detailOf(cpu(90))), '');
  const testTarget = { target: { file: '/w/a_test.go', name: 'TestA' } };
  assert.equal(longerText(active('cpu', 1e9, testTarget), detailOf(cpu(3))), '');
  assert.equal(longerText(active('cpu', 1e9, {}), detailOf(cpu(3))), '');
});

test('setup that runs once per round has no proposal of a longer run, and its hover says so if the figure is uncertain', () => {
  assert.match(onceText(active('cpu', 1e9, TARGET), detailOf(cpu(4))), /^_A longer run adds no samples here/);
  assert.equal(onceText(active('cpu', 1e9, TARGET), detailOf(cpu(90))), '');
});
