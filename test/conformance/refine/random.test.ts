import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { randomProfile, randomProfiles, randomRefinement, randomUnrelatedProfiles } from '../../shared/randomProfiles';
import { temporaryFolder } from '../goPrograms';
import { compareFiles } from './ourFile';

/** The first failure ends a test, because shrinking it would start pprof a thousand times. */
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

const KINDS = [['profiles of one program', randomProfiles], ['unrelated profiles', randomUnrelatedProfiles]] as const;
for (const [kind, profiles] of KINDS) {
  test(`any ${kind} are merged as in pprof`, async () => {
    await fc.assert(fc.asyncProperty(profiles, async (all) => {
      await compareFiles({ folder, profiles: await write(all) });
    }), RUNS);
  });

  test(`any ${kind} are compared and refined as in pprof`, async () => {
    const mode = fc.constantFrom('base', 'diff_base');
    const randomOptions = fc.record({ mode, normalize: fc.boolean(), refinement: randomRefinement });
    await fc.assert(fc.asyncProperty(profiles, randomOptions, async (all, options) => {
      const [base, ...rest] = await write(all);
      await compareFiles({ folder, profiles: rest, base: base!, ...options });
    }), RUNS);
  });
}
