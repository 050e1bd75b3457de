import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isAbort, MemoryError } from '../../profile/common/guard';
import type { Profile } from '../../profile/model';
import { mergeOfSameTime } from '../../profile/refine/merge';
import { RunningMerge } from '../../profile/refine/runningMerge';
import { withoutFields } from '../../profile/refine/withoutFields';
import { encodeProfile } from '../../profile/wire/encode';
import type { Queries, SumId } from '../queries';
import { EngineError } from '../workerMessages';
import { readProfile } from './readProfile';

type Added = Queries['addToSum'][1];

/** Profiles that are added up one after the other: see the queries `addToSum` and `takeSum`. */
class RunningSums {
  /** undefined while no profile of the sum could be read. */
  private readonly sums = new Map<SumId, RunningMerge | undefined>();

  /** Throws EngineError `notLoaded`, MemoryError, an AbortError, or what adding throws; then the sum is gone. */
  async add({ sum: id, isFirst, source }: Queries['addToSum'][0], signal: AbortSignal): Promise<Added> {
    const known = isFirst ? undefined : this.removed(id);
    let profile: Profile;
    let next: RunningMerge | undefined;
    try {
      profile = await readProfile(source, signal);
      next = !known ? new RunningMerge(profile) : known.fits(profile) ? undefined : converted(known, profile);
    } catch (error) {
      if (isAbort(error) || error instanceof MemoryError) throw error;
      this.sums.set(id, known);
      return { unreadable: error instanceof Error ? error.message : String(error) };
    }
    if (!next) known!.add(profile);
    this.sums.set(id, next ?? known);
    return {};
  }

  /** Throws EngineError `notLoaded`, MemoryError or an AbortError. */
  async take({ sum: id, unknown = {} }: Queries['takeSum'][0]): Promise<Uint8Array | undefined> {
    const known = this.removed(id);
    return known && promisify(gzip)(encodeProfile(withoutFields(known.sum(), unknown)));
  }

  drop(id: SumId): void {
    this.sums.delete(id);
  }

  /** A profile that is added in part spoils its sum, which is therefore not in the list meanwhile. */
  private removed(id: SumId): RunningMerge | undefined {
    // Another worker has taken the place of the one that had it.
    if (!this.sums.has(id)) throw new EngineError('notLoaded', 'The profiles that had come are lost. Ask for them again.');
    const sum = this.sums.get(id);
    this.sums.delete(id);
    return sum;
  }
}

export function newSums(): RunningSums {
  return new RunningSums();
}

/** A new sum, in common units. Throws RefinementError if the two are not comparable. */
function converted(sum: RunningMerge, profile: Profile): RunningMerge {
  return new RunningMerge(mergeOfSameTime([sum.sum(), profile]));
}
