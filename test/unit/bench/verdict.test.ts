import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExactMemory, exactPairs } from '../../../src/bench/exactMemory';
import { verdictText, verdictTexts } from '../../../src/bench/verdict';
import { caseVerdicts, type PairedResults } from '../../../src/bench/caseVerdict';
import { normalNoise, resultsOf } from '../../shared/benchmarkSamples';

/** Ten values whose median is `middle`, at most `spread` (a share of it) away from it. */
const around = (middle: number, spread = 0.01) =>
  [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5].map((i) => middle * (1 + (i * spread) / 5));
const times = (values: readonly number[]) => resultsOf(values.map((value) => [value]));
const compare = (before: PairedResults['before'], now: PairedResults['now'], more: Partial<PairedResults> = {}) =>
  verdictText({ before, now, wanted: now.length, ...more });

test('a verdict says how much faster or slower the benchmark got, with p and the number of runs', () => {
  assert.equal(compare(times(around(100)), times(around(87.7))), '12.3\u202f% faster (p < 0.001, n = 10+10)');
  assert.equal(compare(times(around(100)), times(around(250))), '2.5× slower (p < 0.001, n = 10+10)');
  assert.equal(compare(times([1000, 1001, 1002, 1003]), times([1008, 1009, 1010, 1011])), '0.80\u202f% slower (p = 0.029, n = 4+4; an interval needs 6+6)');
});

/** Runs of 100 ns and their counterparts, which took this many percent longer. */
const pairsWith = (percents: readonly number[]) => {
  const before = percents.map((_, i) => 100 + i / 10);
  return { before: times(before), now: times(before.map((time, i) => time * (1 + percents[i]! / 100))) };
};

test('a verdict says how much by the 95 % interval of the pairs', () => {
  const six = pairsWith([4.13, 5, 5.5, 6, 6.5, 7.48]);
  assert.deepEqual(verdictTexts({ ...six, wanted: 6 }), {
    text: '4.1 to 7.5\u202f% slower (p = 0.002, n = 6+6)', title: '4.1 to 7.5\u202f% slower',
  });
  const [verdict] = caseVerdicts({ ...six, wanted: 6 });
  assert.equal(verdict!.words, '4.1 to 7.5\u202f% slower');
  assert.ok(verdict!.isSlower && verdict!.delta! > 0.0413 && verdict!.delta! < 0.0748);
  const faster = verdictTexts({ before: six.now, now: six.before, wanted: 10 });
  assert.equal(faster.text, 'partial (6+6 of 10+10), 3.9 to 7.0\u202f% faster (p = 0.002, n = 6+6)');
});

test('with too few pairs for an interval, a verdict says how many it needs', () => {
  const { before, now } = pairsWith([4, 5, 6, 7, 8]);
  assert.equal(compare(before, now), '6.0\u202f% slower (p = 0.008, n = 5+5; an interval needs 6+6)');
  // A figure that does not vary needs none.
  const counts = (allocs: number) => resultsOf([1, 2, 3, 4].map(() => [allocs]), ['allocs/op']);
  assert.equal(compare(counts(9), counts(12)), '33.3\u202f% more allocs/op (p = 0.029, n = 4+4)');
});

test('a significant difference whose interval contains no change is not firm', () => {
  const before = [100, 100.1, 100.2, 100.3, 100.4, 100.5];
  const now = [103, 103.1, 103.2, 103.3, 103.4, 100.45];
  const both = { before: times(before), now: times(now), wanted: 6 };
  const { text, title } = verdictTexts(both);
  assert.equal(text, 'no clear difference (0.1\u202f% faster to 3.0\u202f% slower, p = 0.004, n = 6+6)');
  assert.equal(title, 'time within the noise');
  const [verdict] = caseVerdicts(both);
  assert.deepEqual([verdict!.isSlower, verdict!.direction, verdict!.delta], [false, undefined, undefined]);
  const cases = (values: readonly number[]) => ['a', 'b'].flatMap((name) => resultsOf(values.map((value) => [value]), ['ns/op'], name));
  assert.equal(verdictText({ before: cases(before), now: cases(now), wanted: 6 }), 'no difference in time that 6 runs can show, in any of 2 cases');
});

test('pairs that all changed alike do not make a verdict that the test of the samples does not find', () => {
  const drifting = [100, 110, 120, 130, 140, 150, 160, 170, 180, 190];
  assert.match(compare(times(drifting), times(drifting.map((time, i) => time * (1.01 + i / 1000)))), /^no difference that 10 runs can show/);
});

test('results of which one is missing are no pairs, and have no interval', () => {
  const { before, now } = pairsWith([4, 5, 6, 7, 8, 9, 10]);
  assert.equal(compare(before, now.slice(1), { wanted: 6 }), '7.6\u202f% slower (p = 0.001, n = 6+6)');
});

test('a large change of the time is written as a factor: of the time if slower, of the speed if faster', () => {
  const verdict = (before: number, now: number) => compare(times(around(before)), times(around(now))).replace(/ \(.*/, '');
  assert.equal(verdict(100, 194), '94.0\u202f% slower');
  assert.equal(verdict(100, 197), '2.0× slower');
  assert.equal(verdict(100, 200), '2.0× slower');
  assert.equal(verdict(100, 7197), '72× slower');
  assert.equal(verdict(100, 720_000), '7\u202f200× slower');
  assert.equal(verdict(100, 52), '48.0\u202f% faster');
  assert.equal(verdict(100, 51), '49.0\u202f% faster');
  assert.equal(verdict(100, 50), '50.0\u202f% faster');
  assert.equal(verdict(100, 10), '10× faster');
  assert.equal(verdict(7197, 100), '72× faster');
  assert.equal(verdict(100, 0.01), '10\u202f000× faster');
  assert.equal(verdict(100, 0), '100\u202f% faster');
});

test('a large increase of another figure is written as a factor, and a large decrease as a percentage', () => {
  const samples = (values: readonly number[]) => resultsOf(values.map((value) => [value]), ['p99-ns']);
  const verdict = (now: number) => compare(samples(around(100)), samples(around(now))).replace(/ \(.*/, '');
  assert.deepEqual([verdict(7200), verdict(1)], ['72× as much p99-ns', '99.0\u202f% less p99-ns']);
});

test('changed memory figures follow the verdict, as absolute values', () => {
  const before = resultsOf(around(100).map((time) => [time, 53, 3]));
  const now = resultsOf(around(87.7).map((time) => [time, 5, 3]));
  assert.equal(compare(before, now), '12.3\u202f% faster (p < 0.001, n = 10+10), 53 → 5\u202fB/op');
  const withoutMemory = resultsOf(around(87.7).map((time) => [time, 0, 0]));
  assert.equal(compare(before, withoutMemory), '12.3\u202f% faster (p < 0.001, n = 10+10), 53 → 0\u202fB/op, 3 → 0\u202fallocs/op');
});

test('if the runs show no difference, the verdict says how small a difference these or more runs would show', () => {
  assert.equal(compare(times(around(100)), times(around(100.1))), 'no difference that 10 runs can show; 40 would show 0.6\u202f%');
  assert.equal(compare(times(around(100, 0.2)), times(around(101, 0.2))), 'no difference that 10 runs can show; 40 would show 11\u202f%');
  const reversed = [...around(100)].reverse();
  assert.match(compare(times(around(100)), times(reversed)), /^no difference that 10 runs can show \([\d.]+\u202f% faster to [\d.]+\u202f% slower\); 40 would show 0.6\u202f%$/);
  const hundredAround = (middle: number) => Array.from({ length: 10 }, () => around(middle)).flat();
  assert.equal(compare(times(hundredAround(100)), times(hundredAround(100))), 'no difference that 100 runs can show; they would show 0.4\u202f%');
  const fiftyAround = (middle: number) => Array.from({ length: 5 }, () => around(middle)).flat();
  assert.equal(compare(times(fiftyAround(100)), times(fiftyAround(100))), 'no difference that 50 runs can show; 100 would show 0.4\u202f%');
});

test('the title of a verdict is short enough for a lens: without p, n and what more runs would show', () => {
  const title = (before: PairedResults['before'], now: PairedResults['now'], wanted = now.length) =>
    verdictTexts({ before, now, wanted }).title;
  const withMemory = (time: number, bytes: number) => resultsOf(around(time).map((each) => [each, bytes, 3]));
  assert.equal(title(withMemory(100, 53), withMemory(87.7, 5)), '12.3\u202f% faster, 53 → 5\u202fB/op');
  assert.equal(title(withMemory(100, 53), withMemory(100.1, 5)), '53 → 5\u202fB/op, time within the noise');
  assert.equal(title(times(around(100)), times(around(100.1)), 20), 'partial (10+10 of 20+20), time within the noise');
  const large = (time: number, bytes: number, allocs: number) =>
    resultsOf(around(time).map((each) => [each, bytes, allocs]), ['ns/op', 'B/op', 'allocs/op']);
  assert.equal(title(large(100, 357_438, 3519), large(820, 4_709_546, 6909)), '8.2× slower, 0.341 → 4.49\u202fMiB/op');
  assert.equal(title(large(100, 102_536, 16), large(52.9, 4376, 8)), '47.1\u202f% faster, 100 → 4.27\u202fKiB/op');
  const p99 = (middle: number) => resultsOf(around(middle).map((value) => [value]), ['p99-ns']);
  assert.equal(title(p99(100), p99(100.1)), 'p99-ns within the noise');
  assert.equal(title(times([5, 5, 5, 5]), times([5, 5, 5, 5])), 'no difference (every run gave 5\u202fns/op)');
  assert.equal(title(times([5]), times([5])), '1+1 runs are too few to tell; 4+4 are needed');
});

test('if the time did not change, changed memory figures come first', () => {
  const before = resultsOf(around(100).map((time) => [time, 53, 3]));
  const now = resultsOf(around(100.1).map((time) => [time, 5, 3]));
  assert.equal(compare(before, now), '53 → 5\u202fB/op; no difference in time that 10 runs can show; 40 would show 0.6\u202f%');
});

test('memory figures that are one apart are no change by themselves: go test cuts off decimals', () => {
  const memory = (time: number, bytes: number, allocs: number) =>
    resultsOf(around(time).map((each) => [each, bytes, allocs]), ['ns/op', 'B/op', 'allocs/op']);
  const verdict = (before: readonly [number, number], now: readonly [number, number], time = 100) =>
    verdictTexts({ before: memory(100, ...before), now: memory(time, ...now), wanted: 10 });
  const cutOff = '639 → 640\u202fB/op and 9 → 10\u202fallocs/op may be no change, as go test cuts off decimals';
  const same = verdict([639, 9], [640, 10]);
  assert.equal(same.text, `no difference in time that 10 runs can show; 40 would show 0.6\u202f%; ${cutOff}`);
  assert.equal(same.title, 'time within the noise');
  assert.equal(verdict([639, 9], [640, 10], 80).text, `20.0\u202f% faster (p < 0.001, n = 10+10); ${cutOff}`);
  assert.equal(verdict([639, 9], [640, 10], 80).title, '20.0\u202f% faster');
  // An allocation less whose bytes are gone too.
  assert.equal(verdict([64, 1], [0, 0], 80).title, '20.0\u202f% faster, 64 → 0\u202fB/op');
  assert.equal(verdict([64, 1], [0, 0], 80).text, '20.0\u202f% faster (p < 0.001, n = 10+10), 64 → 0\u202fB/op, 1 → 0\u202fallocs/op');
  // 9.999 large objects become 10.000: few bytes more for an allocation more.
  assert.match(verdict([40_956, 9], [40_960, 10], 80).text, /, n = 10\+10\); 39\.996 → 40\.000\u202fKiB\/op; 9 → 10\u202fallocs\/op may be no change/);
  // Fewer allocations with more bytes.
  assert.match(verdict([640, 10], [900, 9], 80).text, /, 640 → 900\u202fB\/op; 10 → 9\u202fallocs\/op may be no change/);
  const caseOf = (subName: string, allocs: number) =>
    resultsOf(around(100).map((time) => [time, allocs]), ['ns/op', 'allocs/op'], subName);
  const [before, now] = [9, 10].map((allocs) => [...caseOf('a', allocs), ...caseOf('b', 7)]);
  assert.equal(verdictText({ before, now, wanted: 10 }), 'no difference in time that 10 runs can show, in any of 2 cases');
});

test('exact means take the place of cut off figures, if they are the means of these', () => {
  const memory = (bytes: number, allocs: number) => resultsOf(around(100).map((time) => [time, bytes, allocs]));
  const verdict = (before: readonly [number, number], now: readonly [number, number]) => {
    const memoryOf = ([bytes, allocations]: readonly [number, number]): ExactMemory => ({ bytes, allocations });
    const exact = exactPairs(memoryOf(before), memoryOf(now));
    return verdictTexts({ before: memory(639, 9), now: memory(640, 10), wanted: 10, exact });
  };
  const same = 'no difference in time that 10 runs can show; 40 would show 0.6\u202f%';
  assert.equal(
    verdict([639.94, 9.999], [640, 10]).text,
    `${same}; 639.940 → 640.000\u202fB/op (0.01\u202f% more), 9.999 → 10.000\u202fallocs/op (0.01\u202f% more)`,
  );
  assert.equal(verdict([639.94, 9.999], [640, 10]).title, 'time within the noise');
  assert.match(verdict([639.94, 9.5], [640, 10]).text, /^9\.500 → 10\.000\u202fallocs\/op; no difference in time/);
  // Not the means of these figures: the profile does not count tiny objects.
  assert.match(verdict([320, 5], [640, 10]).text, /; 639 → 640\u202fB\/op and 9 → 10\u202fallocs\/op may be no change, as go test cuts off decimals$/);
});

test('a benchmark that reports no time is judged by its allocations, unless they are one apart', () => {
  const verdict = (before: number, now: number) => {
    const [a, b] = [before, now].map((allocs) => resultsOf(around(1).map(() => [allocs]), ['allocs/op']));
    return verdictTexts({ before: a, now: b, wanted: 10 });
  };
  assert.deepEqual([verdict(9, 12).text, verdict(9, 10)], ['33.3\u202f% more allocs/op (p < 0.001, n = 10+10)', {
    text: '9 → 10\u202fallocs/op may be no change, as go test cuts off decimals', title: 'may be no change',
  }]);
});

test('a change of memory by less than a thousandth follows the time, and no case counts it', () => {
  const samples = (name: string, from: number) =>
    resultsOf(around(100).map((time, run) => [time, from + run]), ['ns/op', 'allocs/op'], name);
  const [before, now] = [samples('', 126_134), samples('', 126_147)];
  const verdict = verdictTexts({ before, now, wanted: 10 });
  assert.match(verdict.text, /^no difference in time that 10 runs can show; .*; 126\.1 → 126\.2\u202fk\u202fallocs\/op$/);
  assert.equal(verdict.title, 'time within the noise');
  const cases = (from: number) => [...samples('a', from), ...samples('b', 5)];
  assert.equal(verdictText({ before: cases(126_134), now: cases(126_147), wanted: 10 }), 'no difference in time that 10 runs can show, in any of 2 cases');
});

test('runs whose figures are all equal have no difference', () => {
  const same = times(Array.from({ length: 10 }, () => 12.5));
  assert.equal(compare(same, same), 'no difference (every run gave 12.5\u202fns/op)');
});

test('an identical program has no difference, whatever its figures', () => {
  const verdict = compare(times(around(100)), times(around(50)), { isSameProgram: true });
  assert.equal(verdict, 'no difference (the program is the same, byte for byte)');
});

test('too few runs give no verdict', () => {
  assert.equal(compare(times([100, 101, 102]), times([1, 2, 3])), '3+3 runs are too few to tell; 4+4 are needed');
});

test('a verdict on fewer rounds than planned is partial', () => {
  const four = compare(times([100, 101, 102, 103]), times([50, 51, 52, 53]), { wanted: 10 });
  assert.equal(four, 'partial (4+4 of 10+10), 49.3\u202f% faster (p = 0.029, n = 4+4; an interval needs 6+6)');
  const two = compare(times([100, 101]), times([50, 51]), { wanted: 10 });
  assert.equal(two, 'partial (2+2 of 10+10), 2+2 runs are too few to tell; 4+4 are needed');
});

test('without ns/op, the verdict is on the custom unit of the benchmark', () => {
  const samples = (values: readonly number[]) => resultsOf(values.map((value) => [value, 7]), ['p99-ns', 'B/op']);
  assert.equal(compare(samples(around(100)), samples(around(90))), '10.0\u202f% less p99-ns (p < 0.001, n = 10+10)');
  assert.equal(compare(samples(around(100)), samples(around(110))), '10.0\u202f% more p99-ns (p < 0.001, n = 10+10)');
  const zero = resultsOf(around(0).map(() => [0]), ['misses/op']);
  const some = resultsOf(around(12).map((value) => [value]), ['misses/op']);
  assert.equal(compare(zero, some), '0 → 12\u202fmisses/op (p < 0.001, n = 10+10)');
});

test('a verdict leaves out throughput, which follows from the time, and names other changed figures', () => {
  const units = ['ns/op', 'MB/s', 'frames/op'];
  const before = resultsOf(around(100).map((time) => [time, 1000 / time, 10]), units);
  const now = resultsOf(around(80).map((time) => [time, 1000 / time, 12]), units);
  assert.equal(compare(before, now), '20.0\u202f% faster (p < 0.001, n = 10+10), 10 → 12\u202fframes/op');
});

test('figures and cases that were measured on one side only are left out', () => {
  const now = resultsOf(around(80).map((time) => [time, 7]), ['ns/op', 'own/op']);
  assert.equal(compare(times(around(100)), now), '20.0\u202f% faster (p < 0.001, n = 10+10)');
  assert.equal(compare(resultsOf([[1]], ['ns/op'], 'old'), resultsOf([[1]], ['ns/op'], 'new')), 'no case was measured on both sides');
  assert.equal(compare([], []), 'no case was measured on both sides');
});

test('a verdict names a single case, and counts several cases', () => {
  const caseAround = (subName: string, middle: number) => resultsOf(around(middle).map((time) => [time]), ['ns/op'], subName);
  assert.equal(compare(caseAround('size=10', 100), caseAround('size=10', 80), { wanted: 20 }), 'size=10: partial (10+10 of 20+20), 20.0\u202f% faster (p < 0.001, n = 10+10)');
  assert.equal(compare(caseAround('size=10', 100), caseAround('size=10', 80)), 'size=10: 20.0\u202f% faster (p < 0.001, n = 10+10)');
  const before = ['a', 'b', 'c', 'd'].flatMap((name) => caseAround(name, 100));
  const now = [...caseAround('a', 80), ...caseAround('b', 120), ...caseAround('c', 100), ...caseAround('d', 70)];
  assert.equal(verdictText({ before, now, wanted: 10 }), '2 faster, 1 slower, of 4 cases');
  assert.equal(verdictText({ before, now: before, wanted: 10 }), 'no difference in time that 10 runs can show, in any of 4 cases');
  assert.deepEqual(caseVerdicts({ before, now, wanted: 10 }).map(({ label, text }) => `${label}: ${text}`)[1],
    'b: 20.0\u202f% slower (p < 0.001, n = 10+10)');
});

test('a verdict on several cases without a time is about the figure that they have', () => {
  const caseAround = (subName: string, middle: number, unit = 'p99-ns') =>
    resultsOf(around(middle).map((value) => [value]), [unit], subName);
  const before = ['a', 'b', 'c'].flatMap((name) => caseAround(name, 100));
  const now = [...caseAround('a', 80), ...caseAround('b', 120), ...caseAround('c', 100)];
  assert.equal(verdictText({ before, now, wanted: 10 }), '1 with less p99-ns, 1 with more p99-ns, of 3 cases');
  assert.equal(verdictText({ before, now: before, wanted: 10 }), 'no difference in p99-ns that 10 runs can show, in any of 3 cases');
  const mixed = [...before, ...caseAround('d', 100, 'ns/op')];
  assert.equal(verdictText({ before: mixed, now: mixed, wanted: 10 }), 'no difference that 10 runs can show, in any of 4 cases');
  const changed = [...now, ...caseAround('d', 80, 'ns/op')];
  assert.equal(verdictText({ before: mixed, now: changed, wanted: 10 }), '1 faster, 1 with less p99-ns, 1 with more p99-ns, of 4 cases');
});

test('a verdict on several cases counts those that allocate less or more, even if none is faster', () => {
  const caseOf = (subName: string, time: number, bytes: number, allocs: number) =>
    resultsOf(around(time).map((value) => [value, bytes, allocs]), ['ns/op', 'B/op', 'allocs/op'], subName);
  const before = ['a', 'b', 'c'].flatMap((name) => caseOf(name, 100, 64, 2));
  const verdict = (...now: readonly ReturnType<typeof caseOf>[]) =>
    verdictText({ before, now: now.flat(), wanted: 10 });
  const [b, c] = [caseOf('b', 100, 96, 2), caseOf('c', 100, 32, 1)];
  assert.equal(verdict(caseOf('a', 80, 0, 0), b, c), '1 faster, 2 allocate less, 1 allocates more, of 3 cases');
  const less = [caseOf('a', 100, 32, 3), caseOf('b', 100, 64, 2), c];
  assert.equal(verdict(...less), '2 allocate less, of 3 cases; no difference in time that 10 runs can show');
});

test('if exactly the cases that got slower allocate more, the verdict does not count them twice', () => {
  const caseOf = (subName: string, time: number, bytes: number) =>
    resultsOf(around(time).map((value) => [value, bytes]), ['ns/op', 'B/op'], subName);
  const before = ['a', 'b', 'c'].flatMap((name) => caseOf(name, 100, 64));
  const verdict = (...now: readonly ReturnType<typeof caseOf>[]) =>
    verdictText({ before, now: now.flat(), wanted: 10 });
  const [a, b, c] = [caseOf('a', 100, 64), caseOf('b', 100, 64), caseOf('c', 100, 64)];
  assert.equal(verdict(caseOf('a', 150, 96), b, c), '1 slower, which allocates more, of 3 cases');
  assert.equal(verdict(caseOf('a', 150, 32), caseOf('b', 150, 32), c), '2 slower, which allocate less, of 3 cases');
  assert.equal(verdict(caseOf('a', 150, 96), caseOf('b', 80, 32), c), '1 faster, 1 slower, 1 allocates less, 1 allocates more, of 3 cases');
  assert.equal(verdict(caseOf('a', 150, 64), caseOf('b', 100, 96), c), '1 slower, 1 allocates more, of 3 cases');
  assert.equal(verdict(caseOf('a', 150, 96), caseOf('b', 100, 96), c), '1 slower, 2 allocate more, of 3 cases');
  assert.equal(verdict(a, b, c), 'no difference in time that 10 runs can show, in any of 3 cases');
});

test('cases that may allocate more by chance are not counted, and a doubt about the time is not one about memory', () => {
  const caseOf = (name: number, times: readonly number[], bytes: readonly number[]) =>
    resultsOf(times.map((time, run) => [time, bytes[run]!]), ['ns/op', 'B/op'], `n=${name}`);
  const [even, raised] = [[100, 101, 102, 103], [110, 111, 112, 113]];
  const cases = (of: (name: number) => ReturnType<typeof caseOf>) =>
    Array.from({ length: 20 }, (_, name) => of(name)).flat();
  const before = cases((name) => caseOf(name, even, even));
  const verdict = (now: typeof before) => verdictText({ before, now, wanted: 4 });
  const noChange = 'no difference in time that 4 runs can show, in any of 20 cases';
  assert.equal(verdict(cases((name) => caseOf(name, even, name < 2 ? raised : even))), noChange);
  const all = cases((name) => caseOf(name, name < 2 ? raised : even, raised));
  assert.equal(verdict(all), '2 slower, of 20 cases, which may be chance; 20 allocate more');
});

test('two differences among 20 cases may be chance; five, or a very significant one, are not', () => {
  const caseOf = (values: readonly number[], i: number) => resultsOf(values.map((value) => [value]), ['ns/op'], `n=${i}`);
  const cases = (values: readonly number[], count: number) =>
    Array.from({ length: count }, (_, i) => caseOf(values, i)).flat();
  const before = cases([100, 101, 102, 103], 20);
  const verdict = (changed: number, values: readonly number[], old = before) => {
    const now = old.map((result) => result);
    const runs = old.length / 20;
    cases(values, changed).forEach((result, i) => (now[i] = result));
    return verdictText({ before: old, now, wanted: runs });
  };
  assert.equal(verdict(2, [50, 51, 52, 53]), '2 faster, of 20 cases, which may be chance');
  assert.equal(verdict(5, [50, 51, 52, 53]), '5 faster, of 20 cases');
  assert.equal(verdict(1, around(80), cases(around(100), 20)), '1 faster, of 20 cases');
});

test('a case that ran with several values of GOMAXPROCS has a verdict for each, which says if it is partial', () => {
  const timesWith = (procs: number, time: number) => times(around(time)).map((run) => ({ ...run, name: `BenchmarkA-${procs}`, procs }));
  const before = [...timesWith(2, 100), ...timesWith(4, 100)];
  const now = [...timesWith(2, 80), ...timesWith(4, 120)];
  assert.deepEqual(caseVerdicts({ before, now, wanted: 20 }).map(({ key, label, text }) => [key, label, text]), [
    ['BenchmarkA-2', '-2', 'partial (10+10 of 20+20), 20.0\u202f% faster (p < 0.001, n = 10+10)'],
    ['BenchmarkA-4', '-4', 'partial (10+10 of 20+20), 20.0\u202f% slower (p < 0.001, n = 10+10)'],
  ]);
  assert.equal(verdictText({ before, now, wanted: 20 }), 'partial (10+10 of 20+20), 1 faster, 1 slower, of 2 cases');
});

test('between 1 % and 7 % of 400 comparisons of the same code report a change', () => {
  const noise = normalNoise(1);
  const sample = () => times(Array.from({ length: 10 }, () => 100 + 3 * noise()));
  const verdicts = Array.from({ length: 400 }, () => compare(sample(), sample()));
  const changed = verdicts.filter((text) => !text.startsWith('no difference')).length;
  assert.ok(changed > 4 && changed <= 28, `${changed} of 400`);
});

test('NaN and infinite figures are left out of the verdict', () => {
  const verdict = compare(times([NaN, NaN, NaN, NaN]), times([1, 2, 3, 4]));
  assert.equal(verdict, 'no figure was measured on both sides');
  const [before, now] = [100, 50].map((middle) => resultsOf(around(middle).map((time) => [time, NaN, Infinity]), ['ns/op', 'x', 'y']));
  assert.equal(compare(before!, now!), '50.0\u202f% faster (p < 0.001, n = 10+10)');
});
