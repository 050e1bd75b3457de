import type { BackgroundWork } from '../answers/lines';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { NONE, type Profile } from '../model';
import { profileTotal } from './profileTotal';

/** The first functions of the runtime's own goroutines. Source: mgc.go, mgcsweep.go, mgcscavenge.go, mfinal.go. */
const ROOTS = /^runtime\.(?:gcBgMarkWorker|bgsweep|bgscavenge|forcegchelper|runfinq|runFinalizers|runCleanups)(?:\.|$)/;

/** What the runtime's own goroutines cost; undefined for costs other than CPU time. */
export function backgroundWork(profile: Profile, sampleType: number): BackgroundWork | undefined {
  const { sampleTypes, stacks: { offsets, locations }, values, sampleCount } = profile;
  if (!['cpu', 'samples'].includes(sampleTypes[sampleType].type)) return undefined;
  const isRoot = rootLocations(profile);
  let cost = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    const end = offsets[sample + 1];
    if (end > offsets[sample] && isRoot[locations[end - 1]] === 1) cost += values[sampleType][sample];
  }
  return { cost, total: profileTotal(profile, sampleType) };
}

/** For each location: 1 if its outermost function is one of ROOTS. */
function rootLocations({ locations, lines, functions, strings }: Profile): Uint8Array {
  const isRoot = Uint8Array.from(functions.name, (name) => (ROOTS.test(strings.get(name)) ? 1 : 0));
  return Uint8Array.from({ length: locations.count }, (_, location) => {
    const [first, end] = [locations.lineOffsets[location], locations.lineOffsets[location + 1]];
    const id = end > first ? lines.function[end - 1] : NONE;
    return id === NONE ? 0 : isRoot[id];
  });
}
