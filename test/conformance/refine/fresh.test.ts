import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { encodeProfile } from '../../../src/profile/wire/encode';
import type { Granularity, Refinement } from '../../../src/profile/answers/refinement';
import { profileLabeled } from '../goPrograms';
import { assertSameText, pprof } from '../oracle';
import { REPORTS, compareFiles, load, ourProfile } from './ourFile';

let folder: string;
let remove: () => Promise<void>;

before(async () => {
  ({ folder, remove } = await profileLabeled());
});
after(() => remove());

const FRAMES: readonly Refinement[] = [
  {},
  { focus: 'work\\.' },
  { focus: 'Fib|Grow', ignore: 'runtime\\.mallocgc' },
  { ignore: 'runtime\\.' },
  { hide: '^runtime\\.' },
  { hide: 'work\\.go$' },
  { show: 'work\\.|main\\.' },
  { show: 'labeled$' },
  { show_from: 'work\\.(Fib|IsEven|Compute)' },
  { show_from: '\\[vdso\\]|main\\.serve' },
  { prune_from: 'work\\.' },
  { prune_from: '^main\\.under' },
  { focus: 'work', hide: 'Compute|func\\d+$', show_from: 'main\\.', prune_from: 'Fib$', noinlines: true },
  { noinlines: true },
  { focus: '(?i)WORK\\.fib|\\bgrow\\b' },
  { focus: 'nothing of the kind' },
];

const LABELS: readonly Refinement[] = [
  { tagfocus: 'acme' },
  { tagfocus: 'tenant=acme' },
  { tagfocus: 'tenant:acme,route:fib' },
  { tagfocus: 'route=fib,even' },
  { tagignore: 'tenant' },
  { tagfocus: 'tenant', tagignore: 'route=^f' },
  { tagshow: 'ten' },
  { taghide: 'ten', tagfocus: 'acme' },
  { tagroot: 'tenant' },
  { tagroot: 'tenant,route', focus: '^fib$' },
  { tagleaf: 'route,nothing', hide: 'runtime' },
  { tagfocus: '1:' },
];

const SIZES: readonly Refinement[] = [
  { tagfocus: '64' },
  { tagfocus: '64b' },
  { tagfocus: 'bytes=:128b' },
  { tagignore: '1kb:' },
  { tagfocus: '32b:1kb', tagignore: 'bytes=48b' },
  { tagfocus: 'bytes=16bytes:4kilobytes' },
  { tagroot: 'bytes' },
  { tagleaf: 'bytes', unit: 'kb' },
  { taghide: 'bytes' },
];

test("the program's profiles have the features that the tests below need", async () => {
  const cpu = await load(folder, 'first.pprof');
  assert.ok(cpu.sampleCount > 20, 'too few samples');
  assert.ok(process.platform !== 'linux' || cpu.mappings.length > 1, 'only one mapping');
  assert.ok(cpu.lines.count > cpu.locations.count, 'no inlined frames');
  assert.ok(cpu.labels.key.length > 20, 'too few labels');
  const heap = await load(folder, 'heap.pprof');
  assert.equal(heap.sampleTypes.length, 4);
  assert.ok(new Set(heap.labels.num).size > 5, 'too few sizes');
  assert.ok((await load(folder, 'mutex.pprof')).sampleCount > 0, 'no contention');
});

for (const [profile, refinements] of [
  ['first', [...FRAMES, ...LABELS]],
  ['heap', [...FRAMES.slice(1, 9), ...SIZES]],
  ['mutex', FRAMES.slice(0, 4)],
] as const) {
  test(`a ${profile} profile refined in ${refinements.length} ways equals pprof's`, async () => {
    for (const refinement of refinements) {
      await compareFiles({ folder, profiles: [`${profile}.pprof`], refinement }, REPORTS);
    }
  });
}

test('profiles of two runs are merged and compared as in pprof, in each mode', async () => {
  const [first, second] = ['first.pprof', 'second.pprof'];
  await compareFiles({ folder, profiles: [first!, second!] }, REPORTS);
  await compareFiles({ folder, profiles: [first!, second!, first!], refinement: { focus: 'work' } }, REPORTS);
  for (const mode of ['base', 'diff_base'] as const) {
    for (const normalize of [false, true]) {
      const request = { folder, profiles: [second!], base: first!, mode, normalize };
      await compareFiles(request, REPORTS);
      await compareFiles({ ...request, refinement: { focus: 'work', tagignore: 'zoo', tagroot: 'tenant' } }, REPORTS);
    }
  }
});

test('a profile compared with itself equals pprof\'s, in each mode', async () => {
  for (const mode of ['base', 'diff_base'] as const) {
    await compareFiles({ folder, profiles: ['heap.pprof'], base: 'heap.pprof', mode }, REPORTS);
  }
});

test('a granularity keeps the same fields of frames as in pprof', async () => {
  const granularities: readonly Granularity[] = ['functions', 'filefunctions', 'files', 'lines', 'addresses'];
  for (const granularity of granularities) {
    for (const noinlines of [false, true]) {
      const refinement = { granularity, noinlines };
      const profile = await ourProfile({ folder, profiles: ['first.pprof'], refinement });
      await writeFile(join(folder, 'ours.pb'), encodeProfile(profile));
      const [ours, theirs] = await Promise.all([
        pprof(['-traces', '-addresses', 'ours.pb'], { cwd: folder }),
        pprof(['-traces', `-${granularity}`, `-noinlines=${noinlines}`, 'first.pprof'], { cwd: folder }),
      ]);
      assertSameText(ours.stdout, theirs.stdout, `${granularity}, noinlines ${noinlines}`);
    }
  }
});
