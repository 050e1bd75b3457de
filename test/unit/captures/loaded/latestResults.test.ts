import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { LatestResults } from '../../../../src/captures/loaded/latestResults';

const FILE = '/p/a_test.go';

function memento(values = new Map<string, unknown>()) {
  return {
    get: (key: string, fallback?: unknown) => (values.get(key) ?? fallback) as never,
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
}

const results = (figures: Readonly<Record<string, number>>) =>
  parseBenchmarks(Object.entries(figures).map(([name, ns]) => `Benchmark${name} \t 10\t ${ns} ns/op`).join('\n')).results;

const capture = (capturedAt: number, name: string, figures: Readonly<Record<string, number>>, title = name) =>
  ({ capturedAt, title, target: { file: FILE, name }, results: results(figures) });

const figuresOf = (book: LatestResults, name = 'BenchmarkA') =>
  Object.fromEntries(book.of(FILE, name).map((result) => [result.name, result.values[0]!.value]));

test('the lens gets the results of the newest captures with results, whatever the order of the captures', () => {
  const captures = [
    capture(300, 'BenchmarkA', {}),
    capture(200, 'BenchmarkA', { A: 2 }),
    capture(100, 'BenchmarkA', { A: 1 }),
    capture(150, 'BenchmarkB', { B: 7 }),
  ];
  for (const order of [captures, [...captures].reverse()]) {
    const book = new LatestResults(memento());
    let changes = 0;
    book.onDidChange(() => changes++);
    book.restore(order);
    assert.deepEqual(figuresOf(book), { BenchmarkA: 2 });
    assert.deepEqual(figuresOf(book, 'BenchmarkB'), { BenchmarkB: 7 });
    assert.equal(changes, 1);
  }
});

test('results of an environment that was chosen once are not those of the benchmark', () => {
  const book = new LatestResults(memento());
  book.restore([{ ...capture(200, 'BenchmarkA', { A: 9 }), chosenEnvironment: 'GOGC=off' }, capture(100, 'BenchmarkA', { A: 1 })]);
  assert.deepEqual(figuresOf(book), { BenchmarkA: 1 });
});

test('stored captures never replace a result that was measured meanwhile', () => {
  const book = new LatestResults(memento());
  book.set(FILE, 'BenchmarkA', results({ A: 5 }));
  book.restore([capture(Date.now() - 1000, 'BenchmarkA', { A: 2 })]);
  assert.deepEqual(figuresOf(book), { BenchmarkA: 5 });
});

test('new results replace earlier ones after the clock was set back, also in the next window', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 10_000_000 });
  const book = new LatestResults(memento());
  book.set(FILE, 'BenchmarkA', results({ A: 1 }));
  context.mock.timers.setTime(6_400_000);
  book.set(FILE, 'BenchmarkA', results({ A: 2 }));
  assert.deepEqual(figuresOf(book), { BenchmarkA: 2 });
  const later = { ...capture(6_400_000, 'BenchmarkA', { A: 2 }), sortedAt: 10_000_001 };
  const next = new LatestResults(memento());
  next.restore([later, capture(10_000_000, 'BenchmarkA', { A: 1 })]);
  assert.deepEqual(figuresOf(next), { BenchmarkA: 2 });
});

test('results that were cleared while the clock was ahead do not hide later ones', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 10_000_000 });
  const stored = new Map<string, unknown>();
  new LatestResults(memento(stored)).clear();
  context.mock.timers.setTime(6_400_000);
  const book = new LatestResults(memento(stored));
  book.restore([capture(6_300_000, 'BenchmarkA', { A: 2 })]);
  assert.deepEqual(figuresOf(book), { BenchmarkA: 2 });
});

test('a case that is measured alone replaces only the result of that case', () => {
  const allCases = capture(100, 'BenchmarkA', { 'A/x': 1, 'A/y': 2, 'A/z': 3 });
  const byName = capture(200, 'BenchmarkA/y', { 'A/y': 20 });
  const byTitle = capture(200, 'BenchmarkA', { 'A/y': 20 }, 'BenchmarkA/y');
  const renamed = { ...byTitle, title: 'after the change' };
  for (const captures of [[allCases, byName], [byName, allCases], [byTitle, allCases], [renamed, allCases]]) {
    const book = new LatestResults(memento());
    book.restore(captures);
    assert.deepEqual(figuresOf(book), { 'BenchmarkA/x': 1, 'BenchmarkA/y': 20, 'BenchmarkA/z': 3 });
  }
});

test('results that were set are returned as the same object', () => {
  const book = new LatestResults(memento());
  const [first, second] = [results({ 'A/x': 1 }), results({ 'A/x': 2 })];
  book.set(FILE, 'BenchmarkA', first);
  assert.equal(book.of(FILE, 'BenchmarkA'), first);
  book.set(FILE, 'BenchmarkA', second);
  assert.equal(book.of(FILE, 'BenchmarkA'), second);
});

test('a benchmark that is measured again loses cases that no longer exist', () => {
  const book = new LatestResults(memento());
  book.set(FILE, 'BenchmarkA', results({ 'A/x': 1, 'A/y': 2 }));
  book.set(FILE, 'BenchmarkA', results({ 'A/x': 3 }));
  assert.deepEqual(figuresOf(book), { 'BenchmarkA/x': 3 });
});

test('cleared results are not restored from disk, not even in the next window', () => {
  const stored = new Map<string, unknown>();
  const book = new LatestResults(memento(stored));
  const old = [capture(Date.now() - 1000, 'BenchmarkA', { A: 2 })];
  book.restore(old);
  book.clear();
  assert.deepEqual(figuresOf(book), {});
  const next = new LatestResults(memento(stored));
  next.restore(old);
  assert.deepEqual(figuresOf(next), {});
  next.restore([capture(Date.now() + 1000, 'BenchmarkA', { A: 3 })]);
  assert.deepEqual(figuresOf(next), { BenchmarkA: 3 });
});

test('after a capture is deleted, the lens gets the results of the earlier capture', () => {
  const book = new LatestResults(memento());
  const [before, other] = [capture(100, 'BenchmarkA', { A: 1 }), capture(150, 'BenchmarkB', { B: 7 })];
  book.restore([capture(200, 'BenchmarkA', { A: 2 }), before, other]);
  book.replace(FILE, 'BenchmarkA', [other, before]);
  assert.deepEqual([figuresOf(book), figuresOf(book, 'BenchmarkB')], [{ BenchmarkA: 1 }, { BenchmarkB: 7 }]);
  book.replace(FILE, 'BenchmarkA', [other]);
  assert.deepEqual(figuresOf(book), {});
});
