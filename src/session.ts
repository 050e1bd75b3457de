import type { Derivation, ProfileId, ProfileSummary } from './engine/queries';
import type { BaseOptions, Refinement } from './profile/refine';
import type { MovedFile } from './profile/refine/moveLines';
import type { SetupLines } from './profile/reports';
import type { BenchmarkResult } from './bench/parse';
import { movedFiles } from './source/movedFiles';

/** One profile that the engine holds, with the words to show for it. */
export interface LoadedProfile {
  readonly summary: ProfileSummary;
  /** `cpu`, `memory`, `heap`, … */
  readonly label: string;
}

/** The Go function that a run executed. */
export interface RunTarget {
  /** Absolute path of the file it stands in. */
  readonly file: string;
  readonly name: string;
}

/** Where a run's package stood, so that names under -trimpath find their files. */
export interface ModuleHint {
  readonly modulePath: string;
  readonly moduleDir: string;
}

/** One capture with all that came of it: profiles, results, the source as it was. */
export interface Run {
  readonly id: string;
  /** `BenchmarkJoin`, `localhost:6060 heap`, `cpu.pprof`. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
  readonly profiles: readonly LoadedProfile[];
  readonly results: readonly BenchmarkResult[];
  readonly target?: RunTarget;
  readonly module?: ModuleHint;
  /** Functions of the test harness under which the measured code runs; the flame graph can start below them. */
  readonly startBelow?: readonly string[];
  /** Where a benchmark prepares what it measures; the flame graph can leave that out. */
  readonly setup?: SetupLines;
  /** Text of the workspace's files as they were captured, by absolute path. Grows while the files are read. */
  readonly sources: Map<string, string>;
  /** Files changed while the program was built: its lines may not be those of `sources`. */
  readonly linesMayBeOff?: boolean;
}

/** What other profiles are compared with. */
export interface Baseline {
  readonly run: Run;
  /** Of the run's files, by the names that its profiles have for them: where their lines stood in its sources. */
  readonly paths: ReadonlyMap<string, string>;
  readonly mode: BaseOptions['mode'];
  readonly normalize: boolean;
  /** Profiles that were found to have nothing in common with it: they are shown as they are. */
  readonly except?: ReadonlySet<LoadedProfile>;
}

/** A baseline's profile of the kind that is shown. */
export interface Compared extends Baseline {
  readonly profile: LoadedProfile;
  /** Where the lines of its sources stand in those of the profile that is shown. */
  readonly moved: readonly MovedFile[];
}

/** A profile of a run under one sample type. */
export interface Viewed {
  readonly run: Run;
  /** As it was captured: one of the run's. */
  readonly profile: LoadedProfile;
  /** Index into profile.summary.sampleTypes. */
  readonly sampleType: number;
}

/** The active profile, compared and refined as the user asks. */
export interface Active extends Viewed {
  /** What the engine is asked about: the profile's own number, or that of what was derived from it. */
  readonly shown: ProfileId;
  /** Empty where nothing is asked for. */
  readonly refinement: Refinement;
  /** Unset also where the baseline's run has no profile of the kind. */
  readonly baseline?: Compared;
}

export interface Disposable {
  dispose(): void;
}

/** What the session needs of the engine. */
export interface Deriver {
  derive(of: Derivation): ProfileId;
  /** The derived profile is not asked about any more. */
  forget(derived: ProfileId): void;
}

/**
 * What all faces look at: which profile is active, under which sample type, refined and compared in which way. One
 * object, one event. Refinement and baseline stay while profiles come and go.
 */
export class Session {
  private current: Active | undefined;
  private asked: Refinement = {};
  private comparedWith: Baseline | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly deriver: Deriver) {}

  get active(): Active | undefined {
    return this.current;
  }

  /** Empty where nothing is asked for. */
  get refinement(): Refinement {
    return this.asked;
  }

  get baseline(): Baseline | undefined {
    return this.comparedWith;
  }

  /** Makes a run's profile the active one; the sample type stays if the profile has one of the same name. */
  activate(run: Run, profile: LoadedProfile | undefined = run.profiles[0]): void {
    if (!profile) return this.clear();
    if (this.current?.run === run && this.current.profile === profile) return;
    this.view({ run, profile, sampleType: this.sampleTypeFor(profile) });
  }

  /** Switches to another profile of the active run. */
  switchProfile(id: ProfileId): void {
    const run = this.current?.run;
    const profile = run?.profiles.find((candidate) => candidate.summary.id === id);
    if (run && profile) this.activate(run, profile);
  }

  switchSampleType(sampleType: number): void {
    const active = this.current;
    if (!active || sampleType === active.sampleType || !active.profile.summary.sampleTypes[sampleType]) return;
    this.set({ ...active, sampleType });
  }

  /** Refines all that is shown from now on; one that cannot be fails where it is asked about. */
  refine(refinement: Refinement): void {
    this.asked = refinement;
    this.viewAgain();
  }

  /** Shows all profiles of the baseline's kinds as differences from it; undefined: as they are. */
  compareWith(baseline: Baseline | undefined): void {
    this.comparedWith = baseline;
    this.viewAgain();
  }

  /** More of a run's sources are known than before. */
  sourcesGrew(run: Run): void {
    const { current, comparedWith } = this;
    if (!current?.baseline || !comparedWith || (run !== current.run && run !== comparedWith.run)) return;
    const moved = comparedOf(comparedWith, current.run, current.profile)?.moved;
    if (JSON.stringify(moved) !== JSON.stringify(current.baseline.moved)) this.view(current);
  }

  clear(): void {
    if (this.current) this.set(undefined);
  }

  onDidChange(listener: () => void): Disposable {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  private sampleTypeFor({ summary }: LoadedProfile): number {
    const before = this.current?.profile.summary.sampleTypes[this.current.sampleType];
    const same = summary.sampleTypes.findIndex(({ type, unit }) => type === before?.type && unit === before.unit);
    return same >= 0 ? same : summary.defaultSampleType;
  }

  private viewAgain(): void {
    if (this.current) this.view(this.current);
    else this.tell();
  }

  private view({ run, profile, sampleType }: Viewed): void {
    const baseline = this.comparedWith && comparedOf(this.comparedWith, run, profile);
    const viewed = { run, profile, sampleType, refinement: this.asked, baseline };
    this.set({ ...viewed, shown: this.shownOf(viewed) });
  }

  private shownOf(viewed: Omit<Active, 'shown'>): ProfileId {
    const isAsCaptured = !viewed.baseline && !isRefined(viewed.refinement);
    return isAsCaptured ? viewed.profile.summary.id : this.deriver.derive(derivationOf(viewed));
  }

  private set(active: Active | undefined): void {
    const before = this.current;
    this.current = active;
    this.tell();
    if (before && before.shown !== before.profile.summary.id && before.shown !== active?.shown) {
      this.deriver.forget(before.shown);
    }
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** A profile as it was captured. */
export function asCaptured({ run, profile, sampleType }: Viewed): Active {
  return { run, profile, sampleType, shown: profile.summary.id, refinement: {} };
}

/** How the engine makes what is shown. */
export function derivationOf({ profile, refinement, baseline }: Omit<Active, 'shown'>): Derivation {
  const { id } = profile.summary;
  if (!baseline) return { profile: id, refinement };
  const { profile: before, moved, mode, normalize } = baseline;
  return { profile: id, refinement, base: { profile: before.summary.id, moved, mode, normalize } };
}

/** undefined: the baseline's run has no profile of the kind, or it is the profile's own. */
export function comparedOf(baseline: Baseline, run: Run, shown: LoadedProfile): Compared | undefined {
  const { label, summary } = shown;
  if (baseline.run.id === run.id || baseline.except?.has(shown)) return undefined;
  const ofKind = baseline.run.profiles.filter((each) => {
    return areOfOneKind({ label: each.label, ...each.summary }, { label, ...summary });
  });
  const profile = ofKind.find((each) => each.label === label) ?? ofKind[0];
  return profile && { ...baseline, profile, moved: movedFiles(baseline.paths, baseline.run.sources, run.sources) };
}

/** Whether anything that makes another profile is asked for: granularity only tells how its frames are put together. */
export function isRefined(refinement: Refinement): boolean {
  const making = { ...refinement, granularity: undefined };
  return Object.values(making).some((value) => value !== undefined && value !== '' && value !== false);
}

/** Waits for locks and waits of all sorts have the same sample types. */
function areDifferentWaits(one: string, other: string): boolean {
  return one !== other && [one, other].every((label) => label === 'mutex' || label === 'block');
}

/** What tells whether profiles can be compared. */
type Kind = Pick<LoadedProfile, 'label'> & Pick<ProfileSummary, 'sampleTypes'>;

/** Whether one can be compared with the other. */
export function areOfOneKind(a: Kind, b: Kind): boolean {
  const namesOf = ({ sampleTypes }: Kind) => JSON.stringify(sampleTypes.map(({ type, unit }) => [type, unit]));
  return namesOf(a) === namesOf(b) && !areDifferentWaits(a.label, b.label);
}
