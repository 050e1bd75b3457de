import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { layOutDot } from '../../src/engine/graphPicture';
import { graphReport } from '../../src/engine/graphReport';
import { NodeStore } from '../../src/engine/node/nodeStore';
import { readProfile } from '../../src/engine/node/readProfile';
import type { Refinement } from '../../src/profile/answers/refinement';
import { refine } from '../../src/profile/refine/applyRefinement';
import { profileBenchmarks, profileProgram } from './goPrograms';
import { assertSameText, pprof } from './oracle';

/** The paths of the profiles, by kind. The DOT text of their call graphs must equal that of `go tool pprof -dot`. */
let paths: ReadonlyMap<string, string>;
let folder: string;
const removals: (() => Promise<void>)[] = [];

before(async () => {
  const sources = [await profileBenchmarks(), await profileProgram()];
  folder = sources[0]!.folder;
  removals.push(...sources.map(({ remove }) => remove));
  paths = new Map(sources.flatMap((source) => [...source.paths]));
});
after(() => Promise.all(removals.map((remove) => remove())));

interface GraphOptions {
  readonly refinement?: Refinement;
  readonly nodeCount?: number;
  readonly trim?: boolean;
  /** The kind of the profile to subtract. */
  readonly base?: string;
}

const { signal } = new AbortController();
const DERIVED = 2 ** 32;

/** The DOT text in pprof's spelling, and the one that the engine passes to the layout. */
async function dotsOf(kind: string, options: GraphOptions): Promise<{ exact: string; drawn: string }> {
  const { refinement = {}, nodeCount = 80, trim = true, base } = options;
  const store = new NodeStore();
  const load = (name: string) =>
    store.answer('load', { source: { kind: 'file', path: paths.get(name)! } }, signal);
  const { id } = await load(kind);
  const baseline = base === undefined ? undefined : { profile: (await load(base)).id, mode: 'diff_base' as const };
  const of = { profile: id, refinement, base: baseline && { ...baseline, normalize: false } };
  await store.answer('derive', { profile: DERIVED, of }, signal);
  const { defaultSampleType: sampleType } = await store.answer('summary', { profile: DERIVED }, signal);
  const params = { refinement, nodeCount, callTree: false, trim };
  const { dot: drawn } = await store.answer('callGraph', { profile: DERIVED, sampleType, ...params }, signal);
  // An export has pprof's defaults.
  if (nodeCount === 80 && trim) return { exact: await exportedDot(store, sampleType, refinement), drawn };
  const profile = await readProfile({ kind: 'file', path: paths.get(kind)! }, signal);
  return { exact: graphReport(refine(profile, refinement), sampleType, params).dot, drawn };
}

async function exportedDot(store: NodeStore, sampleType: number, refinement: Refinement): Promise<string> {
  const path = join(folder, 'difference.dot');
  await store.answer('export', { profile: DERIVED, sampleType, refinement, format: 'dot', path }, signal);
  return readFileSync(path, 'utf8');
}

async function compare(kind: string, options: GraphOptions, ...flags: string[]): Promise<void> {
  const path = paths.get(kind)!;
  const cwd = dirname(path);
  const base = options.base === undefined ? [] : [`-diff_base=${paths.get(options.base)!}`];
  const theirs = await pprof(['-dot', ...flags, ...base, basename(path)], { cwd });
  assert.equal(theirs.code, 0, theirs.stderr);
  const { exact, drawn } = await dotsOf(kind, options);
  assertSameText(exact, theirs.stdout, `${kind} ${flags.join(' ')}`);
  const reply = await layOutDot(drawn);
  assert.ok('picture' in reply, JSON.stringify(reply));
  const functions = reply.picture.boxes.filter((box) => box.kind === 'function');
  assert.equal(functions.length, [...exact.matchAll(/^N\d+ \[/gm)].length);
}

for (const kind of ['cpu', 'heap', 'block']) {
  test(`the graph of a ${kind} profile equals pprof's, and can be laid out`, () => compare(kind, {}));
}

test('a limit on nodes keeps the same nodes as in pprof', () => compare('mem', { nodeCount: 10 }, '-nodecount=10'));

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

test('the exported graph of a difference equals pprof\'s', () => compare('mem', { base: 'heap' }));
