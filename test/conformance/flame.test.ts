import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type Callers, callersInSteps } from '../../src/profile/flame/callers';
import { callShapeInSteps } from '../../src/profile/flame/callShape';
import { buildCallTree, type CallTree, callTreeInSteps } from '../../src/profile/flame/callTree';
import { NONE } from '../../src/profile/model';
import type { Profile } from '../../src/profile/model';
import { subtractBase } from '../../src/profile/refine/subtractBase';
import { finish } from '../../src/profile/common/guard';
import { profileBenchmarks, profileProgram } from './goPrograms';
import type { FreshProfiles } from './goPrograms';
import { pprof } from './oracle';
import { loadProfile } from './ours';
import { readTraces, type Trace } from './traces';

let benchmarks: FreshProfiles;
let program: FreshProfiles;

before(async () => {
  [benchmarks, program] = [await profileBenchmarks(), await profileProgram()];
});
after(() => Promise.all([benchmarks.remove(), program.remove()]));

const pathOf = (kind: string) => benchmarks.paths.get(kind) ?? program.paths.get(kind)!;

/** The number of functions to check in each profile, heaviest first. */
const FUNCTIONS = 12;

interface Sums {
  flat: number;
  cum: number;
  size: number;
}

/** Sums of the stacks by path, which begins at the outermost frame. */
function sumPaths(stacks: Iterable<{ readonly path: readonly string[]; readonly value: number }>): Map<string, Sums> {
  const sums = new Map<string, Sums>([['', { flat: 0, cum: 0, size: 0 }]]);
  for (const { path, value } of stacks) {
    for (let depth = 0; depth <= path.length; depth++) {
      const key = path.slice(0, depth).join(';');
      const sum = sums.get(key) ?? { flat: 0, cum: 0, size: 0 };
      sums.set(key, sum);
      sum.cum += value;
      sum.size += Math.abs(value);
      if (depth === path.length) sum.flat += value;
    }
  }
  return sums;
}

function pathSums(tree: CallTree): Map<string, Sums> {
  const paths: string[][] = [[]];
  const sums = new Map<string, Sums>();
  for (let node = 0; node < tree.count; node++) {
    if (node > 0) paths[node] = [...paths[tree.parent[node]!]!, nameIn(tree, node)];
    sums.set(paths[node]!.join(';'), { flat: tree.flat[node]!, cum: tree.cum[node]!, size: tree.size[node]! });
  }
  return sums;
}

function nameIn({ functions, function: functionOf }: CallTree, node: number): string {
  const id = functionOf[node]!;
  return id === NONE ? '' : `${functions.names[id]} ${functions.files[functions.file[id]!]}`;
}

const frameName = ({ function: name, file }: Trace['frames'][number]) => `${name} ${file}`;
const outermostFirst = ({ frames }: Trace) => frames.map(frameName).reverse();
const sorted = (sums: Map<string, Sums>) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1));

interface CalleesAndCallers {
  readonly callees: CallTree;
  readonly callers: Callers;
}

function calleesAndCallers(profile: Profile, sampleType: number, from: string): CalleesAndCallers {
  const view = { from };
  const shape = finish(callShapeInSteps(profile, sampleType, view));
  const callees = finish(callTreeInSteps(profile, sampleType, shape));
  return { callees, callers: finish(callersInSteps(profile, sampleType, { shape, callees, view })) };
}

function heaviest(traces: readonly Trace[]): string[] {
  const cums = new Map<string, number>();
  for (const { frames, value } of traces) {
    for (const name of new Set(frames.map((frame) => frame.function))) {
      cums.set(name, (cums.get(name) ?? 0) + Math.abs(value));
    }
  }
  return [...cums].sort(([, a], [, b]) => b - a).slice(0, FUNCTIONS).map(([name]) => name);
}

for (const kind of ['cpu', 'mem', 'block', 'heap']) {
  test(`the flame graph of a ${kind} profile has the sums of pprof's traces, even when centered on a function`, async () => {
    const profile = await loadProfile(pathOf(kind));
    for (const [sampleType, { type, unit }] of profile.sampleTypes.entries()) {
      const traces = await readTraces({ path: pathOf(kind), cwd: program.folder }, type, unit);
      const stacks = traces.map((trace) => ({ path: outermostFirst(trace), value: trace.value }));
      assert.deepEqual(sorted(pathSums(buildCallTree(profile, sampleType))), sorted(sumPaths(stacks)), type);
      for (const name of heaviest(traces)) {
        const parts = traces.flatMap((trace) => {
          const index = trace.frames.findLastIndex((frame) => frame.function === name);
          const path = outermostFirst(trace);
          const depth = path.length - 1 - index;
          const sides = { up: path.slice(0, Math.max(depth, 0)).reverse(), down: path.slice(depth + 1) };
          return index < 0 ? [] : [{ ...sides, value: trace.value }];
        });
        const { callees, callers } = calleesAndCallers(profile, sampleType, name);
        const below = sumPaths(parts.map(({ down, value }) => ({ path: down, value })));
        assert.deepEqual(sorted(pathSums(callees)), sorted(below), `callees of ${name}`);
        const above = sumPaths(parts.map(({ up, value }) => ({ path: up, value })));
        for (const sum of above.values()) sum.flat = 0;
        assert.deepEqual(sorted(pathSums(callers.tree)), sorted(above), `callers of ${name}`);
      }
    }
  });
}

/** The callers and callees of a function in pprof's peek, with their weights in the smallest unit. */
async function peek(path: string, name: string): Promise<Record<'callers' | 'callees', Map<string, number>>> {
  const pattern = `^${name.replace(/[^\w ]/g, '\\$&')}$`;
  const flags = [`-peek=${pattern}`, '-unit=ns', '-functions'];
  const { code, stdout, stderr } = await pprof([...flags, path], { cwd: program.folder });
  assert.equal(code, 0, stderr);
  const [, block = ''] = stdout.toString().split(/^-+\+-+\n/m).slice(1);
  const sides = { callers: new Map<string, number>(), callees: new Map<string, number>() };
  let side = sides.callers;
  for (const row of block.split('\n')) {
    const [, value = '', relative] = /^ +(-?[\d.]+)(?:ns)? +[\d.e-]+% \| +(.*?)(?: \(inline\))?$/.exec(row) ?? [];
    if (relative !== undefined) side.set(relative, Number(value));
    else if (row.includes('|')) side = sides.callees;
  }
  return sides;
}

test('direct callers and callees of a function have the figures of peek', async () => {
  const path = pathOf('cpu');
  const profile = await loadProfile(path);
  const sampleType = profile.defaultSampleType;
  const { type, unit } = profile.sampleTypes[sampleType]!;
  const traces = await readTraces({ path, cwd: program.folder }, type, unit);
  const recurs = (name: string) =>
    traces.some(({ frames }) => frames.filter((frame) => frame.function === name).length > 1);
  const names = heaviest(traces).filter((name) => !recurs(name));
  for (const name of names) {
    const { callees, callers } = calleesAndCallers(profile, sampleType, name);
    const expected = await peek(path, name);
    assert.deepEqual(directCums(callers.tree), new Map([...expected.callers].sort()), `callers of ${name}`);
    assert.deepEqual(directCums(callees), new Map([...expected.callees].sort()), `callees of ${name}`);
  }
  assert.ok(names.length > 4, `compared ${names.length} functions`);
});

/** The cum of the root's children by name. */
function directCums(tree: CallTree): Map<string, number> {
  const sums = new Map<string, number>();
  for (let node = 1; node < tree.count; node++) {
    if (tree.parent[node] !== 0) continue;
    const name = tree.functions.names[tree.function[node]!]!;
    sums.set(name, (sums.get(name) ?? 0) + tree.cum[node]!);
  }
  return new Map([...sums].sort());
}

for (const mode of ['base', 'diff_base'] as const) {
  test(`the flame graph of a comparison has the sums of the traces of pprof -${mode}`, async () => {
    const [path, basePath] = [pathOf('allocs'), pathOf('heap')];
    const profile = subtractBase(await loadProfile(path), await loadProfile(basePath), { mode });
    for (const [sampleType, { type, unit }] of profile.sampleTypes.entries()) {
      const args = [`-${mode}=${basePath}`];
      const traces = await readTraces({ path, cwd: program.folder }, type, unit, args);
      const stacks = traces.map((trace) => ({ path: outermostFirst(trace), value: trace.value }));
      assert.deepEqual(sorted(pathSums(buildCallTree(profile, sampleType))), sorted(sumPaths(stacks)), type);
    }
  });
}
