import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { compareList, compareTop } from './compare';
import { temporaryFolder } from './goPrograms';
import { mustRun } from './oracle';

/** Profiles of the Go compiler: deep recursion, thousands of functions, files that are not on this machine. */
let folder: string;
let memory: string;
let remove: () => Promise<void>;

before(async () => {
  ({ folder, remove } = await temporaryFolder());
  // The flags contain the folder's name, which is new, so that the compiler runs even if the package was built before.
  const profiling = `-cpuprofile=${join(folder, 'cpu.pprof')} -memprofile=${folder}/ -memprofilerate=65536`;
  await mustRun('go', ['build', `-gcflags=go/types=${profiling}`, '-o', join(folder, 'types.a'), 'go/types'], {
    cwd: folder,
  });
  memory = join(folder, (await readdir(folder)).find((name) => name.endsWith('.memprof'))!);
});
after(() => remove());

test("top and list of the compiler's CPU profile equal pprof's", async () => {
  const subject = { path: join(folder, 'cpu.pprof'), cwd: folder };
  for (const flags of [[], ['-cum'], ['-nodecount=20', '-cum'], ['-sample_index=samples', '-trim=false']]) {
    await compareTop(subject, ...flags);
  }
  await compareList(subject, '.');
});

test("top and list of the compiler's memory profile equal pprof's for every sample type", async () => {
  const subject = { path: memory, cwd: folder };
  for (const type of ['alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space']) {
    for (const flags of [[], ['-cum'], ['-nodecount=20'], ['-trim=false', '-lines']]) {
      await compareTop(subject, `-sample_index=${type}`, ...flags);
    }
    await compareList(subject, 'ssa|types2', `-sample_index=${type}`);
  }
});
