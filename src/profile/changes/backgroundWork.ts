import type { BackgroundWork } from '../answers/lines';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { oncePer } from '../memo';
import type { SampleIndex } from '../indexes';
import { NONE, type Profile } from '../model';
import { profileTotal } from '../sums/profileTotal';
import type { Changes } from './changes';
import { wholeChanges } from './wholeChanges';

/** The first functions of the runtime's own goroutines. Source: mgc.go, mgcsweep.go, mgcscavenge.go, mfinal.go. */
const ROOTS = /^runtime\.(?:gcBgMarkWorker|bgsweep|bgscavenge|forcegchelper|runfinq|runFinalizers|runCleanups)(?:\.|$)/;

/**
 * What the runtime's own goroutines cost; undefined for costs other than CPU time.
 * @param changes of a difference; undefined if there are no judgements
 */
export function backgroundWork(profile: Profile, sampleType: number, changes?: Changes): BackgroundWork | undefined {
  const { sampleTypes, stacks: { offsets, locations }, values, sampleCount } = profile;
  if (!['cpu', 'samples'].includes(sampleTypes[sampleType].type)) return undefined;
  const isRoot = rootLocations(profile);
  const isBackground = (sample: SampleIndex): boolean => {
    const end = offsets[sample + 1];
    return end > offsets[sample] && isRoot[locations[end - 1]] === 1;
  };
  const column = values[sampleType];
  let [cost, totalNow, totalBefore] = [0, 0, 0];
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    if (isBackground(sample)) cost += column[sample];
    if (column[sample] > 0) totalNow += column[sample];
    else totalBefore -= column[sample];
  }
  const total = profileTotal(profile, sampleType);
  if (!profile.isNowAndBefore) return { cost, total };
  const visitBackground = (sample: SampleIndex, visit: (whole: number) => void) => {
    if (isBackground(sample)) visit(0);
  };
  const [change] = wholeChanges(profile, { sampleType, count: 1 }, visitBackground, changes);
  return { cost, total, change: { ...change, totalNow, totalBefore } };
}

/** For each location: 1 if its outermost function is one of ROOTS. */
const rootLocations = oncePer(({ locations, lines, functions, strings }: Profile): Uint8Array => {
  const isRoot = Uint8Array.from(functions.name, (name) => (ROOTS.test(strings.get(name)) ? 1 : 0));
  return Uint8Array.from({ length: locations.count }, (_, location) => {
    const [first, end] = [locations.lineOffsets[location], locations.lineOffsets[location + 1]];
    const id = end > first ? lines.function[end - 1] : NONE;
    return id === NONE ? 0 : isRoot[id];
  });
});
