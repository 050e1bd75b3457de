import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { randomProfile, randomProfiles, randomRefinement, randomUnrelatedProfiles } from '../../shared/randomProfiles';
import { temporaryFolder } from '../goPrograms';
import { compareFiles } from './ourFile';

/** Without shrinking, which would start pprof a thousand times. */
const RUNS = { numRuns: Number(process.env['LINECOST_RUNS'] ?? 50), endOnFailure: true };

let folder: string;
let remove: () => Promise<void>;

before(async () => {
  ({ folder, remove } = await temporaryFolder());
});
after(() => remove());

async function write(profiles: readonly Uint8Array[]): Promise<string[]> {
  const names = profiles.map((_, i) => `random-${i}.pb`);
  await Promise.all(names.map((name, i) => writeFile(join(folder, name), profiles[i]!)));
  return names;
}

test("any profile, refined in any way, equals pprof's", async () => {
  await fc.assert(fc.asyncProperty(randomProfile, randomRefinement, async (bytes, refinement) => {
    await compareFiles({ folder, profiles: await write([bytes]), refinement });
  }), RUNS);
});

for (const [what, profiles] of [['with common tables', randomProfiles], ['without', randomUnrelatedProfiles]] as const) {
  test(`any profiles ${what} are merged as in pprof`, async () => {
    await fc.assert(fc.asyncProperty(profiles, async (all) => {
      await compareFiles({ folder, profiles: await write(all) });
    }), RUNS);
  });

  test(`any profiles ${what} are compared and refined as in pprof`, async () => {
    const modes = fc.constantFrom('base', 'diff_base');
    const asked = fc.record({ mode: modes, normalize: fc.boolean(), refinement: randomRefinement });
    await fc.assert(fc.asyncProperty(profiles, asked, async (all, how) => {
      const [base, ...rest] = await write(all);
      await compareFiles({ folder, profiles: rest, base: base!, ...how });
    }), RUNS);
  });
}
