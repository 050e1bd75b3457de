import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { NodeStore } from '../../src/engine/node/nodeStore';
import type { Refinement } from '../../src/profile/answers/refinement';
import type { FreshProfiles } from './goPrograms';
import { profileBenchmarks } from './goPrograms';
import { mustRun, pprofCommand } from './oracle';

let fresh: FreshProfiles;
before(async () => {
  fresh = await profileBenchmarks();
});
after(() => fresh.remove());

const { signal } = new AbortController();

/** The figures of a node in pprof's call graph with -lines. */
interface PprofLine {
  readonly name: string;
  readonly flat: number;
  readonly cum: number;
}

interface PprofCall {
  readonly caller: string;
  readonly callee: string;
  readonly value: number;
}

/** The nodes of each line by `file:line`, as `-peek` prints them. */
async function pprofLines(flags: readonly string[]): Promise<ReadonlyMap<string, readonly PprofLine[]>> {
  const [program, ...words] = await pprofCommand();
  const text = await mustRun(program!, [...words, '-peek=.', '-lines', ...flags], { cwd: fresh.folder });
  const lines = new Map<string, PprofLine[]>();
  for (const row of text.split('\n')) {
    const cells = /^ *(\S+) +\S+% +\S+% +(\S+) +\S+% +\| (.*?)(?: \((?:partial-)?inline\))?$/.exec(row);
    if (!cells) continue;
    const [, flat, cum, name] = cells as unknown as [string, string, string, string];
    const place = name.slice(name.lastIndexOf(' ') + 1);
    lines.set(place, [...(lines.get(place) ?? []), { name, flat: parseFloat(flat), cum: parseFloat(cum) }]);
  }
  return lines;
}

/** All calls, from `-dot`, because `-peek` does not divide their sums. */
async function pprofCalls(flags: readonly string[]): Promise<readonly PprofCall[]> {
  const [program, ...words] = await pprofCommand();
  const text = await mustRun(program!, [...words, '-dot', '-lines', '-trim=false', ...flags], { cwd: fresh.folder });
  return [...text.matchAll(/ tooltip="(.*?) -> (.*?) \((-?[\d.e+]+)[A-Za-z]*\)" labeltooltip/g)].map(
    ([, caller, callee, value]) => ({ caller: caller!, callee: callee!, value: Number(value) }),
  );
}

/** A refined profile in the engine, and the flags for the same in pprof. */
async function loadRefined(kind: string, type: string, refinement: Refinement) {
  const store = new NodeStore();
  const path = fresh.paths.get(kind)!;
  const { id, sampleTypes } = await store.answer('load', { source: { kind: 'file', path } }, signal);
  const sampleType = sampleTypes.findIndex((sampleTypeAt) => sampleTypeAt.type === type);
  await store.answer('derive', { profile: 100, of: { profile: id, refinement } }, signal);
  const unit = { nanoseconds: 'ns', bytes: 'B' }[sampleTypes[sampleType]!.unit]!;
  const options = Object.entries(refinement).map(([name, value]) => `-${name}=${String(value)}`);
  return { store, at: { profile: 100, sampleType }, flags: [`-sample_index=${type}`, `-unit=${unit}`, ...options, path] };
}

/** A divided value as pprof prints it. */
const truncated = Math.trunc;

const CASES: readonly (readonly [kind: string, type: string, refinement: Refinement])[] = [
  ['mem', 'alloc_space', { mean: true }],
  ['mem', 'inuse_space', { mean: true }],
  ['mem', 'alloc_space', { mean: true, divide_by: 4, focus: 'work' }],
  ['block', 'delay', { mean: true }],
  ['block', 'delay', { drop_negative: true }],
];

for (const [kind, type, refinement] of CASES) {
  test(`the detail of a line of ${type} has pprof's figures under ${JSON.stringify(refinement)}`, async () => {
    const { store, at, flags } = await loadRefined(kind, type, refinement);
    const [lines, calls] = [await pprofLines(flags), await pprofCalls(flags)];
    const { lines: hottest } = await store.answer('hotLines', { ...at, order: 'cum', limit: 1e6 }, signal);
    const [checked, checkedCalls] = [new Set<string>(), new Set<PprofCall>()];
    for (const { file, line, flat, cum } of hottest) {
      const [node, ...others] = lines.get(`${file}:${line}`) ?? [];
      // A line of several functions has the sum of their costs.
      if (node === undefined || others.length > 0) continue;
      const detail = (await store.answer('lineDetail', { ...at, file, line, limit: 1e6 }, signal))!;
      const values = detail.values[at.sampleType]!;
      assert.deepEqual([values.flat, values.cum], [flat, cum], `columns of ${node.name}`);
      assert.deepEqual([truncated(values.flat), truncated(values.cum)], [node.flat, node.cum], node.name);
      checked.add(node.name);
      const callers = new Map(detail.callers.map((caller) => {
        return [`${caller.function} ${caller.file}:${caller.line}`, caller.value];
      }));
      for (const call of calls.filter(({ callee }) => callee === node.name)) {
        assert.equal(truncated(callers.get(call.caller)!), call.value, `${call.caller} calls ${node.name}`);
        checkedCalls.add(call);
      }
      for (const callee of detail.callees) {
        const isInCallee = (name: string): boolean => name.startsWith(`${callee.function} ${callee.file}:`);
        const [only, ...more] = calls.filter((call) => call.caller === node.name && isInCallee(call.callee));
        // Our callee is a function; pprof's is a line of it. They can be compared only if pprof has one such line.
        if (only === undefined || more.length > 0 || isInCallee(node.name)) continue;
        assert.equal(truncated(callee.value), only.value, `${node.name} calls ${only.callee}`);
      }
    }
    assert.ok(checked.size > 10 && checkedCalls.size > 10, `${checked.size} lines, ${checkedCalls.size} calls`);
  });
}
