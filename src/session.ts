import type { Derivation, ProfileId, ProfileSummary } from './engine/queries';
import { typeCalled, typeText } from './profile/text/sampleTypeNames';
import type { BaseOptions } from './profile/refine';
import type { MovedFile } from './profile/refine/moveLines';
import type { SetupLines } from './profile/answers/flame';
import type { BenchmarkLoop } from './profile/lines/loopOfStacks';
import { unitPerOperation } from './profile/sampleType';
import { isPerOperation } from './profile/text/measurement';
import { loopOf, operationsOf } from './bench/operations';
import type { MeasuredAgain } from './bench/captures/captureStore';
import type { Conditions } from './bench/captures/conditions';
import type { BenchmarkResult } from './bench/parseOutput';
import { movedFiles } from './source/lines/movedFiles';
import type { Refinement } from './profile/answers/refinement';

/** A profile loaded in the engine. */
export interface LoadedProfile {
  readonly summary: ProfileSummary;
  /** `cpu`, `memory`, `heap`, … */
  readonly label: string;
  /** For a benchmark with a fixed number of iterations: that number, once per result line. */
  readonly iterations?: readonly number[];
  /** How the benchmark loops, according to the stacks. */
  readonly loop?: BenchmarkLoop;
}

/** The Go function that was measured. */
export interface CaptureTarget {
  /** Absolute path of its file. */
  readonly file: string;
  readonly name: string;
}

/** The module of a capture's package, which resolves file names under -trimpath. */
export interface ModuleHint {
  readonly modulePath: string;
  readonly moduleDir: string;
}

/** A capture that is loaded, or a profile file opened as one: profiles, results and the sources as they were. */
export interface Capture {
  readonly id: string;
  /** `BenchmarkJoin`, `localhost:6060 heap`, `cpu.pprof`. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
  /** Identifies what was measured; captures of the same subject are compared. Unset: see subjectOf. */
  readonly subject?: string;
  /** How the benchmark loops, according to its source text. */
  readonly loop?: BenchmarkLoop;
  readonly profiles: readonly LoadedProfile[];
  readonly results: readonly BenchmarkResult[];
  readonly target?: CaptureTarget;
  readonly module?: ModuleHint;
  /** The testing frames directly above the measured code; the flame graph can start below them. */
  readonly startBelow?: readonly string[];
  /** The lines of a benchmark's setup; the flame graph can leave them out. */
  readonly setup?: SetupLines;
  /** The sources changed during the build: the profiles' lines may be of another text. */
  readonly linesMayBeOff?: boolean;
  readonly conditions?: Conditions;
  /** The results of an earlier program, measured in turns with this one. */
  readonly again?: MeasuredAgain;
  /** The captured text of the workspace's files, by absolute path. Grows while the files are read. */
  readonly sources: Map<string, string>;
}

/** What profiles are compared with. */
export interface Baseline {
  readonly capture: Capture;
  /** The paths of the capture's files in `sources`, by their names in its profiles. */
  readonly paths: ReadonlyMap<string, string>;
  readonly mode: BaseOptions['mode'];
  readonly normalize: boolean;
  /** Compares totals even if costs per operation are known. */
  readonly totals: boolean;
  /** The identity of the capture that the user compares with it; unset: captures of its own subject are compared. */
  readonly chosenFor?: string;
  /** Profiles that cannot be compared with it, and are shown without comparison. */
  readonly except?: ReadonlySet<LoadedProfile>;
}

/** A baseline, with its profile of the same kind as the active profile. */
export interface Compared extends Baseline {
  readonly profile: LoadedProfile;
  /** Where the lines of its sources are in the sources of the active capture. */
  readonly moved: readonly MovedFile[];
  /** The operations in the two profiles; set if costs per operation are compared. */
  readonly operations?: { readonly now: number; readonly before: number };
}

/**
 * Why a profile is not compared with the baseline: it measures something else, it is the baseline itself, the baseline
 * has no profile of its kind, or the number of operations in one of the two is unknown.
 */
export type NotCompared = 'unrelated' | 'itself' | 'otherKind' | 'operations';

/** How costs are read: as totals, as percentages of the total, or per operation of the benchmark. */
export type FigureForm = 'total' | 'percent' | 'perOperation';

/** A profile of a capture under one sample type. */
export interface Viewed {
  readonly capture: Capture;
  /** One of the capture's profiles, not derived. */
  readonly profile: LoadedProfile;
  /** Index into profile.summary.sampleTypes. */
  readonly sampleType: number;
}

/** The active profile, with its comparison and refinement. */
export interface Active extends Viewed {
  /** The id for queries: of the profile itself, or of the profile derived from it. */
  readonly shown: ProfileId;
  /** Empty: not refined. */
  readonly refinement: Refinement;
  /** Unset also if there is a baseline that does not apply: see whyNotCompared. */
  readonly baseline?: Compared;
  /** The operations that the costs are divided by, without a comparison; unset: the costs are not per operation. */
  readonly operations?: number;
  /** What the user chose; unset: totals. See formOf for what is shown. */
  readonly form?: FigureForm;
}

export interface Disposable {
  dispose(): void;
}

/** The part of the engine that the session uses. */
export interface Deriver {
  derive(of: Derivation): ProfileId;
  /** Releases a derived profile. */
  forget(derived: ProfileId): void;
}

/**
 * The state that all views share: the active profile, its sample type, the refinement and the baseline. One object, one
 * event. Refinement and baseline stay when another profile becomes active.
 */
export class Session {
  private current: Active | undefined;
  private asked: Refinement = {};
  private wanted: FigureForm = 'total';
  private comparedWith: Baseline | undefined;
  private notCompared: NotCompared | undefined;
  /** The kind of profile that the user chose last, by target. */
  private readonly chosenKinds = new Map<string, string>();
  /** The sample type that the user chose last, by target and kind. */
  private readonly chosenTypes = new Map<string, string>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly deriver: Deriver) {}

  get active(): Active | undefined {
    return this.current;
  }

  /** Empty: not refined. */
  get refinement(): Refinement {
    return this.asked;
  }

  /** What the user chose; see formOf for what is shown. */
  get figureForm(): FigureForm {
    return this.wanted;
  }

  get baseline(): Baseline | undefined {
    return this.comparedWith;
  }

  /** Why the active profile is not compared; undefined: it is compared, or there is no baseline. */
  get whyNotCompared(): NotCompared | undefined {
    return this.comparedWith && this.notCompared;
  }

  /**
   * Makes a profile of a capture active. The sample type, and the profile if none is given, are those that the user chose
   * last for the same target, else the defaults.
   */
  activate(capture: Capture, profile: LoadedProfile | undefined = this.preferred(capture)): void {
    if (!profile) return this.clear();
    if (this.current?.capture === capture && this.current.profile === profile) return;
    this.view({ capture, profile, sampleType: this.sampleTypeFor(capture, profile) });
  }

  /** Makes a profile active under the given sample type. */
  show(viewed: Viewed): void {
    const { capture, profile, sampleType } = viewed;
    const { current } = this;
    if (current?.capture === capture && current.profile === profile && current.sampleType === sampleType) return;
    this.view({ capture, profile, sampleType });
  }

  /** Switches to a profile and sample type of the active capture, and remembers the choice. */
  choose(id: ProfileId, sampleType: number): void {
    const active = this.current;
    const profile = active?.capture.profiles.find((candidate) => candidate.summary.id === id);
    const valueType = profile?.summary.sampleTypes[sampleType];
    if (!active || !profile || !valueType) return;
    this.chosenKinds.set(targetKey(active.capture), profile.label);
    this.chosenTypes.set(typeKey(active.capture, profile), typeText(profile.summary.sampleTypes, sampleType));
    if (profile !== active.profile) this.view({ capture: active.capture, profile, sampleType });
    else if (sampleType !== active.sampleType) this.set({ ...active, sampleType });
  }

  /** Switches to another profile of the active capture. */
  switchProfile(id: ProfileId): void {
    const capture = this.current?.capture;
    const profile = capture?.profiles.find((candidate) => candidate.summary.id === id);
    if (capture && profile) this.choose(id, this.sampleTypeFor(capture, profile));
  }

  switchSampleType(sampleType: number): void {
    if (this.current) this.choose(this.current.profile.summary.id, sampleType);
  }

  /** Refines everything that is shown. An invalid refinement fails at the first query. */
  refine(refinement: Refinement): void {
    this.asked = refinement;
    this.viewAgain();
  }

  /** Shows costs in a form; where it does not apply, as totals. */
  showFiguresAs(form: FigureForm): void {
    if (form === this.wanted) return;
    this.wanted = form;
    const { current } = this;
    if (current && this.operationsFor(current) === current.operations) {
      this.set({ ...current, form });
    } else this.viewAgain();
  }

  /** Sets the baseline; undefined: no comparison. */
  compareWith(baseline: Baseline | undefined): void {
    this.comparedWith = baseline;
    this.viewAgain();
  }

  /** Call when a capture's sources have grown: its lines may be compared differently. */
  sourcesGrew(capture: Capture): void {
    const { current, comparedWith } = this;
    if (!current?.baseline || !comparedWith || (capture !== current.capture && capture !== comparedWith.capture)) return;
    const moved = comparedOf(comparedWith, current.capture, current.profile)?.moved;
    if (JSON.stringify(moved) !== JSON.stringify(current.baseline.moved)) this.view(current);
  }

  clear(): void {
    if (this.current) this.set(undefined);
  }

  onDidChange(listener: () => void): Disposable {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  private preferred(capture: Capture): LoadedProfile | undefined {
    const chosen = this.chosenKinds.get(targetKey(capture));
    const withSamples = capture.profiles.filter(({ summary }) => summary.sampleCount > 0);
    return withSamples.find(({ label }) => label === chosen) ?? withSamples[0] ?? capture.profiles[0];
  }

  private sampleTypeFor(capture: Capture, profile: LoadedProfile): number {
    const { sampleTypes, defaultSampleType } = profile.summary;
    const chosen = this.chosenTypes.get(typeKey(capture, profile));
    const same = typeCalled(sampleTypes, chosen);
    return same >= 0 ? same : defaultSampleType;
  }

  private viewAgain(): void {
    if (this.current) this.view(this.current);
    else this.tell();
  }

  private view({ capture, profile, sampleType }: Viewed): void {
    const compared = this.comparedWith && comparisonOf(this.comparedWith, capture, profile);
    this.notCompared = typeof compared === 'string' ? compared : undefined;
    const baseline = typeof compared === 'string' ? undefined : compared;
    const asked = { capture, profile, sampleType, refinement: this.asked, baseline };
    const viewed = { ...asked, operations: this.operationsFor(asked), form: this.wanted };
    this.set({ ...viewed, shown: this.shownOf(viewed) });
  }

  private operationsFor(viewed: Omit<Active, 'shown'>): number | undefined {
    return this.wanted === 'perOperation' && !viewed.baseline ? operationsToShow(viewed) : undefined;
  }

  private shownOf(viewed: Omit<Active, 'shown'>): ProfileId {
    const isAsCaptured = !viewed.baseline && !viewed.operations && !isRefined(viewed.refinement);
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

/** A profile without refinement and comparison. */
export function asCaptured({ capture, profile, sampleType }: Viewed): Active {
  return { capture, profile, sampleType, shown: profile.summary.id, refinement: {} };
}

/** How the engine derives the shown profile. */
export function derivationOf({ profile, refinement, baseline, operations: count }: Omit<Active, 'shown'>): Derivation {
  const { id } = profile.summary;
  if (!baseline) {
    const isWhole = count === undefined || hasOwnFigures(refinement);
    return { profile: id, refinement, ...(isWhole ? {} : { operations: count }) };
  }
  const { profile: before, moved, mode, normalize, operations } = baseline;
  const base = { profile: before.summary.id, moved, mode, normalize };
  if (!operations || hasOwnFigures(refinement)) return { profile: id, refinement, base };
  return { profile: id, operations: operations.now, refinement, base: { ...base, operations: operations.before } };
}

/** How the engine derives the baseline alone, with its lines moved to where they are now. */
export function baselineDerivation(
  { profile, moved, operations }: Compared,
  refinement: Refinement,
): Derivation {
  const before = { profile: profile.summary.id, moved, refinement };
  return !operations || hasOwnFigures(refinement) ? before : { ...before, operations: operations.before };
}

/** Whether the shown profile is derived per operation. Some of its sample types are not costs: see shownUnit. */
export function isDerivedPerOperation({ refinement, baseline, operations }: Omit<Active, 'shown'>): boolean {
  return (baseline ? baseline.operations : operations) !== undefined && !hasOwnFigures(refinement);
}

/** The unit of the shown figures; ends in `/op` if they are costs per operation. */
export function shownUnit(active: Omit<Active, 'shown'>): string {
  const valueType = active.profile.summary.sampleTypes[active.sampleType];
  return isDerivedPerOperation(active) ? unitPerOperation(valueType) : valueType.unit;
}

/** The form in which costs are shown. */
export function formOf(active: Omit<Active, 'shown'>): FigureForm {
  if (active.form === 'percent') return 'percent';
  return isPerOperation(shownUnit(active)) ? 'perOperation' : 'total';
}

/** The operations in a benchmark's profile; undefined if they are not known exactly. */
export function operationsOfProfile(capture: Capture, { iterations }: LoadedProfile): number | undefined {
  return isBenchmark(capture) ? operationsOf(iterations, loopOf(capture)) : undefined;
}

function operationsToShow({ capture, profile, refinement }: Omit<Active, 'shown'>): number | undefined {
  return hasOwnFigures(refinement) ? undefined : operationsOfProfile(capture, profile);
}

/** Whether the user asked for means or divided values, which are not costs per operation. */
export function hasOwnFigures({ mean, divide_by }: Refinement): boolean {
  return mean === true || divide_by !== undefined;
}

/** What was measured: `/p/x_test.go#BenchmarkX`, `http://host/debug/pprof/heap`; undefined for a profile file. */
export function subjectOf({ subject, target }: Pick<Capture, 'subject' | 'target'>): string | undefined {
  return subject ?? (target && `${target.file}#${target.name}`);
}

/** The capture's subject, or its id if it has none. */
export function identityOf(capture: Pick<Capture, 'id' | 'subject' | 'target'>): string {
  return subjectOf(capture) ?? capture.id;
}

/** The key of chosen kinds: a benchmark with all its cases, an endpoint, or a file. */
function targetKey(capture: Capture): string {
  return capture.target ? `${capture.target.file}#${capture.target.name}` : identityOf(capture);
}

/** The key of chosen sample types. All captures of `go test` share one key per kind. */
function typeKey(capture: Capture, { label }: LoadedProfile): string {
  return `${capture.target ? 'go test' : identityOf(capture)} ${label}`;
}

export function isBenchmark({ target }: Pick<Capture, 'target'>): boolean {
  return target?.name.startsWith('Benchmark') === true;
}

/** undefined: the profile is not compared. */
export function comparedOf(baseline: Baseline, capture: Capture, shown: LoadedProfile): Compared | undefined {
  const compared = comparisonOf(baseline, capture, shown);
  return typeof compared === 'string' ? undefined : compared;
}

/** A profile's comparison with a baseline, or why there is none. */
export function comparisonOf(baseline: Baseline, capture: Capture, shown: LoadedProfile): Compared | NotCompared {
  const { label, summary } = shown;
  if (baseline.capture.id === capture.id) return 'itself';
  if (!areRelated(baseline, capture)) return 'unrelated';
  const ofKind = baseline.capture.profiles.filter((each) => {
    return areOfOneKind({ label: each.label, ...each.summary }, { label, ...summary });
  });
  const profile = ofKind.find((each) => each.label === label) ?? ofKind[0];
  if (!profile || baseline.except?.has(shown)) return 'otherKind';
  const moved = movedFiles(baseline.paths, baseline.capture.sources, capture.sources);
  if (baseline.totals || !isBenchmark(capture) || !isBenchmark(baseline.capture)) return { ...baseline, profile, moved };
  const now = operationsOf(shown.iterations, loopOf(capture));
  const before = operationsOf(profile.iterations, loopOf(baseline.capture));
  if (now === undefined || before === undefined) return 'operations';
  return { ...baseline, profile, moved, operations: { now, before } };
}

function areRelated({ capture: before, chosenFor }: Baseline, capture: Capture): boolean {
  return chosenFor === identityOf(capture) || (subjectOf(capture) !== undefined && subjectOf(capture) === subjectOf(before));
}

/** Whether a refinement derives another profile. Granularity alone does not: it only changes how frames are merged. */
export function isRefined(refinement: Refinement): boolean {
  const making = { ...refinement, granularity: undefined };
  return Object.values(making).some((value) => value !== undefined && value !== '' && value !== false);
}

/** Mutex and block profiles have the same sample types, but different meanings. */
function areDifferentWaits(one: string, other: string): boolean {
  return one !== other && [one, other].every((label) => label === 'mutex' || label === 'block');
}

/** What decides whether profiles can be compared. */
type Kind = Pick<LoadedProfile, 'label'> & Pick<ProfileSummary, 'sampleTypes'>;

/** Whether two profiles can be compared. */
export function areOfOneKind(a: Kind, b: Kind): boolean {
  const namesOf = ({ sampleTypes }: Kind) => JSON.stringify(sampleTypes.map(({ type, unit }) => [type, unit]));
  return namesOf(a) === namesOf(b) && !areDifferentWaits(a.label, b.label);
}
