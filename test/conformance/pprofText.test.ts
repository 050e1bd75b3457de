import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Derivation, PprofReport } from '../../src/engine/queries';
import { Store } from '../../src/engine/store';
import type { Refinement } from '../../src/profile/answers/refinement';
import { profileFromText } from '../shared/profileFromText';
import { type FreshProfiles, profileBenchmarks, profileProgram, temporaryFolder } from './goPrograms';
import { assertSameText, pprof } from './oracle';

/** The reports that the editor shows must equal those of `go tool pprof` for the files. */
let made: readonly FreshProfiles[];
let written: { readonly folder: string; remove(): Promise<void> };
before(async () => {
  made = [await profileBenchmarks(), await profileProgram()];
  written = await temporaryFolder();
});
after(() => Promise.all([...made, written].map(({ remove }) => remove())));

const pathOf = (kind: string): string => made.map(({ paths }) => paths.get(kind)).find((path) => path !== undefined)!;
const never = new AbortController().signal;
const REPORTS: readonly PprofReport[] = ['traces', 'tags', 'tree', 'raw', 'comments'];

interface Asked {
  readonly reports?: readonly PprofReport[];
  readonly refinement?: Refinement;
  readonly base?: { readonly path: string; readonly mode: 'base' | 'diff_base' };
  /** By name; unset: the profile's default. */
  readonly sampleType?: string;
}

async function compare(path: string, asked: Asked): Promise<void> {
  const { reports = REPORTS, refinement = {}, base, sampleType: type } = asked;
  const store = new Store();
  const load = (file: string) => store.answer('load', { source: { kind: 'file', path: file } }, never);
  const { id, sampleTypes, defaultSampleType } = await load(path);
  const sampleType = type === undefined ? defaultSampleType : sampleTypes.findIndex((each) => each.type === type);
  const other = base && { profile: (await load(base.path)).id, mode: base.mode, normalize: false };
  const of: Derivation = { profile: id, refinement, base: other };
  const flags = [
    ...Object.entries(refinement).map(([name, value]) => (name === 'granularity' ? `-${value}` : `-${name}=${value}`)),
    ...(base ? [`-${base.mode}=${base.path}`] : []),
    ...(type === undefined ? [] : [`-sample_index=${type}`]),
  ];
  for (const report of reports) {
    const theirs = await pprof([`-${report}`, ...flags, basename(path)], { cwd: dirname(path) });
    assert.equal(theirs.code, 0, theirs.stderr);
    const ours = await store.answer('pprofText', { ...of, sampleType, report }, never);
    assertSameText(ours, theirs.stdout, `-${report} ${flags.join(' ')} ${path}`);
  }
}

test("every report of an unrefined profile equals pprof's", async () => {
  for (const kind of ['cpu', 'heap', 'block', 'goroutine']) await compare(pathOf(kind), {});
  await compare(pathOf('heap'), { sampleType: 'alloc_objects' });
});

test("comments equal pprof's, and are in the summary", async () => {
  const path = join(written.folder, 'text.pprof');
  const types = 'samples/count cpu/nanoseconds';
  const stacks = '1 10 | f a.go:1 < main.main a.go:2 {user=ann}';
  await writeFile(path, profileFromText({ types, stacks, comments: ['one', 'two'] }));
  await compare(path, { reports: ['comments', 'tags', 'tree'] });
  const { comments } = await new Store().answer('load', { source: { kind: 'file', path } }, never);
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
  const path = join(written.folder, 'deep.pprof');
  const stack = Array.from({ length: 2000 }, (_, i) => `f${i} a.go:${i + 1}`).join(' < ');
  const stacks = Array.from({ length: 600 }, (_, i) => `1 | g${i} b.go:1 < ${stack}`).join('\n');
  await writeFile(path, profileFromText({ types: 'cpu/nanoseconds', stacks }));
  const store = new Store();
  const { id: profile } = await store.answer('load', { source: { kind: 'file', path } }, never);
  const asked = { profile, sampleType: 0, refinement: {}, report: 'traces' } as const;
  const message = 'Traces would be more than a million lines: refine the profile first, or open it in go tool pprof.';
  await assert.rejects(store.answer('pprofText', asked, never), { name: 'EngineError', reason: 'tooLarge', message });
});
