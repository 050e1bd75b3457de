import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { NodeStore } from '../../src/engine/node/nodeStore';
import { encodeProfile } from '../../src/profile/wire/encode';
import { figureColumns, formatValue, percentColumn } from '../../src/profile/text/reportColumns';
import type { Refinement } from '../../src/profile/answers/refinement';
import type { PathCalls, PeekBlock, TableView, ValueFormat } from '../../src/profile/answers/table';
import { asPprofReads } from '../../src/pprofText/asPprofReads';
import { profileFromText } from '../shared/profileFromText';
import { assertSameText, pprof } from './oracle';
import { profileBenchmarks, profileProgram, temporaryFolder } from './goPrograms';
import { loadProfile } from './ours';

/** Freshly made profiles of several kinds, as `NAME.pprof` in one folder. */
let folder: string;
const removals: (() => Promise<void>)[] = [];

const STACKS = `
  2 81      | leaf a.go:1 ^ mid a.go:2 ^ top a.go:3 < main.main@1 main.go:9
  3 2187    | again a.go:6 ^ again a.go:7 < main.main@1 main.go:9 < again a.go:6 ^ main.main@1 main.go:12
  4 -6561   | std::vector<int>::push(int) v.h:3 < com/acme/v2.(*T).Do[...] t.go:4 < main.main@1 main.go:9
  5 19683   | 0x10 < _@3 a.go:5 < main.main@1 main.go:9
  6 59049   | 0x20[vdso] < _@3 a.go:6 < main.main@1 main.go:10
  8 531441  | small a.go:30 < bridge a.go:31 < main.main@1 main.go:10
  9 27      | b a.go:1 < a a.go:2 < b a.go:3 < a a.go:4 < main.main@1 main.go:11
`;

before(async () => {
  const [temporary, benchmarks, program] = [await temporaryFolder(), await profileBenchmarks(), await profileProgram()];
  folder = temporary.folder;
  removals.push(...[temporary, benchmarks, program].map(({ remove }) => remove));
  const paths = new Map([...benchmarks.paths, ...program.paths]);
  for (const kind of ['cpu', 'mem', 'heap', 'block']) await writeAsRead(kind, await readFile(paths.get(kind)!));
  const types = 'samples/count space/bytes';
  await writeAsRead('text', profileFromText({ types, stacks: STACKS, binary: '/usr/bin/program' }));
});
after(() => Promise.all(removals.map((remove) => remove())));

/** Writes the profile with frames renamed and dropped as pprof does on reading, so that both tools read the same. */
async function writeAsRead(kind: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, `${kind}.pprof`);
  await writeFile(path, bytes);
  await writeFile(path, encodeProfile(asPprofReads(await loadProfile(path))));
}

const { signal } = new AbortController();
const ALL: TableView = { sort: 'flat', direction: 'size', search: '', from: 0, limit: 1e6, find: '' };

interface Case {
  readonly kind: string;
  readonly refinement?: Refinement;
  readonly base?: { readonly kind: string; readonly mode: 'base' | 'diff_base' };
}

/** Loads the profiles of a case. Returns the engine, the parameters of a tab's queries, and pprof's flags. */
async function prepare(of: Case) {
  const { kind, refinement = {}, base } = of;
  const store = new NodeStore();
  const load = (name: string) => {
    return store.answer('load', { source: { kind: 'file', path: join(folder, `${name}.pprof`) } }, signal);
  };
  const { id, defaultSampleType: sampleType, sampleTypes } = await load(kind);
  const baseline = base && { profile: (await load(base.kind)).id, mode: base.mode, normalize: false };
  const profile = 2 ** 32;
  await store.answer('derive', { profile, of: { profile: id, refinement, ...(baseline ? { base: baseline } : {}) } }, signal);
  const flags = [`-sample_index=${sampleTypes[sampleType]!.type}`, ...flagsOf(of)];
  return { store, flags, query: { profile, sampleType, options: refinement } };
}

/** The same request as flags of pprof. */
function flagsOf({ kind, refinement = {}, base }: Case): string[] {
  const { granularity, ...rest } = refinement;
  const flags = Object.entries(rest).map(([name, value]) => `-${name}=${String(value)}`);
  if (granularity !== undefined) flags.push(`-${granularity}`);
  if (base) flags.push(`-${base.mode}=${base.kind}.pprof`);
  return [...flags, `${kind}.pprof`];
}

/** pprof's table without the marks after names for nodes with inlined calls. */
async function pprofRows(flags: readonly string[]): Promise<string[]> {
  const all = ['-top', '-nodecount=0', '-nodefraction=0', '-edgefraction=0'];
  const { code, stdout, stderr } = await pprof([...all, ...flags], { cwd: folder });
  assert.equal(code, 0, stderr);
  const lines = stdout.toString().split('\n');
  const rows = lines.slice(lines.findIndex((line) => /^ +flat +flat%/.test(line)) + 1).filter((line) => line !== '');
  return rows.map((row) => row.replace(/ \((partial-)?inline\)$/, ''));
}

async function compareRows(of: Case): Promise<void> {
  const { store, flags, query } = await prepare(of);
  const { name, flat, sum, cum, ...format } = await store.answer('table', { ...query, ...ALL }, signal);
  const ours = name.map((text, i) => `${figureColumns({ flat: flat[i]!, cum: cum[i]! }, sum[i]!, format)}  ${text}`);
  const theirs = await pprofRows(flags);
  // pprof orders different nodes with the same name at random, which changes their running sums.
  const inOrder = new Set(name).size === name.length ? (rows: string[]) => rows : unordered;
  assertSameText(inOrder(ours).join('\n'), inOrder(theirs).join('\n'), `top ${flags.join(' ')}`);
}

function unordered(rows: readonly string[]): string[] {
  return rows.map((row) => row.replace(/^( *\S+ +[\d.e-]+%) +[\d.e-]+%/, '$1')).sort();
}

/** A block as pprof's peek prints it. */
function blockText({ name, flat, cum, callers, callees }: PeekBlock, flatSum: number, format: ValueFormat): string[] {
  const call = ({ name: names, value, inlined }: PathCalls, i: number): string => {
    const columns = `${formatValue(value[i]!, format).padStart(50)} ${percentColumn(value[i]!, cum)}`;
    return `${columns} |   ${names[i]!}${inlined[i] === 1 ? ' (inline)' : ''}`;
  };
  return [
    ...callers.name.map((_, i) => call(callers, i)),
    `${figureColumns({ flat, cum }, flatSum, format)}                | ${name}`,
    ...callees.name.map((_, i) => call(callees, i)),
  ];
}

/** Compares the peek of about `max` functions. */
async function comparePeeks(of: Case, max: number): Promise<void> {
  const { store, flags, query } = await prepare(of);
  const { name } = await store.answer('table', { ...query, ...ALL }, signal);
  const compared = name.filter((text, i) => i % Math.ceil(name.length / max) === 0 && text !== '');
  assert.ok(compared.length > 2, 'too few functions to compare');
  for (const text of compared) {
    const { blocks, ...format } = await store.answer('peek', { ...query, name: text, limit: 1e6 }, signal);
    const pattern = `^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
    const { code, stdout, stderr } = await pprof([`-peek=${pattern}`, ...flags], { cwd: folder });
    assert.equal(code, 0, stderr);
    const theirs = stdout.toString().split('\n').filter((line) => line.includes('|') && !line.includes('calls%'));
    let sum = 0;
    const ours = blocks.flatMap((block) => blockText(block, (sum += block.flat), format));
    assertSameText(ours.join('\n'), theirs.join('\n'), `peek ${pattern} ${flags.join(' ')}`);
  }
}

const REFINEMENTS: readonly Refinement[] = [
  {},
  { granularity: 'filefunctions' },
  { granularity: 'lines' },
  { granularity: 'files' },
  { granularity: 'addresses' },
  { focus: 'main|work', ignore: 'runtime' },
  { focus: 'main|work', relative_percentages: true },
  { hide: 'runtime|mid', granularity: 'lines' },
  { noinlines: true },
  { divide_by: 7 },
  { unit: 'auto' },
];

for (const kind of ['cpu', 'mem', 'heap', 'block', 'text']) {
  test(`the table of a ${kind} profile has pprof's rows, figures and order, however it is refined`, async () => {
    for (const refinement of REFINEMENTS) await compareRows({ kind, refinement });
  });

  test(`peek shows the same calls of a ${kind} profile as pprof`, async () => {
    await comparePeeks({ kind }, 12);
    await comparePeeks({ kind, refinement: { granularity: 'lines' } }, 6);
  });
}

test("the table of a comparison has pprof's rows, including negative ones", async () => {
  for (const mode of ['base', 'diff_base'] as const) {
    await compareRows({ kind: 'heap', base: { kind: 'mem', mode } });
    await compareRows({ kind: 'heap', base: { kind: 'mem', mode }, refinement: { drop_negative: true } });
    await comparePeeks({ kind: 'heap', base: { kind: 'mem', mode } }, 6);
  }
});

test("means equal pprof's", async () => {
  const means: readonly Refinement[] = [{}, { focus: 'main|work' }, { granularity: 'lines' }, { divide_by: 3 }];
  for (const more of means) {
    for (const kind of ['heap', 'block', 'text']) await compareRows({ kind, refinement: { ...more, mean: true } });
  }
});
