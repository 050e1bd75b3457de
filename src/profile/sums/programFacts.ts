import { CHECK_MASK, checkpoint } from '../common/guard';
import { oncePer } from '../memo';
import { NONE, type Profile } from '../model';

/** What a profile shows of the program as a whole. */
export interface ProgramFacts {
  /** The part of the CPU time that garbage collection took, 0 to 1; unset without CPU time. */
  readonly gcShare?: number;
  /** The program's file and build id; empty if unknown. */
  readonly file: string;
  readonly buildId: string;
  /** How many builds of the program the profile is of, if their build ids differ. */
  readonly builds?: number;
}

/** Functions below which all work is garbage collection: marking, helping to mark, sweeping, returning memory. */
const COLLECTS = /^runtime\.(?:gcBgMarkWorker|gcAssistAlloc|gcDrain|gcStart|gcMarkDone|gcMarkTermination|bgsweep|bgscavenge|deductSweepCredit|GC)\b/;

export const programFacts = oncePer((profile: Profile): ProgramFacts => {
  const { sampleTypes, mappings: [program] } = profile;
  const cpu = sampleTypes.findIndex(({ type }) => type === 'cpu');
  const gcShare = cpu < 0 ? undefined : collectionShare(profile, cpu);
  const { file = '', buildId = '' } = program ?? {};
  const name = baseName(file);
  const ids = profile.mappings.filter((each) => each.buildId !== '' && baseName(each.file) === name).map((each) => each.buildId);
  const builds = new Set(ids).size;
  return { file, buildId, ...(builds > 1 && { builds }), ...(gcShare !== undefined && { gcShare }) };
});

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

function collectionShare(profile: Profile, sampleType: number): number | undefined {
  const { stacks: { offsets, locations }, values, sampleCount } = profile;
  const collects = collectingLocations(profile);
  let [whole, collection] = [0, 0];
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    const value = Math.abs(values[sampleType][sample]);
    whole += value;
    for (let at = offsets[sample]; at < offsets[sample + 1]; at++) {
      if (collects[locations[at]] === 0) continue;
      collection += value;
      break;
    }
  }
  return whole === 0 ? undefined : collection / whole;
}

/** For each location: 1 if one of its functions collects garbage. */
function collectingLocations({ locations, lines, functions, strings }: Profile): Uint8Array {
  const collects = Uint8Array.from(functions.name, (name) => (COLLECTS.test(strings.get(name)) ? 1 : 0));
  return Uint8Array.from({ length: locations.count }, (_, location) => {
    for (let line = locations.lineOffsets[location]; line < locations.lineOffsets[location + 1]; line++) {
      const id = lines.function[line];
      if (id !== NONE && collects[id] === 1) return 1;
    }
    return 0;
  });
}
