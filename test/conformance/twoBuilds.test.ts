import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { compareReport } from './compare';
import { PROGRAMS, workingFolder } from './goPrograms';
import { mustRun } from './oracle';

let folder: string;
let remove: () => Promise<void>;

/** Builds `dump` as `NAME.bin`, and makes it write its profiles to the folder NAME. */
async function profileBuild(name: string): Promise<void> {
  const program = join(folder, `${name}.bin`);
  await mkdir(join(folder, name));
  await mustRun('go', ['build', '-o', program, './dump'], { cwd: PROGRAMS });
  await mustRun(program, [join(folder, name)], { cwd: folder });
}

before(async () => {
  ({ folder, remove } = await workingFolder());
  await profileBuild('old');
  await profileBuild('new');
});
after(() => remove());

const BASES = ['-base=old/allocs.pprof', '-diff_base=old/allocs.pprof'];

for (const report of ['-list=main|work', '-list=.', '-top', '-raw', '-traces']) {
  for (const base of BASES) {
    test(`${report} ${base}, of a build with another name, equals pprof's`, async () => {
      for (const flags of [[], ['-drop_negative'], ['-sample_index=alloc_objects', '-drop_negative', '-lines']]) {
        await compareReport([report, base, ...flags, 'new/allocs.pprof'], folder);
      }
    });
  }
}

test("the list of two merged builds equals pprof's", async () => {
  await compareReport(['-list=main|work', 'old/allocs.pprof', 'new/allocs.pprof'], folder);
});
