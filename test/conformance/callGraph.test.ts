import assert from 'node:assert/strict';
import { basename, dirname } from 'node:path';
import test, { after, before } from 'node:test';
import { layOutDot } from '../../src/engine/layOutDot';
import { Store } from '../../src/engine/store';
import type { Refinement } from '../../src/profile/answers/refinement';
import { profileBenchmarks, profileProgram } from './goPrograms';
import { assertSameText, pprof } from './oracle';

/** The DOT text of the editor's call graph must equal that of `go tool pprof -dot`, for newly made profiles. */
let paths: ReadonlyMap<string, string>;
const removals: (() => Promise<void>)[] = [];

before(async () => {
  const made = [await profileBenchmarks(), await profileProgram()];
  removals.push(...made.map(({ remove }) => remove));
  paths = new Map(made.flatMap((each) => [...each.paths]));
});
after(() => Promise.all(removals.map((remove) => remove())));

interface Asked {
  readonly refinement?: Refinement;
  readonly nodeCount?: number;
  readonly trim?: boolean;
  /** Kind of the profile to subtract. */
  readonly base?: string;
}

const never = new AbortController().signal;
const DERIVED = 2 ** 32;

/** The DOT text that the engine passes to the layout. */
async function dotOf(kind: string, asked: Asked): Promise<string> {
  const { refinement = {}, nodeCount = 80, trim = true, base } = asked;
  const store = new Store();
  const load = (name: string) =>
    store.answer('load', { source: { kind: 'file', path: paths.get(name)! } }, never);
  const { id } = await load(kind);
  const compared = base === undefined ? undefined : { profile: (await load(base)).id, mode: 'diff_base' as const };
  const of = { profile: id, refinement, base: compared && { ...compared, normalize: false } };
  await store.answer('derive', { profile: DERIVED, of }, never);
  const { defaultSampleType: sampleType } = await store.answer('summary', { profile: DERIVED }, never);
  const graph = { profile: DERIVED, sampleType, refinement, nodeCount, callTree: false, trim };
  return (await store.answer('callGraph', graph, never)).dot;
}

async function compare(kind: string, asked: Asked, ...flags: string[]): Promise<void> {
  const path = paths.get(kind)!;
  const cwd = dirname(path);
  const base = asked.base === undefined ? [] : [`-diff_base=${paths.get(asked.base)!}`];
  const theirs = await pprof(['-dot', ...flags, ...base, basename(path)], { cwd });
  assert.equal(theirs.code, 0, theirs.stderr);
  const dot = await dotOf(kind, asked);
  assertSameText(dot, theirs.stdout, `${kind} ${flags.join(' ')}`);
  const reply = await layOutDot(dot);
  assert.ok('picture' in reply, JSON.stringify(reply));
  const functions = reply.picture.boxes.filter((box) => box.kind === 'function');
  assert.equal(functions.length, [...dot.matchAll(/^N\d+ \[/gm)].length);
}

for (const kind of ['cpu', 'heap', 'block']) {
  test(`the graph of a ${kind} profile equals pprof's, and can be laid out`, () => compare(kind, {}));
}

test('a limited number of nodes selects the same nodes as pprof', () => compare('mem', { nodeCount: 10 }, '-nodecount=10'));

test('an untrimmed graph has all of pprof\'s nodes and edges, however small', async () => {
  await compare('cpu', { nodeCount: 20, trim: false }, '-trim=false');
  await compare('mem', { trim: false, refinement: { focus: 'work' } }, '-trim=false', '-focus=work');
  await compare('heap', { trim: false }, '-trim=false');
});

test('the graph of a refined profile equals pprof\'s', async () => {
  await compare('cpu', { refinement: { focus: 'main|work' } }, '-focus=main|work');
  await compare('mem', { refinement: { hide: 'runtime', relative_percentages: true } }, '-hide=runtime', '-relative_percentages');
  await compare('heap', { refinement: { tagfocus: 'kind=fast' } }, '-tagfocus=kind=fast');
});

test('the granularity merges frames as in pprof', async () => {
  await compare('cpu', { refinement: { granularity: 'lines' } }, '-lines');
  await compare('mem', { refinement: { granularity: 'filefunctions', noinlines: true } }, '-filefunctions', '-noinlines');
});

test('divided and mean figures equal pprof\'s', async () => {
  await compare('mem', { refinement: { divide_by: 7 } }, '-divide_by=7');
  await compare('block', { refinement: { mean: true } }, '-mean');
  await compare('mem', { refinement: { mean: true, focus: 'work' } }, '-mean', '-focus=work');
});

test('the graph of a difference equals pprof\'s', () => compare('mem', { base: 'heap' }));
