import type { Derivation, ProfileId, ProfileSummary } from './engine/queries';
import { typeCalled, typeText } from './profile/text/words';
import type { BaseOptions } from './profile/refine';
import type { MovedFile } from './profile/refine/moveLines';
import type { SetupLines } from './profile/answers/flame';
import type { BenchmarkLoop } from './profile/lines/benchmarkLoop';
import { unitPerOperation } from './profile/sampleType';
import { operationsOf } from './bench/operations';
import type { BenchmarkResult } from './bench/parse';
import { movedFiles } from './source/lines/movedFiles';
import type { Refinement } from './profile/answers/refinement';

/** One profile that the engine holds, with the words to show for it. */
export interface LoadedProfile {
  readonly summary: ProfileSummary;
  /** `cpu`, `memory`, `heap`, … */
  readonly label: string;
  /** Of a benchmark at a fixed number of iterations: that number, once for each result line of its run. */
  readonly iterations?: readonly number[];
  /** How the benchmark in it loops, as its stacks tell. */
  readonly loop?: BenchmarkLoop;
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
  /** What was measured: captures of the same are compared with each other. Unset: see subjectOf. */
  readonly subject?: string;
  /** How the benchmark loops, where its text tells. */
  readonly loop?: BenchmarkLoop;
  readonly profiles: readonly LoadedProfile[];
  readonly results: readonly BenchmarkResult[];
  readonly target?: RunTarget;
  readonly module?: ModuleHint;
  /** Functions of the test harness under which the measured code runs; the flame graph can start below them. */
  readonly startBelow?: readonly string[];
  /** Where a benchmark prepares what it measures; the flame graph can leave that out. */
  readonly setup?: SetupLines;
  /** The sources changed while they were built: lines of the profiles may be those of another text. */
  readonly linesMayBeOff?: boolean;
  /** Text of the workspace's files as they were captured, by absolute path. Grows while the files are read. */
  readonly sources: Map<string, string>;
}

/** What other profiles are compared with. */
export interface Baseline {
  readonly run: Run;
  /** Of the run's files, by the names that its profiles have for them: where their lines stood in its sources. */
  readonly paths: ReadonlyMap<string, string>;
  readonly mode: BaseOptions['mode'];
  readonly normalize: boolean;
  /** Compares totals also where costs per operation are known. */
  readonly totals: boolean;
  /** The identity of the run that the user compared with it; unset: it is compared with captures of its own subject. */
  readonly chosenFor?: string;
  /** Profiles that were found to have nothing in common with it: they are shown as they are. */
  readonly except?: ReadonlySet<LoadedProfile>;
}

/** A baseline's profile of the kind that is shown. */
export interface Compared extends Baseline {
  readonly profile: LoadedProfile;
  /** Where the lines of its sources stand in those of the profile that is shown. */
  readonly moved: readonly MovedFile[];
  /** Of the two profiles of a benchmark, where costs per operation are compared. */
  readonly operations?: { readonly now: number; readonly before: number };
}

/**
 * Why a profile is not compared with the baseline: it is of something else, it is the baseline itself, the baseline's
 * run has no profile of its kind, or it is not known how many operations of the benchmark the two hold.
 */
export type NotCompared = 'unrelated' | 'itself' | 'otherKind' | 'operations';

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
 * What all tabs look at: which profile is active, under which sample type, refined and compared in which way. One
 * object, one event. Refinement and baseline stay while profiles come and go.
 */
export class Session {
  private current: Active | undefined;
  private asked: Refinement = {};
  private comparedWith: Baseline | undefined;
  private notCompared: NotCompared | undefined;
  /** What the user chose to look at, by what was measured. */
  private readonly chosenKinds = new Map<string, string>();
  /** By kind as well. */
  private readonly chosenTypes = new Map<string, string>();
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

  /** Why what is active is not compared although there is a baseline; undefined: it is, or there is none. */
  get whyNotCompared(): NotCompared | undefined {
    return this.comparedWith && this.notCompared;
  }

  /**
   * Makes a run's profile the active one. The sample type is the one that the user chose last for what was measured, or
   * else the profile's own; so is the profile where none is given.
   */
  activate(run: Run, profile: LoadedProfile | undefined = this.preferred(run)): void {
    if (!profile) return this.clear();
    if (this.current?.run === run && this.current.profile === profile) return;
    this.view({ run, profile, sampleType: this.sampleTypeFor(run, profile) });
  }

  /** Shows a profile as it was shown before. */
  show(viewed: Viewed): void {
    const { run, profile, sampleType } = viewed;
    const { current } = this;
    if (current?.run === run && current.profile === profile && current.sampleType === sampleType) return;
    this.view({ run, profile, sampleType });
  }

  /** Switches to a sample type of one of the active run's profiles, as the user chose. */
  choose(id: ProfileId, sampleType: number): void {
    const active = this.current;
    const profile = active?.run.profiles.find((candidate) => candidate.summary.id === id);
    const valueType = profile?.summary.sampleTypes[sampleType];
    if (!active || !profile || !valueType) return;
    this.chosenKinds.set(targetKey(active.run), profile.label);
    this.chosenTypes.set(typeKey(active.run, profile), typeText(profile.summary.sampleTypes, sampleType));
    if (profile !== active.profile) this.view({ run: active.run, profile, sampleType });
    else if (sampleType !== active.sampleType) this.set({ ...active, sampleType });
  }

  /** Switches to another profile of the active run. */
  switchProfile(id: ProfileId): void {
    const run = this.current?.run;
    const profile = run?.profiles.find((candidate) => candidate.summary.id === id);
    if (run && profile) this.choose(id, this.sampleTypeFor(run, profile));
  }

  switchSampleType(sampleType: number): void {
    if (this.current) this.choose(this.current.profile.summary.id, sampleType);
  }

  /** Goes on to the next sample type among those of all the active run's profiles, or back to the one before. */
  walkSampleTypes(by: 1 | -1): void {
    const active = this.current;
    if (!active) return;
    const all = sampleTypesOf(active.run);
    const isActive = (one: (typeof all)[number]) =>
      one.profile === active.profile && one.sampleType === active.sampleType;
    const at = all.findIndex(isActive);
    const { profile, sampleType } = all[(at + by + all.length) % all.length];
    this.choose(profile.summary.id, sampleType);
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

  private preferred(run: Run): LoadedProfile | undefined {
    const chosen = this.chosenKinds.get(targetKey(run));
    const withSamples = run.profiles.filter(({ summary }) => summary.sampleCount > 0);
    return withSamples.find(({ label }) => label === chosen) ?? withSamples[0] ?? run.profiles[0];
  }

  private sampleTypeFor(run: Run, profile: LoadedProfile): number {
    const { sampleTypes, defaultSampleType } = profile.summary;
    const chosen = this.chosenTypes.get(typeKey(run, profile));
    const same = typeCalled(sampleTypes, chosen);
    return same >= 0 ? same : defaultSampleType;
  }

  private viewAgain(): void {
    if (this.current) this.view(this.current);
    else this.tell();
  }

  private view({ run, profile, sampleType }: Viewed): void {
    const compared = this.comparedWith && comparisonOf(this.comparedWith, run, profile);
    this.notCompared = typeof compared === 'string' ? compared : undefined;
    const baseline = typeof compared === 'string' ? undefined : compared;
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
  const { profile: before, moved, mode, normalize, operations } = baseline;
  const base = { profile: before.summary.id, moved, mode, normalize };
  if (!operations || hasOwnFigures(refinement)) return { profile: id, refinement, base };
  return { profile: id, operations: operations.now, refinement, base: { ...base, operations: operations.before } };
}

/** How the engine makes what is compared with, as it was, its lines where they stand by now. */
export function baselineDerivation(
  { profile, moved, operations }: Compared,
  refinement: Refinement,
): Derivation {
  const before = { profile: profile.summary.id, moved, refinement };
  return !operations || hasOwnFigures(refinement) ? before : { ...before, operations: operations.before };
}

/** The unit of the figures that are shown: per operation where these are compared. */
export function shownUnit({ profile, sampleType, refinement, baseline }: Omit<Active, 'shown'>): string {
  const valueType = profile.summary.sampleTypes[sampleType];
  const isPerOperation = baseline?.operations !== undefined && !hasOwnFigures(refinement);
  return isPerOperation ? unitPerOperation(valueType) : valueType.unit;
}

/** Means, and values that the user has divided, are no costs of operations. */
function hasOwnFigures({ mean, divide_by }: Refinement): boolean {
  return mean === true || divide_by !== undefined;
}

/** What was measured: `/p/x_test.go#BenchmarkX`, `http://host/debug/pprof/heap`; undefined of a profile file. */
export function subjectOf({ subject, target }: Pick<Run, 'subject' | 'target'>): string | undefined {
  return subject ?? (target && `${target.file}#${target.name}`);
}

/** What a run is told from others by: its subject, or its own id where it has none. */
export function identityOf(run: Pick<Run, 'id' | 'subject' | 'target'>): string {
  return subjectOf(run) ?? run.id;
}

/** A benchmark with all its cases, an endpoint, or a file: the kind that the user chose is kept for each. */
function targetKey(run: Run): string {
  return run.target ? `${run.target.file}#${run.target.name}` : identityOf(run);
}

/** The sample type of a kind is the same for all that `go test` runs. */
function typeKey(run: Run, { label }: LoadedProfile): string {
  return `${run.target ? 'go test' : identityOf(run)} ${label}`;
}

export function isBenchmark({ target }: Pick<Run, 'target'>): boolean {
  return target?.name.startsWith('Benchmark') === true;
}

/** All sample types of a run, profile by profile. */
export function sampleTypesOf({ profiles }: Run): { readonly profile: LoadedProfile; readonly sampleType: number }[] {
  return profiles.flatMap((profile) => profile.summary.sampleTypes.map((_, sampleType) => ({ profile, sampleType })));
}

/** undefined: it is not compared. */
export function comparedOf(baseline: Baseline, run: Run, shown: LoadedProfile): Compared | undefined {
  const compared = comparisonOf(baseline, run, shown);
  return typeof compared === 'string' ? undefined : compared;
}

/** A profile's comparison with a baseline, or why there is none. */
export function comparisonOf(baseline: Baseline, run: Run, shown: LoadedProfile): Compared | NotCompared {
  const { label, summary } = shown;
  if (baseline.run.id === run.id) return 'itself';
  if (!areRelated(baseline, run)) return 'unrelated';
  const ofKind = baseline.run.profiles.filter((each) => {
    return areOfOneKind({ label: each.label, ...each.summary }, { label, ...summary });
  });
  const profile = ofKind.find((each) => each.label === label) ?? ofKind[0];
  if (!profile || baseline.except?.has(shown)) return 'otherKind';
  const moved = movedFiles(baseline.paths, baseline.run.sources, run.sources);
  if (baseline.totals || !isBenchmark(run) || !isBenchmark(baseline.run)) return { ...baseline, profile, moved };
  const now = operationsOf(shown.iterations, run.loop ?? shown.loop);
  const before = operationsOf(profile.iterations, baseline.run.loop ?? profile.loop);
  if (now === undefined || before === undefined) return 'operations';
  return { ...baseline, profile, moved, operations: { now, before } };
}

function areRelated({ run: before, chosenFor }: Baseline, run: Run): boolean {
  return chosenFor === identityOf(run) || (subjectOf(run) !== undefined && subjectOf(run) === subjectOf(before));
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
