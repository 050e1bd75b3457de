import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fadedText, longerText, noiseRows, onceText, samplesText, tooRareText } from '../../../../src/editor/hover/hoverNoise';
import { packedText } from '../../../../src/profile/text/unlikeGoTest';
import type { LineDetail } from '../../../../src/profile/answers/lines';
import { lineDetail } from '../../../../src/profile/lines/lineDetail';
import type { Profile } from '../../../../src/profile/model';
import type { Active } from '../../../../src/session';
import { heapProfile } from '../../../shared/heapProfile';
import { profileOfLines } from '../../../shared/stacks';

function detailOf(profile: Profile, line = 1, sampleType = 1): LineDetail {
  const detail = lineDetail(profile, { sampleType, file: 'a.go', line, limit: 0 });
  assert.ok(detail);
  return detail;
}

/** A CPU profile of 100 samples of 10 ms, `flat` of them in a.go:1 and `calls` in its callee. */
function cpu(flat: number, calls = 0): Profile {
  const rest = 100 - flat - calls;
  const rows = [['a@a.go:1', flat], ['a@a.go:1;b@b.go:1', calls], ['c@c.go:1', rest]] as const;
  const text = rows.filter(([, count]) => count > 0).map(([stack, count]) => `${stack} ${count}/${count * 1e7}`);
  return profileOfLines(text.join('\n'), [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }]);
}

const plain = (text: string) =>
  text.replace(/&nbsp;/g, ' ').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
const cells = (rows: readonly string[]) => rows.map((row) => row.split('|').slice(1, -1).map((cell) => plain(cell).trim()));

test('the hover has the number of samples of the line, and says if they are too few', () => {
  assert.equal(samplesText(detailOf(cpu(31)), 1), '31 samples');
  assert.equal(samplesText(detailOf(cpu(1)), 1), '1 sample, too few to trust');
  assert.equal(samplesText(detailOf(heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 5278 }])), 1), '5,278 samples');
});

test('instead of samples, the hover counts allocations, events or stacks in other kinds of profiles', () => {
  const exact = detailOf(heapProfile([{ stack: 'a@a.go:1', size: 64, samples: 3 }], 1));
  assert.equal(samplesText(exact, 1), 'every allocation is counted');
  const types = [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }];
  assert.equal(samplesText(detailOf(profileOfLines('a@a.go:1 8/99', types)), 1), '8 events');
  assert.equal(samplesText(detailOf(profileOfLines('a@a.go:1 7'), 1, 0), 0), '1 stack');
});

test('the cpu row is followed by the intervals of its values and shares', () => {
  const { values } = detailOf(cpu(3, 28));
  assert.deepEqual(noiseRows(values, 0), []);
  const row = ['_95 % between_', '&ensp;10.3–84.5ms', '&ensp;1.0–8.5%', '&ensp;228–406ms', '&ensp;23–41%'];
  assert.deepEqual(cells(noiseRows(values, 1)), [row]);
});

test('heap rows are followed by the intervals of their values, except for memory in use', () => {
  const profile = heapProfile([
    { stack: 'a@a.go:1', size: 1024, samples: 100 },
    { stack: 'a@a.go:1;b@b.go:1', size: 1024, samples: 300 },
  ]);
  const { values } = detailOf(profile);
  const [objects, space, inUse] = [0, 1, 3].map((type) => cells(noiseRows(values, type)));
  assert.deepEqual(objects, [['_95 % between_', '&ensp;42,100–62,300', '', '&ensp;186,000–226,000', '']]);
  assert.deepEqual(space, [['_95 % between_', '&ensp;41.2–60.9MB', '', '&ensp;182–221MB', '']]);
  assert.deepEqual(inUse, []);
});

test('a figure is exact if all of its allocations were recorded', () => {
  const { values } = detailOf(heapProfile([{ stack: 'a@a.go:1', size: 1e9, samples: 1 }]));
  assert.deepEqual(cells(noiseRows(values, 1))[0], ['_95 % between_', 'exact', '', 'exact', '']);
});

test('the hover says which figures are faded, and why', () => {
  assert.match(fadedText(detailOf(cpu(4)), 1), /^_Faded: /);
  assert.match(fadedText(detailOf(cpu(4, 20)), 1), /^_flat is faded: /);
  assert.equal(fadedText(detailOf(cpu(0, 20)), 1), '');
  assert.equal(fadedText(detailOf(cpu(5)), 1), '');
});

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
  assert.equal(plain(text).replace(/\(.*\)/, ''), '[Measure 10 s] to be sure within 10 %');
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

test('if cum is reliable, the proposal is for flat, and a figure that is too rare has a remark instead', () => {
  const text = longerText(active('cpu', 1e9, TARGET), detailOf(cpu(20, 60)));
  assert.match(plain(text), /to be sure of flat within 10 %/);
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

test('the hover of allocations says if the profile may count blocks that hold several small values', () => {
  const ofSize = (size: number, rate?: number) => detailOf(heapProfile([{ stack: 'a@a.go:1', size, samples: 40 }], rate));
  assert.match(packedText(ofSize(16, 1), 1), /^_Blocks of 16 bytes: if Go packs several small values into one, allocs\/op counts each/);
  assert.notEqual(packedText(ofSize(16), 0), '');
  assert.equal(packedText(ofSize(16), 3), '', 'memory in use is not a cost of an operation');
  for (const size of [8, 24, 32]) assert.equal(packedText(ofSize(size, 1), 1), '', `${size} bytes`);
  assert.equal(packedText(detailOf(cpu(31)), 1), '');
});

test('setup that runs once per round has no proposal of a longer run, and its hover says so if the figure is uncertain', () => {
  assert.match(onceText(active('cpu', 1e9, TARGET), detailOf(cpu(4))), /^_A longer run adds no samples here/);
  assert.equal(onceText(active('cpu', 1e9, TARGET), detailOf(cpu(90))), '');
});
