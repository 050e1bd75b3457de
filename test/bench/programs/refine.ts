import { readProfile } from '../../../src/engine/node/readProfile';
import { lineCosts } from '../../shared/inOneStep';
import type { Profile } from '../../../src/profile/model';
import { refine } from '../../../src/profile/refine/applyRefinement';
import { subtractBase } from '../../../src/profile/refine/subtractBase';
import type { Refinement } from '../../../src/profile/answers/refinement';

/**
 * refine.cjs PROFILE ROUNDS: reads the profile, refines it in several ways, and subtracts a second copy from it. Every
 * step includes the costs of all lines. Prints the milliseconds of the steps: { step: [round, …] }.
 */
const [path, rounds] = process.argv.slice(2) as [string, string];

const REFINEMENTS: Readonly<Record<string, Refinement>> = {
  focus: { focus: 'json|http' },
  ignore: { ignore: 'json|http' },
  hide: { hide: 'json|http' },
  tagfocus: { tagfocus: 'bytes=1kb:' },
};

const took: Record<string, number[]> = {};
void main();

async function main(): Promise<void> {
  const { signal } = new AbortController();
  for (let round = 0; round < Number(rounds); round++) {
    const load = async () => withCosts(await readProfile({ kind: 'file', path }, signal));
    const profile = await timed('load', load);
    for (const [name, refinement] of Object.entries(REFINEMENTS)) {
      await timed(name, () => withCosts(refine(profile, refinement)));
    }
    const base = await load();
    await timed('diff', () => withCosts(subtractBase(profile, base, { mode: 'diff_base', keepSamples: true })));
  }
  console.log(JSON.stringify({ took }));
}

function withCosts(profile: Profile): Profile {
  lineCosts(profile, profile.defaultSampleType);
  return profile;
}

async function timed(step: string, work: () => Profile | Promise<Profile>): Promise<Profile> {
  const start = performance.now();
  const profile = await work();
  (took[step] ??= []).push(performance.now() - start);
  return profile;
}
