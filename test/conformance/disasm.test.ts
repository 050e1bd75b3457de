import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { instructionRows } from '../../src/editor/instructions/instructionList';
import { NodeStore } from '../../src/engine/node/nodeStore';
import { disassemble } from '../../src/pprofText/programsOnDisk';
import { compareReport, inParallel } from './compare';
import { PROGRAMS, workingFolder } from './goPrograms';
import { mustRun, pprof } from './oracle';
import { report } from './ours';

/** Profiles with their programs: `BUILD.cpu` and `BUILD.mem` of `BUILD.test`. */
let folder: string;
let remove: () => Promise<void>;
const { signal } = new AbortController();
const BUILDS = { plain: [], pie: ['-buildmode=pie'] };

before(async () => {
  ({ folder, remove } = await workingFolder());
  for (const [name, flags] of Object.entries(BUILDS)) {
    const [program, cpu, memory] = ['test', 'cpu', 'mem'].map((kind) => join(folder, `${name}.${kind}`));
    const profiling = [`-cpuprofile=${cpu}`, `-memprofile=${memory}`, '-memprofilerate=512', '-o', program!];
    const running = ['-run=^$', '-bench=^BenchmarkCompute$', '-benchtime=1000x', ...profiling, './busywork'];
    await mustRun('go', ['test', ...flags, ...running], { cwd: PROGRAMS });
  }
});
after(() => remove());

test("instructions and their figures equal pprof's under any flags, even in a position-independent program", async () => {
  // Flags depend neither on the kind of profile nor on how the program was built, so each flag has one cell.
  const flagSetsOf = {
    'plain.cpu': ['', '-unit=ms', '-divide_by=3', '-focus=sort', '-lines'],
    'plain.mem': ['', '-mean', '-sample_index=0', '-trim_path=/usr'],
    'pie.cpu': [''],
    'pie.mem': ['-lines'],
  };
  const cells = Object.entries(flagSetsOf).flatMap(([profile, flagSets]) => {
    const program = profile.replace(/\..*/, '.test');
    return flagSets.map((flags) => ['-disasm=work\\.|mallocgc$', ...flags.split(' '), program, profile]);
  });
  await inParallel(2, cells, (words) => compareReport(words.filter((word) => word !== ''), folder));
});

test("the instructions of a line have pprof's figures, including means", async () => {
  const routines = await disassemble('plain.test', 'work\\.');
  for (const refinement of [{}, { mean: true }]) {
    const store = new NodeStore();
    const { id } = await store.answer('load', { source: { kind: 'file', path: 'plain.mem' } }, signal);
    await store.answer('derive', { profile: 100, of: { profile: id, refinement } }, signal);
    const at = { profile: 100, sampleType: 1 };
    const options = Object.entries(refinement).map(([name, value]) => `-${name}=${String(value)}`);
    const words = ['-disasm=work\\.', '-sample_index=1', '-unit=B', ...options, 'plain.test', 'plain.mem'];
    const theirs = instructionsIn((await pprof(words, { cwd: folder })).stdout.toString());
    const { lines } = await store.answer('hotLines', { ...at, order: 'cum', limit: 1e6 }, signal);
    let compared = 0;
    for (const { file, line } of lines.filter((hot) => hot.file.endsWith('/work.go'))) {
      const addresses = await store.answer('lineAddresses', { ...at, file, line }, signal);
      const matches = addresses.functions.flatMap((compiled) =>
        routines.filter(({ name }) => name === compiled.name).map((routine) => ({ compiled, routine, bias: 0n })),
      );
      for (const { kind, text, flat, cum } of instructionRows({ file: 'work.go', line }, addresses, matches)) {
        const address = text.trim().split(' ').at(-1)!;
        if (kind !== 'own' || !theirs.has(address)) continue;
        assert.deepEqual([flat, cum], theirs.get(address), `${line}: ${text} ${options.join(' ')}`);
        if (cum !== 0) compared++;
      }
    }
    assert.ok(compared > 5, `${compared} instructions were compared`);
  }
});

/** Flat and cum of every instruction that `-disasm` prints, by address. */
function instructionsIn(text: string): ReadonlyMap<string, readonly [flat: number, cum: number]> {
  const valueOf = (cell: string): number => (cell === '.' ? 0 : parseFloat(cell));
  const rows = [...text.matchAll(/^ *(\S+) +(\S+) +([0-9a-f]+): /gm)];
  return new Map(rows.map(([, flat, cum, address]) => [address!, [valueOf(flat!), valueOf(cum!)]]));
}

test('a pattern without matches gives the same error as pprof', async () => {
  for (const pattern of ['nothing', '0x40']) {
    const words = [`-disasm=${pattern}`, 'plain.test', 'plain.cpu'];
    const theirs = await pprof(words, { cwd: folder });
    const ours = await report(words, folder);
    assert.equal(ours.stderr.trim(), theirs.stderr.trim().split('\n').at(-1));
    assert.equal(ours.code, theirs.code);
  }
});

test('Intel syntax is refused with the same error as in pprof', async () => {
  const words = ['-disasm=work', '-intel_syntax', 'plain.test', 'plain.cpu'];
  const [ours, theirs] = [await report(words, folder), await pprof(words, { cwd: folder })];
  assert.deepEqual([ours.code, ours.stderr], [theirs.code, theirs.stderr.split('\n').at(-2) + '\n']);
});

test('the error for a missing program says how to pass it', async () => {
  const { code, stderr } = await report(['-disasm=work', join(folder, 'plain.cpu')], folder);
  assert.equal(code, 2);
  assert.match(stderr, /^cannot read the program .*work\.test \(.*\): if it is elsewhere, pass its path before that of the profile\n$/);
});
