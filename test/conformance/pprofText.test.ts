import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Derivation, PprofReport } from '../../src/engine/queries';
import { NodeStore } from '../../src/engine/node/nodeStore';
import type { Refinement } from '../../src/profile/answers/refinement';
import { profileFromText } from '../shared/profileFromText';
import { type FreshProfiles, profileBenchmarks, profileProgram, temporaryFolder } from './goPrograms';
import { assertSameText, pprof } from './oracle';

/** The profiles whose reports in the editor must equal those of `go tool pprof`. */
let sources: readonly FreshProfiles[];
let temporary: { readonly folder: string; remove(): Promise<void> };
before(async () => {
  sources = [await profileBenchmarks(), await profileProgram()];
  temporary = await temporaryFolder();
});
after(() => Promise.all([...sources, temporary].map(({ remove }) => remove())));

const pathOf = (kind: string): string => sources.flatMap(({ paths }) => paths.get(kind) ?? [])[0]!;
const { signal } = new AbortController();
const REPORTS: readonly PprofReport[] = ['traces', 'tags', 'tree', 'raw', 'comments'];

interface ReportOptions {
  readonly reports?: readonly PprofReport[];
  readonly refinement?: Refinement;
  readonly base?: { readonly path: string; readonly mode: 'base' | 'diff_base' };
  /** The name of the sample type; by default, the profile's default type. */
  readonly sampleType?: string;
}

async function compare(path: string, options: ReportOptions): Promise<void> {
  const { reports = REPORTS, refinement = {}, base, sampleType: type } = options;
  const store = new NodeStore();
  const load = (file: string) => store.answer('load', { source: { kind: 'file', path: file } }, signal);
  const { id, sampleTypes, defaultSampleType } = await load(path);
  const sampleType = type === undefined ? defaultSampleType : sampleTypes.findIndex(({ type: name }) => name === type);
  const baseline = base && { profile: (await load(base.path)).id, mode: base.mode, normalize: false };
  const of: Derivation = { profile: id, refinement, base: baseline };
  const flags = [
    ...Object.entries(refinement).map(([name, value]) => (name === 'granularity' ? `-${value}` : `-${name}=${value}`)),
    ...(base ? [`-${base.mode}=${base.path}`] : []),
    ...(type === undefined ? [] : [`-sample_index=${type}`]),
  ];
  for (const report of reports) {
    const theirs = await pprof([`-${report}`, ...flags, basename(path)], { cwd: dirname(path) });
    assert.equal(theirs.code, 0, theirs.stderr);
    const ours = await store.answer('pprofText', { ...of, sampleType, report }, signal);
    assertSameText(ours, theirs.stdout, `-${report} ${flags.join(' ')} ${path}`);
  }
}

test("every report of an unrefined profile equals pprof's", async () => {
  for (const kind of ['cpu', 'heap', 'block', 'goroutine']) await compare(pathOf(kind), {});
  await compare(pathOf('heap'), { sampleType: 'alloc_objects' });
});

test("comments equal pprof's, and are in the summary", async () => {
  const path = join(temporary.folder, 'text.pprof');
  const types = 'samples/count cpu/nanoseconds';
  const stacks = '1 10 | f a.go:1 < main.main a.go:2 {user=ann}';
  await writeFile(path, profileFromText({ types, stacks, comments: ['one', 'two'] }));
  await compare(path, { reports: ['comments', 'tags', 'tree'] });
  const { comments } = await new NodeStore().answer('load', { source: { kind: 'file', path } }, signal);
  assert.deepEqual(comments, ['one', 'two']);
});

test("every report of a refined profile equals pprof's", async () => {
  const refinements: Refinement[] = [
    { focus: 'main|work' },
    { hide: 'runtime' },
    { tagfocus: '16b:1kb' },
    { granularity: 'lines', ignore: 'runtime' },
    { divide_by: 3 },
    { mean: true },
    { noinlines: true },
  ];
  for (const refinement of refinements) await compare(pathOf('heap'), { refinement });
});

for (const mode of ['base', 'diff_base'] as const) {
  test(`every report of a profile with ${mode} equals pprof's`, () =>
    compare(pathOf('allocs'), { base: { path: pathOf('heap'), mode } }));
}

test('a report that is too long is refused before it is made', async () => {
  const path = join(temporary.folder, 'deep.pprof');
  const stack = Array.from({ length: 2000 }, (_, i) => `f${i} a.go:${i + 1}`).join(' < ');
  const stacks = Array.from({ length: 600 }, (_, i) => `1 | g${i} b.go:1 < ${stack}`).join('\n');
  await writeFile(path, profileFromText({ types: 'cpu/nanoseconds', stacks }));
  const store = new NodeStore();
  const { id: profile } = await store.answer('load', { source: { kind: 'file', path } }, signal);
  const query = { profile, sampleType: 0, refinement: {}, report: 'traces' } as const;
  const message = 'Traces would be more than a million lines: refine the profile first, or open it in go tool pprof.';
  await assert.rejects(store.answer('pprofText', query, signal), { name: 'EngineError', reason: 'tooLarge', message });
});
