import assert from 'node:assert/strict';
import test from 'node:test';
import { sourceMatchByLines, type UnstartedCosts } from '../../../../src/sources/lineMatching/sourceMatchByLines';

const GO = `package p

import "sort"

// limit is how many are kept.
const limit = 10

var table = build()

type item struct {
	n int
}

func (it *item) Grow(by int) {
	it.n += by
	log(
		"grown", it.n,
	)
}

func Work(items []item) (total int) {
	defer done()
	// Largest first.
	sort.Slice(items, func(i, j int) bool {
		return less(items[i], items[j])
	})
	each := helper
	for _, it := range items {
		it.Grow(1)
		each(it.n)
		total += it.n
	}
	helper(total)
	return total
}
`;
const lineOf = (text: string) => GO.split('\n').findIndex((line) => line.includes(text)) + 1;

function signs(
  lines: readonly string[],
  { functions = [], calls = [], file = 'p.go' }: {
    functions?: readonly [name: string, first: string, last: string][];
    calls?: readonly [at: string, callee: string][];
    file?: string;
  } = {},
) {
  const costs: UnstartedCosts = {
    file,
    lines: lines.map(lineOf),
    functions: functions.map(([name, first, last]) => {
      return { name, startLine: 0, firstLine: lineOf(first), lastLine: lineOf(last) };
    }),
    calls: calls.map(([at, callee]) => ({ line: lineOf(at), function: 'm/p.Work', callee })),
  };
  return sourceMatchByLines(GO.split('\n'), costs);
}

test('costs inside of the functions that the text declares match', () => {
  const functions = [
    ['m/p.(*item).Grow', 'it.n += by', 'it.n += by'],
    ['m/p.Work', 'defer done', 'return total'],
    ['m/p.Work.func1', 'return less', 'return less'],
  ] as const;
  assert.equal(signs(['total += it.n', 'var table'], { functions: functions.map((each) => [...each]) }), 'matches');
});

test('a cost on a comment, a blank line, a constant, a type or past the end shows another text', () => {
  for (const line of ['// limit is', '// Largest first', 'const limit', 'n int', 'import "sort"', 'package p']) {
    assert.equal(signs([line]), 'differs', line);
  }
  assert.equal(sourceMatchByLines(GO.split('\n'), { file: 'p.go', lines: [4], functions: [], calls: [] }), 'differs');
  assert.equal(sourceMatchByLines(GO.split('\n'), { file: 'p.go', lines: [99], functions: [], calls: [] }), 'differs');
});

test('a cost outside of its function, or of a function that the text does not declare, shows another text', () => {
  assert.equal(signs([], { functions: [['m/p.Work', 'it.n += by', 'it.n += by']] }), 'differs');
  assert.equal(signs([], { functions: [['m/p.(*item).Grow', 'it.n += by', 'total += it.n']] }), 'differs');
  assert.equal(signs([], { functions: [['m/p.Gone', 'total += it.n', 'total += it.n']] }), 'differs');
  assert.equal(signs([], { functions: [['m/p.init', 'var table', 'var table']] }), 'unknown');
});

test('a call from a line that cannot make it shows another text', () => {
  const possible: [string, string][] = [
    ['it.Grow(1)', 'm/p.(*item).Grow'],
    ['each(it.n)', 'm/p.other'],
    ['"grown"', 'm/p.log'],
    ['sort.Slice(', 'sort.Slice'],
    ['total += it.n', 'runtime.asyncPreempt'],
    ['return total', 'm/p.done'],
    ['for _, it', 'm/p.All.func1'],
  ];
  for (const call of possible) assert.notEqual(signs([], { calls: [call] }), 'differs', call.join());
  const impossible: [string, string][] = [
    ['total += it.n', 'm/p.helper'],
    ['it.Grow(1)', 'm/p.helper'],
    ['each := helper', 'm/p.(*item).Grow'],
  ];
  for (const call of impossible) assert.equal(signs([], { calls: [call] }), 'differs', call.join());
});

test('in Rust and Python, functions are found by name, and comments cost nothing', () => {
  const rust = ['// work', 'fn work(n: u64) -> u64 {', '    n * 2', '}'];
  const of = (file: string, text: readonly string[], name: string, line: number) => {
    const functions = [{ name, startLine: 0, firstLine: line, lastLine: line }];
    return sourceMatchByLines(text, { file, lines: [line], calls: [], functions });
  };
  assert.equal(of('/app/src/main.rs', rust, 'app::work', 3), 'matches');
  assert.equal(of('/app/src/main.rs', rust, 'app::work::{{closure}}', 3), 'matches');
  assert.equal(of('/app/src/main.rs', rust, 'app::other', 3), 'differs');
  assert.equal(of('/app/src/main.rs', rust, 'app::work', 1), 'differs');
  const derived = ['#[derive(Clone)]', 'struct Item;', 'impl Item { fn grow(&self) {} }'];
  assert.equal(of('/app/src/item.rs', derived, '<app::Item as core::clone::Clone>::clone', 1), 'unknown');
  assert.equal(of('/app/src/item.rs', derived, '<app::Item>::grow', 3), 'matches');
  assert.equal(of('app.py', ['class Item:', '  n = 1'], 'Item', 2), 'matches');
  assert.equal(of('app.py', ['# top', 'def work(n):', '  return n'], 'work', 3), 'matches');
  assert.equal(of('app.py', ['# top', 'def work(n):', '  return n'], '<module>', 2), 'unknown');
  assert.equal(of('app.py', ['# top', 'def work(n):', '  return n'], '<module>', 1), 'differs');
  assert.equal(of('page.templ', ['', 'x'], 'm/p.Page', 1), 'unknown');
  assert.equal(of('page.templ', ['', 'x'], 'm/p.Page', 3), 'differs');
});
