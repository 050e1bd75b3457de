import type { Profile } from '../profile/model';
import {
  type CompiledSources, findMisfiled, type FunctionCorrections, withCorrections,
} from '../sources/lineMatching/misfiledFunctions';
import { ignored } from '../profile/common/ignored';
import { columnBytes } from './memoryUse';
import { LineReports, type MadeProfile } from './lineReports';
import type { LoadedReports } from './loadedReports';
import type { Derivation, ProfileId, ProfileSource } from './queries';
import type { ReportCode, Runtime } from './runtime';
import { EngineError, type WorkerSource } from './workerMessages';

/** Where a profile comes from. */
export interface Origin {
  /** Two origins with the same recipe make the same profile. */
  readonly recipe?: string;
  /** The ids of the profiles that it is derived from; unset if it is not derived. */
  readonly madeOf?: readonly ProfileId[];
  /** Identifies the current content of the source: a different stamp means a different profile. */
  stamp(): Promise<string>;
  /** Throws EngineError, ProfileError, MemoryError, RefinementError or an AbortError. */
  make(signal: AbortSignal): Promise<MadeProfile>;
}

/** A profile's entry in the store: its reports while they are in memory, and how to make them again. */
export class ProfileEntry {
  private lines: LineReports | undefined;
  private reports: LoadedReports | undefined;
  /** The origin's stamp when the profile was made; undefined if it is not made yet. */
  private stamp: string | undefined;
  private corrections: FunctionCorrections | undefined;

  /** @param before what is known of a profile that was made before */
  constructor(
    private readonly origin: Origin,
    before?: Pick<WorkerSource, 'stamp' | 'corrections'>,
  ) {
    this.stamp = before?.stamp;
    this.corrections = before?.corrections;
  }

  get recipe(): string | undefined {
    return this.origin.recipe;
  }

  get madeOf(): readonly ProfileId[] {
    return this.origin.madeOf ?? [];
  }

  /** The origin's stamp when the profile was made; empty if it is not made yet. */
  get stampWhenMade(): string {
    return this.stamp ?? '';
  }

  /** Makes the profile again if it was unloaded. Throws as Origin.make does. */
  async loaded(signal: AbortSignal): Promise<LineReports> {
    if (this.lines) return this.lines;
    const stamp = await this.origin.stamp();
    if (this.stamp !== undefined && stamp !== this.stamp) {
      throw new EngineError('notLoaded', 'The profile file has changed since it was read. Open it again.');
    }
    const lines = await this.linesOf(await this.origin.make(signal), signal);
    this.stamp = stamp;
    return (this.lines = lines);
  }

  /** Corrects the loaded profile by its sources. Returns undefined if nothing was wrong. */
  async correct(sources: CompiledSources, signal: AbortSignal): Promise<FunctionCorrections | undefined> {
    if (!this.lines) return undefined;
    const { profile, unmatched, refinement } = this.lines;
    const corrections = findMisfiled(profile, sources);
    if (!corrections) return undefined;
    this.corrections = corrections;
    this.lines = await this.linesOf({ profile, unmatched, refinement }, signal);
    this.reports = undefined;
    return corrections;
  }

  private async linesOf(made: MadeProfile, signal: AbortSignal): Promise<LineReports> {
    const profile = this.corrections ? withCorrections(made.profile, this.corrections) : made.profile;
    const lines = new LineReports({ ...made, profile });
    await lines.loaded(signal);
    return lines;
  }

  /** The other reports, of the profile that `loaded` has made; undefined while it is unloaded. */
  otherReports({ LoadedReports: Reports }: ReportCode): LoadedReports | undefined {
    return (this.reports ??= this.lines && new Reports(this.lines));
  }

  /** Bytes of the columns of the profile and its reports; 0 while unloaded. */
  get bytes(): number {
    return this.lines ? profileBytes(this.lines.profile) + (this.reports?.bytes ?? 0) : 0;
  }

  /** See LoadedReports.prepare. A failure is reported when a query needs the report. */
  prepare(code: ReportCode): boolean {
    try {
      return this.otherReports(code)?.prepare() ?? false;
    } catch (error) {
      return ignored('a report is not prepared', false)(error);
    }
  }

  /** Drops large reports that are quick to make again. */
  dropLargeReports(): void {
    this.reports?.dropLargeReports();
  }

  /** Unloads the profile; `loaded` makes it again. */
  unload(): void {
    this.lines = undefined;
    this.reports = undefined;
  }
}

function profileBytes({ stacks, labels, locations, lines, functions, values }: Profile): number {
  const columns = [stacks, labels, locations, lines, functions, values];
  return columns.reduce((sum, each) => sum + columnBytes(each), 0);
}

/** The origin of a profile that is derived from other profiles, which `profileOf` loads. */
export function derivedOrigin(
  of: Derivation,
  profileOf: (id: ProfileId, signal: AbortSignal) => Promise<Profile>,
  runtime: Runtime,
): Origin {
  return {
    recipe: JSON.stringify({ ...of, refinement: { ...of.refinement, granularity: undefined } }),
    madeOf: [of.profile, ...(of.base ? [of.base.profile] : [])],
    stamp: () => Promise.resolve(''),
    make: async (signal) => (await runtime.reportCode()).derivedProfile(of, profileOf, signal),
  };
}

/** The origin of a profile that is read from its file or bytes. */
export function sourceOrigin(source: ProfileSource, runtime: Runtime): Origin {
  return {
    stamp: () => runtime.stampOf(source),
    make: async (signal) => {
      const profile = await runtime.readProfile(source, signal);
      return { profile: await withOwnFramesDropped(profile, runtime) };
    },
  };
}

/** Drops the frames that the profile's own `drop_frames` names, as pprof does before every report. */
async function withOwnFramesDropped(profile: Profile, runtime: Runtime): Promise<Profile> {
  if (profile.dropFrames === '') return profile;
  const { withoutDroppedFrames } = await runtime.reportCode();
  return { ...withoutDroppedFrames(profile), dropFrames: '', keepFrames: '' };
}
