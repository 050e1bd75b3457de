import {
  areRelated, type Baseline, baselineKey, type Compared, comparedOf, comparisonOf, type NotCompared,
} from './comparison';
import { countedAllocations } from './countedAllocations';
import type { Derivation, ProfileId } from '../engine/queries';
import {
  type Capture, identityOf, type LoadedProfile, operationsOfProfile, perWorkOf, secondsOf, subjectOf, type Viewed,
} from './loadedCapture';
import type { Refinement } from '../profile/answers/refinement';
import type { CountedAllocations } from '../profile/refine/allocationCorrections';
import { unitOfShare, unitPerOperation } from '../profile/sampleType';
import { typeCalled, typeText } from '../profile/text/sampleTypeNames';
import { isPerOperation, isShare, PER_OPERATION, PER_SECOND, type PerWork } from '../profile/text/relativeUnits';
import { openingType } from '../profile/text/intervalText';
import { Listeners } from '../profile/common/listeners';

/**
 * How costs are shown: as totals, as percentages, per operation of the benchmark or request of the service, or per
 * second of what a store of profiles covers.
 */
export type FigureForm = 'total' | 'percent' | 'perOperation' | 'perSecond';

/** The active profile, with its comparison and refinement. */
export interface Active extends Viewed {
  /** The id for queries: of the profile itself, or of the profile derived from it. */
  readonly queryId: ProfileId;
  /** Empty if the user has not refined anything. */
  readonly refinement: Refinement;
  /** Unset if there is no baseline, or if it does not apply: see whyNotCompared. */
  readonly baseline?: Compared;
  /** The operations, requests or seconds that costs are divided by. Unset if costs are totals, and in a comparison. */
  readonly operations?: number;
  /** The form that the user chose; if unset, totals. See formOf for the form that is shown. */
  readonly form?: FigureForm;
}

export interface Disposable {
  dispose(): void;
}

/** The part of the engine that the session uses. */
export interface Deriver {
  derive(of: Derivation): ProfileId;
  /** Unloads a derived profile. */
  unload(derived: ProfileId): void;
}

/**
 * The state that all views share: the active profile, its sample type, the refinement and the baselines. One event
 * reports every change. Refinement and baselines stay when another profile becomes active.
 */
export class Session {
  private current: Active | undefined;
  private chosenRefinement: Refinement = {};
  private chosenForm: FigureForm = 'total';
  /** By baselineKey, the one set last at the end. */
  private readonly kept = new Map<string, Baseline>();
  private notCompared: NotCompared | undefined;
  /** The label of the profile that the user chose last, by targetKey. */
  private readonly chosenKinds = new Map<string, string>();
  /** The name of the sample type that the user chose last, by typeKey. */
  private readonly chosenTypes = new Map<string, string>();
  private readonly listeners = new Listeners();

  constructor(private readonly deriver: Deriver) {}

  get active(): Active | undefined {
    return this.current;
  }

  /** Empty if the user has not refined anything. */
  get refinement(): Refinement {
    return this.chosenRefinement;
  }

  /** The form that the user chose; see formOf for the form that is shown. */
  get figureForm(): FigureForm {
    return this.chosenForm;
  }

  /** All baselines: at most one for each benchmark, endpoint or file. */
  get baselines(): readonly Baseline[] {
    return [...this.kept.values()];
  }

  /** The baseline of the active capture; if it has none, the one that was set last, unless that is for one capture. */
  get baseline(): Baseline | undefined {
    return this.baselineFor(this.current?.capture);
  }

  /** Why the active profile is not compared; undefined if it is compared, or there is no baseline. */
  get whyNotCompared(): NotCompared | undefined {
    return this.baseline && this.notCompared;
  }

  /** The baseline that a capture is compared with. */
  baselineOf(capture: Capture): Baseline | undefined {
    return this.baselines.filter((baseline) => areRelated(baseline, capture)).at(-1);
  }

  /**
   * Makes a profile of a capture active; if none is given, one of the kind that the user chose last for the target.
   * The sample type is the one that the user chose last for this kind of profile: see typeKey. Without a choice, the
   * defaults apply.
   */
  activate(capture: Capture, profile: LoadedProfile | undefined = this.preferredProfile(capture)): void {
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
    this.chosenRefinement = refinement;
    this.viewAgain();
  }

  /** Shows costs in a form, or as totals where the form does not apply. */
  showFiguresAs(form: FigureForm): void {
    if (form === this.chosenForm) return;
    this.chosenForm = form;
    const { current } = this;
    const isAlike = form === current?.form || current?.operations === undefined;
    if (current && isAlike && this.operationsFor(current) === current.operations) {
      this.set({ ...current, form });
    } else this.viewAgain();
  }

  /** Sets the baseline of what it measured; undefined removes the baseline in view. */
  compareWith(baseline: Baseline | undefined): void {
    const key = baseline ?? this.baseline;
    if (key) this.kept.delete(baselineKey(key));
    if (baseline) this.kept.set(baselineKey(baseline), baseline);
    this.viewAgain();
  }

  /** Replaces a capture where it is a baseline; undefined removes it. */
  replaceBaseline(before: Pick<Capture, 'id'>, capture: Capture | undefined): void {
    const changed = [...this.kept].filter(([, baseline]) => baseline.capture.id === before.id);
    for (const [key, baseline] of changed) {
      if (capture) this.kept.set(key, { ...baseline, capture });
      else this.kept.delete(key);
    }
    if (changed.length > 0) this.viewAgain();
  }

  /** Call after texts were added to a capture's sources, which may change how its lines are compared. */
  sourcesGrew(capture: Capture): void {
    const { current, baseline: comparedWith } = this;
    if (!current?.baseline || !comparedWith) return;
    if (capture !== current.capture && capture !== comparedWith.capture) return;
    const moved = comparedOf(comparedWith, current.capture, current.profile)?.moved;
    if (JSON.stringify(moved) !== JSON.stringify(current.baseline.moved)) this.view(current);
  }

  clear(): void {
    this.notCompared = undefined;
    if (this.current) this.set(undefined);
  }

  onDidChange(listener: () => void): Disposable {
    return this.listeners.add(listener);
  }

  private preferredProfile(capture: Capture): LoadedProfile | undefined {
    const chosen = this.chosenKinds.get(targetKey(capture));
    const withSamples = capture.profiles.filter(({ summary }) => summary.sampleCount > 0);
    const ofKind = withSamples.find(({ label }) => label === chosen);
    return ofKind ?? withSamples.find(({ lacksOwnCode }) => !lacksOwnCode) ?? withSamples[0] ?? capture.profiles[0];
  }

  private sampleTypeFor(capture: Capture, profile: LoadedProfile): number {
    const { sampleTypes } = profile.summary;
    const chosen = this.chosenTypes.get(typeKey(capture, profile));
    const same = typeCalled(sampleTypes, chosen);
    return same >= 0 ? same : openingType(profile.summary);
  }

  private baselineFor(capture: Capture | undefined): Baseline | undefined {
    const own = capture && this.baselineOf(capture);
    return own ?? this.baselines.filter(({ comparedCapture }) => comparedCapture === undefined).at(-1);
  }

  private viewAgain(): void {
    if (this.current) this.view(this.current);
    else this.notify();
  }

  private view({ capture, profile, sampleType }: Viewed): void {
    const own = this.baselineFor(capture);
    const compared = own && comparisonOf(own, capture, profile);
    this.notCompared = typeof compared === 'string' ? compared : undefined;
    const baseline = typeof compared === 'string' ? undefined : compared;
    const chosen = { capture, profile, sampleType, refinement: this.chosenRefinement, baseline };
    const viewed = { ...chosen, operations: this.operationsFor(chosen), form: this.chosenForm };
    this.set({ ...viewed, queryId: this.shownOf(viewed) });
  }

  private operationsFor(viewed: Omit<Active, 'queryId'>): number | undefined {
    return viewed.baseline ? undefined : operationsToShow({ ...viewed, form: this.chosenForm });
  }

  private shownOf(viewed: Omit<Active, 'queryId'>): ProfileId {
    const isUnchanged = !viewed.baseline && !viewed.operations && !isRefined(viewed.refinement);
    return isUnchanged ? viewed.profile.summary.id : this.deriver.derive(derivationOf(viewed));
  }

  private set(active: Active | undefined): void {
    const before = this.current;
    this.current = active;
    this.notify();
    if (before && before.queryId !== before.profile.summary.id && before.queryId !== active?.queryId) {
      this.deriver.unload(before.queryId);
    }
  }

  private notify(): void {
    this.listeners.call();
  }
}

/** A profile without refinement and comparison. */
export function asCaptured({ capture, profile, sampleType }: Viewed): Active {
  return { capture, profile, sampleType, queryId: profile.summary.id, refinement: {} };
}

/** How the engine derives the shown profile. */
export function derivationOf(
  { capture, profile, refinement, baseline, operations: count, form }: Omit<Active, 'queryId'>,
): Derivation {
  const { id } = profile.summary;
  if (!baseline) {
    if (count === undefined || areMeansOrQuotients(refinement)) return { profile: id, refinement };
    const per = shownWork({ profile, form });
    return { profile: id, refinement, ...dividedBy(count, per, countedAllocations(capture, profile)) };
  }
  const { profile: before, moved, mode, normalize, operations, allocations, turns } = baseline;
  const subject = subjectOf(capture);
  // A profile may have few samples: after a change, a benchmark may allocate nothing.
  const isSameSubject = subject !== undefined && subject === subjectOf(baseline.capture);
  const base = { profile: before.summary.id, moved, mode, normalize, ...(isSameSubject && { isSameSubject }) };
  if (areShares({ refinement, baseline })) return { profile: id, shares: true, refinement, base };
  if (!operations || areMeansOrQuotients(refinement)) return { profile: id, refinement, base };
  const per = shownWork({ profile, baseline });
  const dividedBase = dividedBy(operations.before, per, allocations?.before);
  const baseOfBenchmark = { ...base, ...dividedBase, ...(turns && { turns }) };
  return { profile: id, ...dividedBy(operations.now, per, allocations?.now), refinement, base: baseOfBenchmark };
}

/** How the engine derives the baseline alone, with its lines moved to where they are now. */
export function baselineDerivation(
  baseline: Compared,
  refinement: Refinement,
): Derivation {
  const { profile, moved, operations, allocations } = baseline;
  const before = { profile: profile.summary.id, moved, refinement };
  if (areShares({ refinement, baseline })) return { ...before, shares: true };
  if (!operations || areMeansOrQuotients(refinement)) return before;
  return { ...before, ...dividedBy(operations.before, shownWork({ profile, baseline }), allocations?.before) };
}

/** @param allocations see countedAllocations */
export function dividedBy(
  operations: number,
  per: PerWork,
  allocations: CountedAllocations | undefined,
): Pick<Derivation, 'operations' | 'per' | 'allocations'> {
  return { operations, ...(per !== PER_OPERATION && { per }), ...(allocations && { allocations }) };
}

/** What the shown costs are divided by, if they are, as the suffix of their units. */
export function shownWork({ profile, baseline, form }: Pick<Active, 'profile' | 'baseline' | 'form'>): PerWork {
  const areSeconds = baseline ? baseline.areSeconds : form === 'perSecond';
  return areSeconds ? PER_SECOND : perWorkOf(profile);
}

/** Whether shares of the totals are compared. */
export function areShares({ refinement, baseline }: Pick<Active, 'refinement' | 'baseline'>): boolean {
  return baseline?.shares === 'shown' && !areMeansOrQuotients(refinement);
}

/** Whether the shown profile is derived per operation. Some of its sample types are not costs: see shownUnit. */
export function isDerivedPerOperation({ refinement, baseline, operations }: Omit<Active, 'queryId'>): boolean {
  return (baseline ? baseline.operations : operations) !== undefined && !areMeansOrQuotients(refinement);
}

/** The unit of the shown figures; ends in `/op`, `/req` or `/s` if they are divided; `%` if they are shares. */
export function shownUnit(active: Omit<Active, 'queryId'>): string {
  const valueType = active.profile.summary.sampleTypes[active.sampleType];
  if (areShares(active)) return unitOfShare(valueType);
  return isDerivedPerOperation(active) ? unitPerOperation(valueType, shownWork(active)) : valueType.unit;
}

/** The form in which costs are shown. */
export function formOf(active: Omit<Active, 'queryId'>): FigureForm {
  if (active.baseline?.shares !== undefined) return isShare(shownUnit(active)) ? 'percent' : 'total';
  // Those per second are an option of the comparison, which is chosen after the form.
  if (active.form === 'percent' && !active.baseline?.areSeconds) return 'percent';
  if (!isDerivedPerOperation(active) || !isPerOperation(shownUnit(active))) return 'total';
  return shownWork(active) === PER_SECOND ? 'perSecond' : 'perOperation';
}

function operationsToShow({ capture, profile, refinement, form }: Omit<Active, 'queryId'>): number | undefined {
  if (areMeansOrQuotients(refinement)) return undefined;
  if (form === 'perSecond') return secondsOf(capture);
  return form === 'perOperation' ? operationsOfProfile(capture, profile) : undefined;
}

/** Whether the user chose means or divided values, which are not costs per operation. */
export function areMeansOrQuotients({ mean, divide_by }: Refinement): boolean {
  return mean === true || divide_by !== undefined;
}

/** The key of chosenKinds: a benchmark with all its cases, an endpoint, or a file. */
function targetKey(capture: Capture): string {
  return capture.target ? `${capture.target.file}#${capture.target.name}` : identityOf(capture);
}

/** The key of chosenTypes. All captures of `go test` share one key per kind. */
function typeKey(capture: Capture, { label }: LoadedProfile): string {
  return `${capture.target ? 'go test' : identityOf(capture)} ${label}`;
}

/** Whether a refinement derives another profile. Granularity alone does not: it only changes how frames are merged. */
export function isRefined(refinement: Refinement): boolean {
  const deriving = { ...refinement, granularity: undefined };
  return Object.values(deriving).some((value) => value !== undefined && value !== '' && value !== false);
}
