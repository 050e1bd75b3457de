import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { callGraph } from '../../../../src/profile/graph/callGraph';
import { pathCalls } from '../../../../src/profile/table/pathCalls';
import { peek } from '../../../../src/profile/table/peek';
import type { ReportTable } from '../../../../src/profile/table/reportTable';
import type { CallDirection, PathCalls, PathView } from '../../../../src/profile/answers/table';
import { randomProfile } from '../../../shared/randomProfiles';
import { tableOfStacks, tableOf } from '../../../shared/reportTables';

/** The calls that continue the path of the functions with these names. */
function next(table: ReportTable, direction: CallDirection, path: string, view: Partial<PathView> = {}): PathCalls {
  const nodes = path.split(' ').map((name) => table.nodes.infos.findIndex((info) => info.name === name));
  return pathCalls(table, { direction, path: nodes, from: 0, limit: 100, ...view });
}

/** Each call as `name value`, with `(inline)` if it is inlined and `…` if the path continues. */
function texts({ name, value, inlined, hasMore }: PathCalls): string[] {
  return name.map((text, at) => `${text} ${value[at]!}${inlined[at] === 1 ? ' (inline)' : ''}${hasMore[at] === 1 ? ' …' : ''}`);
}

const STACKS = `
  3 | leaf l.go:1 ^ mid m.go:1 < left a.go:1 < main main.go:1
  4 | leaf l.go:2 < mid m.go:2 < right b.go:1 < main main.go:1
  5 | mid m.go:2 < right b.go:1 < main main.go:1
`;

test('callers and callees have the cost of their calls, heaviest first', () => {
  const table = tableOfStacks(STACKS);
  assert.deepEqual(texts(next(table, 'callers', 'mid')), ['right 9 …', 'left 3 …']);
  assert.deepEqual(texts(next(table, 'callees', 'main')), ['right 9 …', 'left 3 …']);
  assert.deepEqual(texts(next(table, 'callers', 'main')), []);
});

test('calls on a path have only the cost of stacks that contain the whole path', () => {
  const table = tableOfStacks(STACKS);
  assert.deepEqual(texts(next(table, 'callers', 'leaf mid')), ['right 4 …', 'left 3 …']);
  assert.deepEqual(texts(next(table, 'callers', 'leaf mid right')), ['main 4']);
  assert.deepEqual(texts(next(table, 'callees', 'main left mid')), ['leaf 3 (inline)']);
});

test('the flat of a callee is that of the stacks that contain the path and end in the callee', () => {
  const { name, flat } = next(tableOfStacks(STACKS), 'callees', 'main right');
  assert.deepEqual([name, [...flat]], [['mid'], [5]]);
});

test('a call is inlined only if it is inlined in all samples', () => {
  const table = tableOfStacks(STACKS);
  assert.deepEqual(texts(next(table, 'callees', 'mid')), ['leaf 7']);
  assert.deepEqual(texts(next(table, 'callees', 'left mid')), ['leaf 3 (inline)']);
  assert.deepEqual(texts(next(tableOfStacks('3 | leaf l.go:1 ^ mid m.go:1'), 'callers', 'leaf')), ['mid 3 (inline)']);
});

test('under recursion a sample counts once for each call, and direct recursion is not a call', () => {
  const table = tableOfStacks('1 | a a.go:1 < a a.go:2 < b a.go:3 < c a.go:4 < a a.go:5 < d a.go:6');
  assert.deepEqual(texts(next(table, 'callers', 'a')), ['b 1 …', 'd 1']);
  assert.deepEqual(texts(next(table, 'callers', 'a b')), ['c 1 …']);
  assert.deepEqual(texts(next(table, 'callees', 'a')), ['c 1 …']);
  const deep = tableOfStacks('2 | a a.go:1 < b a.go:2 < a a.go:3 < b a.go:4 < a a.go:5');
  assert.deepEqual(texts(next(deep, 'callers', 'a')), ['b 2 …']);
  assert.deepEqual(texts(next(deep, 'callees', 'a b a b')), ['a 2']);
});

test('a window has only the requested calls, and the number of all calls', () => {
  const table = tableOfStacks(Array.from({ length: 9 }, (_, i) => `${9 - i} | leaf l.go:1 < caller${i} c.go:1`).join('\n'));
  const { count, from, name } = next(table, 'callers', 'leaf', { from: 3, limit: 2 });
  assert.deepEqual({ count, from, name }, { count: 9, from: 3, name: ['caller3', 'caller4'] });
});

test('peek shows a function between its callers and callees', () => {
  const { blocks, moreBlocks } = peek(tableOfStacks(STACKS), { name: 'mid', limit: 9 });
  const [{ name, file, flat, cum, callers, callees }] = blocks;
  assert.deepEqual({ name, file, flat, cum, moreBlocks }, { name: 'mid', file: 'm.go', flat: 5, cum: 12, moreBlocks: 0 });
  assert.deepEqual([texts(callers), texts(callees)], [['right 9 …', 'left 3 …'], ['leaf 7']]);
  assert.deepEqual(peek(tableOfStacks(STACKS), { name: 'unknown', limit: 9 }).blocks, []);
});

test('with granularity lines, peek shows each line of a function, the one with the largest flat first', () => {
  const { blocks } = peek(tableOfStacks(STACKS, { granularity: 'lines' }), { name: 'mid', limit: 9 });
  assert.deepEqual(blocks.map(({ name }) => name), ['mid m.go:2', 'mid m.go:1']);
});

test('the first step of every path has the calls of the call graph', () => {
  fc.assert(
    fc.property(randomProfile, fc.constantFrom('functions', 'lines', 'files'), (bytes, granularity) => {
      const table = tableOf(decodeProfile(bytes), { granularity: granularity as 'functions' });
      const { edges } = callGraph(table.profile.stacks, { values: table.profile.values[0]! }, table.nodes);
      for (const node of table.nodes.infos.keys()) {
        for (const direction of ['callers', 'callees'] as const) {
          const calls = pathCalls(table, { direction, path: [node], from: 0, limit: 1e6 });
          const [nodeEnd, otherEnd] = direction === 'callers' ? [edges.callee, edges.caller] : [edges.caller, edges.callee];
          const expected = [...nodeEnd.keys()].filter((edge) => nodeEnd[edge] === node)
            .map((edge) => [otherEnd[edge], edges.weight[edge], edges.inlined[edge]]);
          const actual = [...calls.node].map((other, at) => [other, calls.value[at], calls.inlined[at]]);
          const byNode = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);
          assert.deepEqual(actual.sort(byNode), expected.sort(byNode));
        }
      }
    }),
  );
});
