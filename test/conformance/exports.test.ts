import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Derivation, ExportFormat } from '../../src/engine/queries';
import { Store } from '../../src/engine/store';
import type { Refinement } from '../../src/profile/answers/refinement';
import { type FreshProfiles, profileBenchmarks, profileProgram } from './goPrograms';
import { assertSameText, pprof } from './oracle';

const never = new AbortController().signal;
const DERIVED = 2 ** 32;

let profiles: FreshProfiles;
let benchmarks: FreshProfiles;
before(async () => {
  profiles = await profileProgram();
  benchmarks = await profileBenchmarks();
});
after(() => Promise.all([profiles.remove(), benchmarks.remove()]));

interface Exported {
  readonly path: string;
  readonly format: ExportFormat;
  readonly refinement?: Refinement;
  readonly base?: { readonly path: string; readonly mode: 'base' | 'diff_base' };
}

/** Exports the shown profile under the default sample type. @returns the file's path */
async function write({ path, format, refinement = {}, base }: Exported): Promise<string> {
  const store = new Store();
  const load = (file: string) => store.answer('load', { source: { kind: 'file', path: file } }, never);
  const { id, defaultSampleType: sampleType } = await load(path);
  const other = base && { profile: (await load(base.path)).id, mode: base.mode, normalize: false };
  const of: Derivation = { profile: id, refinement, base: other };
  await store.answer('derive', { profile: DERIVED, of }, never);
  const file = join(profiles.folder, `exported.${format}`);
  await store.answer('export', { profile: DERIVED, sampleType, refinement, format, path: file }, never);
  return file;
}

const kept = (kind: string) => benchmarks.paths.get(kind) ?? profiles.paths.get(kind)!;

/** pprof must print the same for the exported file as for the profile itself. */
async function compare(report: string, { path, refinement = {}, base }: Omit<Exported, 'format'>): Promise<void> {
  const file = await write({ path, refinement, base, format: 'pprof' });
  const flags = Object.entries(refinement).map(([name, value]) => `-${name}=${String(value)}`);
  const compared = base ? [`-${base.mode}=${base.path}`] : [];
  const cwd = profiles.folder;
  const theirs = await pprof([report, ...flags, ...compared, path], { cwd });
  const ours = await pprof([report, file], { cwd });
  assert.equal(ours.code, 0, ours.stderr);
  assertSameText(withoutHead(ours.stdout), withoutHead(theirs.stdout), `${report} ${[...flags, ...compared].join(' ')} ${path}`);
}

/** Without the lines with active filters and the total, as the exported file has only the filtered total. */
function withoutHead(text: Buffer): string {
  const lines = text.toString().split('\n').filter((line) => !/^(Active filters:|   \w+=|Showing |Duration: |Dropped )/.test(line));
  return lines.map((line) => line.replace(/ +[\d.e-]+%/g, '')).join('\n');
}

test('an exported .pb.gz has the same figures, for refined profiles and comparisons too', async () => {
  for (const kind of ['cpu', 'mem', 'heap', 'block', 'mutex', 'goroutine']) {
    await compare('-raw', { path: kept(kind) });
    await compare('-top', { path: kept(kind) });
  }
  const refinements: Refinement[] = [{ focus: 'main|work' }, { hide: 'runtime' }, { tagfocus: '16b:1kb' }, { prune_from: 'work' }];
  for (const refinement of refinements) await compare('-traces', { path: kept('heap'), refinement });
  for (const mode of ['base', 'diff_base'] as const) {
    // Samples whose values add up to 0 are kept; pprof leaves them out.
    for (const report of ['-top', '-tree', '-peek=.']) {
      await compare(report, { path: kept('block'), base: { path: kept('mutex'), mode } });
    }
  }
});

/** Nanoseconds by stack, outermost first, from pprof's traces. */
async function sumsOfTraces(path: string): Promise<Map<string, number>> {
  const { stdout } = await pprof(['-traces', '-unit=ns', '-functions', path], { cwd: profiles.folder });
  const sums = new Map<string, number>();
  for (const sample of stdout.toString().split(/^-+\+-+\n/m).slice(1).filter(Boolean)) {
    const rows = sample.trimEnd().split('\n').map((row) => /^ *(?:(\d+)ns)? +(.*?)(?: \(inline\))?$/.exec(row)!);
    const stack = rows.map(([, , name]) => name!).reverse().join(';');
    sums.set(stack, (sums.get(stack) ?? 0) + Number(rows[0]![1]));
  }
  return sums;
}

test("folded stacks equal pprof's traces", async () => {
  const folded = await readFile(await write({ path: kept('cpu'), format: 'folded' }), 'utf8');
  const ours = new Map(folded.trim().split('\n').map((line) => {
    const [, stack, value] = /^(.*) (\d+)$/.exec(line)!;
    return [stack!, Number(value)] as const;
  }));
  const theirs = await sumsOfTraces(kept('cpu'));
  assert.ok(theirs.size > 5);
  assert.deepEqual([...ours].sort(), [...theirs].sort());
});

test("callgrind and the call graph equal pprof's", async () => {
  for (const kind of ['cpu', 'heap']) {
    for (const format of ['callgrind', 'dot'] as const) {
      const theirs = await pprof([`-${format}`, kept(kind)], { cwd: profiles.folder });
      assertSameText(await readFile(await write({ path: kept(kind), format })), theirs.stdout, `${format} of ${kind}`);
    }
  }
});

test('go build accepts an exported default.pgo', async () => {
  const file = await write({ path: kept('cpu'), format: 'pprof' });
  const out = execFileSync('go', ['tool', 'preprofile', '-i', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.match(out, /^GO PREPROFILE V1\n.+\n/);
});

test('pprof prints the same for the merged file as for the files together', async () => {
  const store = new Store();
  const addUp = async (...kinds: string[]): Promise<string> => {
    const path = join(profiles.folder, 'sum.pb.gz');
    await store.answer('merge', { sources: kinds.map((kind) => ({ kind: 'file', path: kept(kind) })), path }, never);
    return path;
  };
  for (const kinds of [['heap', 'allocs'], ['mem', 'heap', 'heap'], ['block', 'mutex']]) {
    const cwd = profiles.folder;
    const sum = await addUp(...kinds);
    for (const report of ['-top', '-traces', '-tags']) {
      const theirs = await pprof([report, ...kinds.map(kept)], { cwd });
      assertSameText((await pprof([report, sum], { cwd })).stdout, theirs.stdout, `${report} ${kinds.join(' ')}`);
    }
  }
  const message = 'Profiles of different kinds cannot be merged (samples, cpu; alloc_objects, alloc_space, inuse_objects, inuse_space): choose profiles of one kind.';
  await assert.rejects(addUp('cpu', 'heap'), { name: 'EngineError', reason: 'badRefinement', message });
});
