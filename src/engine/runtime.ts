import type { Profile } from '../profile/model';
import type { BenchmarkAnswers } from './benchmarkAnswers';
import type * as reports from './reportCode';
import type { ExportParams, MergeParams, ProfileSource, Queries, SumId } from './queries';
import type { TextCode, TextSubject } from './textQueries';

/** What the store needs from the program that it runs in. Implemented in `node/` and `browser/`. */
export interface Runtime {
  /** Reads a profile, gzip or raw. Throws EngineError, ProfileError, MemoryError or an AbortError. */
  readProfile(source: ProfileSource, signal: AbortSignal): Promise<Profile>;
  /** Identifies the current content of a source's file; empty if there is none. */
  stampOf(source: ProfileSource): Promise<string>;
  /** Loads the code that the first costs of a profile do not need, unless it is loaded. */
  reportCode(): Promise<ReportCode>;
  /** Loads the code that answers queries about benchmark results. */
  benchmarkAnswers(): Promise<BenchmarkAnswers>;
  /** Loads the code that answers queries about a text. */
  textCode(subject: TextSubject): Promise<TextCode>;
}

export interface ReportCode extends Readonly<typeof reports> {
  /** Writes a profile to a file, see the query `export`. */
  exportToFile(profile: Profile, params: ExportParams, signal: AbortSignal): Promise<void>;
  /** See the query `merge`. */
  mergeFiles(params: MergeParams, signal: AbortSignal): Promise<void>;
  /** See the query `mergedBytes`. */
  mergedBytes(params: Queries['mergedBytes'][0], signal: AbortSignal): Promise<Uint8Array>;
  /** See the query `serviceProfile`. */
  sumOfParts(params: Queries['serviceProfile'][0], signal: AbortSignal): Promise<Queries['serviceProfile'][1]>;
  newSums(): RunningSums;
  /** See the query `readMoment`. */
  readMoment(params: Queries['readMoment'][0], signal: AbortSignal): Promise<Queries['readMoment'][1]>;
}

/** Profiles that are added up one after the other. */
interface RunningSums {
  /** See the query `addToSum`. Throws EngineError `notLoaded`, MemoryError or an AbortError; then the sum is gone. */
  add(params: Queries['addToSum'][0], signal: AbortSignal): Promise<Queries['addToSum'][1]>;
  /** See the query `takeSum`. Throws EngineError `notLoaded`, MemoryError or an AbortError. */
  take(params: Queries['takeSum'][0]): Promise<Queries['takeSum'][1]>;
  drop(sum: SumId): void;
}
