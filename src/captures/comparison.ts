import type { ProfileSummary } from '../engine/queries';
import { type Conditions, underPresent } from './disk/conditions';
import { countedAllocations } from './countedAllocations';
import { type Capture, identityOf, isBenchmark, type LoadedProfile, operationsOfProfile, secondsOf, subjectOf } from './loadedCapture';
import type { TurnsChanges } from '../profile/answers/changes';
import type { CountedAllocations } from '../profile/refine/allocationCorrections';
import type { BaseOptions } from '../profile/refine/subtractBase';
import { type ProfiledOperations, speedDrift } from './speedDrift';
import { isWaitKind } from '../profile/waitKinds';
import type { MovedFile } from '../profile/refine/moveLines';

/** The capture that profiles are compared with, and the options of the comparison. */
export interface Baseline {
  readonly capture: Capture;
  /** Finds where lines of the capture's files are now. Takes the sources' texts then and now, by absolute path. */
  readonly movedFiles: (before: Capture['sources'], now: Capture['sources']) => readonly MovedFile[];
  readonly mode: BaseOptions['mode'];
  readonly normalize: boolean;
  /** Compares totals even if costs per operation are known, or the two may have done different amounts of work. */
  readonly totals: boolean;
  /** Compares costs per second, if it is known of both how much time they are of. */
  readonly perSecond?: boolean;
  /**
   * The identity (see identityOf) of captures that are compared with this baseline although they have another subject.
   * Captures of the baseline's own subject are always compared.
   */
  readonly comparedSubject?: string;
  /** The id of the only capture to compare; set for a verdict. */
  readonly comparedCapture?: string;
  /** Set if the baseline is another time of the run that is compared, so that it is not restored after a reload. */
  readonly isOfSameRun?: true;
  /** Profiles that cannot be compared with this baseline, and are shown without a comparison. */
  readonly incomparable?: ReadonlySet<LoadedProfile>;
}

/** A baseline, with its profile of the same kind as the profile that is compared. */
export interface Compared extends Baseline {
  readonly profile: LoadedProfile;
  /** Whether this profile was taken in turns with the one that is compared. */
  readonly inTurns?: boolean;
  /** The conditions under which this profile was taken. */
  readonly conditions?: Conditions;
  /** Where the lines of the baseline's sources are in the sources of the compared capture. */
  readonly moved: readonly MovedFile[];
  /** The operations, requests or seconds in the two profiles; set if costs are divided by them. */
  readonly operations?: { readonly now: number; readonly before: number };
  /** Set if `operations` are seconds. */
  readonly areSeconds?: true;
  /** With `operations`: see countedAllocations. */
  readonly allocations?: { readonly now?: CountedAllocations; readonly before?: CountedAllocations };
  /** What running the two programs in turns showed; set only if costs per operation are compared. */
  readonly turns?: TurnsChanges;
  /**
   * Set if the two may have done different amounts of work, as a service that answered more requests: `shown` if shares
   * of the totals are compared, `offered` if the user chose totals.
   */
  readonly shares?: 'shown' | 'offered';
}

/**
 * Why a profile is not compared with the baseline: it measures something else, its capture is the baseline itself, the
 * baseline has no profile of its kind, the engine cannot compare the two, or the number of operations in one of the two
 * is unknown.
 */
export type NotCompared = 'unrelated' | 'itself' | 'otherKind' | 'refused' | 'operations';

/** A profile's comparison with a baseline; undefined if it is not compared. */
export function comparedOf(baseline: Baseline, capture: Capture, shown: LoadedProfile): Compared | undefined {
  const compared = comparisonOf(baseline, capture, shown);
  return typeof compared === 'string' ? undefined : compared;
}

/** A profile's comparison with a baseline, or why there is none. */
export function comparisonOf(baseline: Baseline, capture: Capture, shown: LoadedProfile): Compared | NotCompared {
  const { label, summary } = shown;
  if (baseline.capture.id === capture.id) return 'itself';
  if (!areRelated(baseline, capture)) return 'unrelated';
  const ofKind = (profiles: readonly LoadedProfile[]) => profiles.filter((each) => {
    return areOfOneKind({ label: each.label, ...each.summary }, { label, ...summary });
  });
  const inTurns = capture.turns?.base.id === baseline.capture.id ? ofKind(capture.earlierProfiles ?? []) : [];
  const candidates = inTurns.length > 0 ? inTurns : ofKind(baseline.capture.profiles);
  const profile = candidates.find((each) => each.label === label) ?? candidates[0];
  if (!profile) return 'otherKind';
  if (baseline.incomparable?.has(shown)) return 'refused';
  const moved = baseline.movedFiles(baseline.capture.sources, capture.sources);
  const { conditions: earlier } = baseline.capture;
  const conditions = inTurns.length > 0 ? earlier && underPresent(earlier, capture.conditions) : earlier;
  const { base, sides } = capture.turns ?? {};
  // Code that was built for the measurement has profiles of it in its own capture.
  const wasBuilt = (sides && sides.kind !== 'stages') || base?.revision !== undefined;
  const isOwn = base?.id === baseline.capture.id && wasBuilt;
  const areInTurns = inTurns.length > 0 || isOwn;
  const compared = { ...baseline, profile, moved, inTurns: areInTurns, ...(conditions && { conditions }) };
  const areBenchmarks = isBenchmark(capture) && isBenchmark(baseline.capture);
  if (!areBenchmarks) {
    const work = secondsOfBoth(baseline, capture) ?? requestsOf(baseline, shown, profile);
    return { ...compared, ...work ?? sharesOf(baseline, capture) };
  }
  if (baseline.totals) return compared;
  const now = operationsOfProfile(capture, shown);
  const before = operationsOfProfile(baseline.capture, profile);
  if (now === undefined || before === undefined) return 'operations';
  const profiles = [{ summary, operations: now }, { summary: profile.summary, operations: before }] as const;
  const turns = turnsOf(capture, baseline.capture, ...profiles);
  const countedNow = countedAllocations(capture, shown);
  const resultsBefore = inTurns.length > 0 ? capture.turns?.before : undefined;
  const countedBefore = countedAllocations(baseline.capture, profile, resultsBefore);
  const allocations = { ...(countedNow && { now: countedNow }), ...(countedBefore && { before: countedBefore }) };
  return { ...compared, operations: { now, before }, allocations, ...(turns && { turns }) };
}

/** The seconds that two answers of stores are of; undefined if they are not known, or not compared. */
function secondsOfBoth(
  { capture, perSecond = false }: Baseline,
  shown: Capture,
): Pick<Compared, 'operations' | 'areSeconds'> | undefined {
  const [now, before] = [secondsOf(shown), secondsOf(capture)];
  if (!perSecond || now === undefined || before === undefined) return undefined;
  return { operations: { now, before }, areSeconds: true };
}

/** The requests in two profiles of services under load; undefined if they are not known, or totals are compared. */
function requestsOf(
  { totals }: Baseline,
  { requests: now }: LoadedProfile,
  { requests: before }: LoadedProfile,
): Pick<Compared, 'operations'> | undefined {
  return now && before && !totals ? { operations: { now: now.count, before: before.count } } : undefined;
}

/** A test does the same work in each run; a service or an unknown program may not. */
function sharesOf({ capture: before, totals, isOfSameRun }: Baseline, capture: Capture): Pick<Compared, 'shares'> {
  // What one process holds at two moments is compared as it is.
  if ((capture.target && before.target) || (isOfSameRun && totals)) return {};
  return { shares: totals ? 'offered' : 'shown' };
}

/**
 * Where the profiles contradict the runs in turns, their difference counts as one from run to run, so that no line is
 * firm against the verdict.
 */
function turnsOf(
  { turns, target }: Capture,
  before: Capture,
  ...profiles: readonly [now: ProfiledOperations, before: ProfiledOperations]
): TurnsChanges | undefined {
  if (!turns?.changes || !target || turns.base.id !== before.id) return undefined;
  const { changes, timeVaries } = turns;
  const known = { function: target.name, changes, ...(timeVaries !== undefined && { timeVaries }) };
  // Another environment, as one with more garbage collection, may take more CPU time and no longer.
  if (turns.sides && turns.sides.kind !== 'stages') return known;
  const drift = speedDrift(known, ...profiles);
  if (timeVaries === undefined || drift === undefined) return known;
  return { ...known, drift, timeVaries: Math.max(timeVaries, Math.abs(Math.log(drift))) };
}

/** What the baseline is kept for: a benchmark, an endpoint, a file, or the only capture that it is compared with. */
export function baselineKey({ capture, comparedSubject, comparedCapture }: Baseline): string {
  return comparedCapture === undefined ? (comparedSubject ?? identityOf(capture)) : 'only';
}

/** Whether the capture is to be compared with the baseline. */
export function areRelated({ capture: before, comparedSubject, comparedCapture }: Baseline, capture: Capture): boolean {
  if (comparedCapture !== undefined) return comparedCapture === capture.id;
  const subject = subjectOf(capture);
  return comparedSubject === identityOf(capture) || (subject !== undefined && subject === subjectOf(before));
}

function areDifferentWaits(a: string, b: string): boolean {
  return a !== b && isWaitKind(a) && isWaitKind(b);
}

/** The properties that decide whether profiles can be compared. */
type Kind = Pick<LoadedProfile, 'label'> & Pick<ProfileSummary, 'sampleTypes'>;

/**
 * Whether two profiles have the same sample types in the same order, and are not of two kinds of waits, such as mutex
 * and block.
 */
export function areOfOneKind(a: Kind, b: Kind): boolean {
  const namesOf = ({ sampleTypes }: Kind) => JSON.stringify(sampleTypes.map(({ type, unit }) => [type, unit]));
  return namesOf(a) === namesOf(b) && !areDifferentWaits(a.label, b.label);
}

/** How a profile is compared with a baseline. */
export type ComparisonOptions = Pick<Baseline, 'mode' | 'normalize' | 'totals' | 'perSecond'>;

/** The defaults: percentages of the baseline, and costs per operation or shares of the totals. */
export const DEFAULT_OPTIONS: ComparisonOptions = { mode: 'diff_base', normalize: false, totals: false };
