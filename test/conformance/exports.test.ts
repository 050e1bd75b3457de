import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Derivation, ExportFormat } from '../../src/engine/queries';
import { NodeStore } from '../../src/engine/node/nodeStore';
import type { Refinement } from '../../src/profile/answers/refinement';
import { type FreshProfiles, profileBenchmarks, profileProgram } from './goPrograms';
import { assertSameText, pprof } from './oracle';

const { signal } = new AbortController();
const DERIVED = 2 ** 32;

let profiles: FreshProfiles;
let benchmarks: FreshProfiles;
before(async () => {
  profiles = await profileProgram();
  benchmarks = await profileBenchmarks();
});
after(() => Promise.all([profiles.remove(), benchmarks.remove()]));

interface ExportRequest {
  readonly path: string;
  readonly format: ExportFormat;
  readonly refinement?: Refinement;
  readonly base?: { readonly path: string; readonly mode: 'base' | 'diff_base' };
}

/** Exports the refined or compared profile under its default sample type. @returns the file's path */
async function write({ path, format, refinement = {}, base }: ExportRequest): Promise<string> {
  const store = new NodeStore();
  const load = (file: string) => store.answer('load', { source: { kind: 'file', path: file } }, signal);
  const { id, defaultSampleType: sampleType } = await load(path);
  const baseline = base && { profile: (await load(base.path)).id, mode: base.mode, normalize: false };
  const of: Derivation = { profile: id, refinement, base: baseline };
  await store.answer('derive', { profile: DERIVED, of }, signal);
  const file = join(profiles.folder, `exported.${format}`);
  await store.answer('export', { profile: DERIVED, sampleType, refinement, format, path: file }, signal);
  return file;
}

const pathOf = (kind: string) => benchmarks.paths.get(kind) ?? profiles.paths.get(kind)!;

/** pprof must print the same for the exported file as for the profile itself. */
async function compare(report: string, { path, refinement = {}, base }: Omit<ExportRequest, 'format'>): Promise<void> {
  const file = await write({ path, refinement, base, format: 'pprof' });
  const flags = Object.entries(refinement).map(([name, value]) => `-${name}=${String(value)}`);
  if (base) flags.push(`-${base.mode}=${base.path}`);
  const cwd = profiles.folder;
  const theirs = await pprof([report, ...flags, path], { cwd });
  const ours = await pprof([report, file], { cwd });
  assert.equal(ours.code, 0, ours.stderr);
  assertSameText(withoutHeader(ours.stdout), withoutHeader(theirs.stdout), `${report} ${flags.join(' ')} ${path}`);
}

/** The text without filters, totals and percentages, because the exported file has only the filtered total. */
function withoutHeader(text: Buffer): string {
  const lines = text.toString().split('\n').filter((line) => !/^(Active filters:|   \w+=|Showing |Duration: |Dropped )/.test(line));
  return lines.map((line) => line.replace(/ +[\d.e-]+%/g, '')).join('\n');
}

test('an exported .pb.gz has the same figures, for refined profiles and comparisons too', async () => {
  for (const kind of ['cpu', 'mem', 'heap', 'block', 'mutex', 'goroutine']) {
    await compare('-raw', { path: pathOf(kind) });
    await compare('-top', { path: pathOf(kind) });
  }
  const refinements: Refinement[] = [{ focus: 'main|work' }, { hide: 'runtime' }, { tagfocus: '16b:1kb' }, { prune_from: 'work' }];
  for (const refinement of refinements) await compare('-traces', { path: pathOf('heap'), refinement });
  for (const mode of ['base', 'diff_base'] as const) {
    // -raw and -traces are left out: the export keeps samples whose values add up to 0, and pprof does not.
    for (const report of ['-top', '-tree', '-peek=.']) {
      await compare(report, { path: pathOf('block'), base: { path: pathOf('mutex'), mode } });
    }
  }
});

/** Nanoseconds by stack, outermost first, from pprof's traces. Folded stacks separate names by `;`, so none has it. */
async function sumsOfTraces(path: string): Promise<Map<string, number>> {
  const { stdout } = await pprof(['-traces', '-unit=ns', '-functions', path], { cwd: profiles.folder });
  const sums = new Map<string, number>();
  for (const sample of stdout.toString().split(/^-+\+-+\n/m).slice(1).filter(Boolean)) {
    const rows = sample.trimEnd().split('\n').map((row) => /^ *(?:(\d+)ns)? +(.*?)(?: \(inline\))?$/.exec(row)!);
    const stack = rows.map(([, , name]) => name!.replaceAll(';', ':')).reverse().join(';');
    sums.set(stack, (sums.get(stack) ?? 0) + Number(rows[0]![1]));
  }
  return sums;
}

test("folded stacks equal pprof's traces", async () => {
  const folded = await readFile(await write({ path: pathOf('cpu'), format: 'folded' }), 'utf8');
  const ours = new Map(folded.trim().split('\n').map((line) => {
    const [, stack, value] = /^(.*) (\d+)$/.exec(line)!;
    return [stack!, Number(value)] as const;
  }));
  const theirs = await sumsOfTraces(pathOf('cpu'));
  assert.ok(theirs.size > 5);
  assert.deepEqual([...ours].sort(), [...theirs].sort());
});

test("callgrind and DOT files equal pprof's", async () => {
  for (const kind of ['cpu', 'heap']) {
    for (const format of ['callgrind', 'dot'] as const) {
      const theirs = await pprof([`-${format}`, pathOf(kind)], { cwd: profiles.folder });
      assertSameText(await readFile(await write({ path: pathOf(kind), format })), theirs.stdout, `${format} of ${kind}`);
    }
  }
});

test('go build accepts an exported default.pgo', async () => {
  const file = await write({ path: pathOf('cpu'), format: 'pprof' });
  const out = execFileSync('go', ['tool', 'preprofile', '-i', file], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.match(out, /^GO PREPROFILE V1\n.+\n/);
});

test('pprof prints the same for a merged file as for its parts together', async () => {
  const store = new NodeStore();
  const merge = async (...kinds: string[]): Promise<string> => {
    const path = join(profiles.folder, 'sum.pb.gz');
    await store.answer('merge', { sources: kinds.map((kind) => ({ kind: 'file', path: pathOf(kind) })), path }, signal);
    return path;
  };
  for (const kinds of [['heap', 'allocs'], ['mem', 'heap', 'heap'], ['block', 'mutex']]) {
    const cwd = profiles.folder;
    const sum = await merge(...kinds);
    for (const report of ['-top', '-traces', '-tags']) {
      const theirs = await pprof([report, ...kinds.map(pathOf)], { cwd });
      assertSameText((await pprof([report, sum], { cwd })).stdout, theirs.stdout, `${report} ${kinds.join(' ')}`);
    }
  }
  const message = 'Profiles of different kinds cannot be merged (samples, cpu; alloc_objects, alloc_space, inuse_objects, inuse_space): choose profiles of one kind.';
  await assert.rejects(merge('cpu', 'heap'), { name: 'EngineError', reason: 'badRefinement', message });
});
