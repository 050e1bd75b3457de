import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { atATime, compareReport } from './compare';
import { PROGRAMS, temporaryFolder } from './goPrograms';
import { mustRun, pprof } from './oracle';
import { report } from './ours';

/** Profiles of programs that are at hand: `BUILD.cpu` and `BUILD.mem` of `BUILD.test`. */
let folder: string;
let remove: () => Promise<void>;
const BUILDS = { plain: [], pie: ['-buildmode=pie'] };

before(async () => {
  ({ folder, remove } = await temporaryFolder());
  process.chdir(folder);
  for (const [name, flags] of Object.entries(BUILDS)) {
    const [program, cpu, memory] = ['test', 'cpu', 'mem'].map((kind) => join(folder, `${name}.${kind}`));
    const profiling = [`-cpuprofile=${cpu}`, `-memprofile=${memory}`, '-memprofilerate=512', '-o', program!];
    const running = ['-run=^$', '-bench=^BenchmarkCompute$', '-benchtime=200ms', ...profiling, './work'];
    await mustRun('go', ['test', ...flags, ...running], { cwd: PROGRAMS });
  }
});
after(() => {
  process.chdir('/');
  return remove();
});

test("instructions and their figures are pprof's, under any flags, wherever the program was loaded", async () => {
  const flagSets = ['', '-unit=ms', '-mean', '-divide_by=3', '-focus=sort', '-sample_index=0', '-lines', '-trim_path=/usr'];
  const cells = Object.keys(BUILDS).flatMap((name) =>
    ['cpu', 'mem'].flatMap((kind) =>
      flagSets.map((flags) => ['-disasm=work\\.|mallocgc$', ...flags.split(' '), `${name}.test`, `${name}.${kind}`]),
    ),
  );
  await atATime(2, cells, (words) => compareReport(words.filter((word) => word !== ''), folder));
});

test('what is not there is said in the words of pprof', async () => {
  for (const pattern of ['nothing', '0x40']) {
    const words = [`-disasm=${pattern}`, 'plain.test', 'plain.cpu'];
    const theirs = await pprof(words, { cwd: folder });
    const ours = await report(words, folder);
    assert.equal(ours.stderr.trim(), theirs.stderr.trim().split('\n').at(-1));
    assert.equal(ours.code, theirs.code);
  }
});

test("Intel's syntax is refused in the words of pprof", async () => {
  const words = ['-disasm=work', '-intel_syntax', 'plain.test', 'plain.cpu'];
  const [ours, theirs] = [await report(words, folder), await pprof(words, { cwd: folder })];
  assert.deepEqual([ours.code, ours.stderr], [theirs.code, theirs.stderr.split('\n').at(-2) + '\n']);
});

test('a program that is gone is asked for', async () => {
  const { code, stderr } = await report(['-disasm=work', join(folder, 'plain.cpu')], folder);
  assert.equal(code, 2);
  assert.match(stderr, /^the program .*work\.test cannot be read \(.*\): give the program before the profile\n$/);
});
