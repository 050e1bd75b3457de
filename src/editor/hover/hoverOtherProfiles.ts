import { countedAllocations } from '../../captures/countedAllocations';
import { type Compared, comparisonOf, type NotCompared } from '../../captures/comparison';
import type { Derivation, ProfileId } from '../../engine/queries';
import { sampleTypeName, typeText, wholeLabel } from '../../profile/text/sampleTypeNames';
import type { LineDetail } from '../../profile/answers/lines';
import { type LoadedProfile, operationsOfProfile, secondsOf } from '../../captures/loadedCapture';
import {
  type Active, areShares, baselineDerivation, type Deriver, dividedBy, isDerivedPerOperation, isRefined,
  shownWork,
} from '../../captures/session';
import { evenPart, isFirm, variesOf } from '../../profile/noise/firmChange';
import { changeRows, escapeMarkdown, figureCell, type FigureChange, GAP, namedCells } from './markdown';
import { isCounting } from './hoverNoise';
import { changeText } from '../../profile/text/screen/change';
import { cellText, figureText } from '../../profile/text/screen/figure';
import { shareText } from '../../profile/text/screen/share';
import { isOverInterval } from '../../profile/text/intervalText';
import { isShare, PER_SECOND } from '../../profile/text/relativeUnits';

const COLUMNS = ['flat', 'cum'] as const;
/** Types of sampled memory, which vary less from run to run than time. */
const MEMORY = /^(?:alloc|inuse)_/;

/** A profile of a capture, and the ids for queries: of itself or of a profile derived from it, and of its baseline. */
export interface OtherProfile {
  readonly profile: LoadedProfile;
  readonly id: ProfileId;
  /** Unset without a comparison, and if the baseline has no such profile. */
  readonly before?: ProfileId;
  /** The operations in the two profiles, if costs per operation are compared. */
  readonly operations?: Compared['operations'];
  /** By sample type: what scales its costs to the baseline's total; set if the comparison is normalized. */
  readonly ratios?: readonly number[];
  /** Why it is not compared, although the active profile is. */
  readonly whyNot?: NotCompared;
}

/** A line's costs in a profile that is not the active one. */
export interface OtherCosts {
  readonly profile: LoadedProfile;
  readonly detail: LineDetail;
  /** The costs in the baseline; unset if they are not compared. */
  readonly before?: LineDetail;
  readonly operations?: Compared['operations'];
  /** See OtherProfile, as is `whyNot`. */
  readonly ratios?: readonly number[];
  readonly whyNot?: NotCompared;
}

/**
 * The other profiles of the active capture that have samples, refined and compared like the active profile, and per
 * operation if the active profile is.
 */
export class HoverOtherProfiles {
  private active: Active | undefined;
  private others: readonly OtherProfile[] = [];
  private derived: ProfileId[] = [];

  constructor(private readonly deriver: Deriver) {}

  of(active: Active): readonly OtherProfile[] {
    if (this.active === active) return this.others;
    for (const id of this.derived.splice(0)) this.deriver.unload(id);
    this.active = active;
    const { capture, profile: shown } = active;
    const labels = new Set([wholeLabel(shown.label)]);
    // A profile of a part of the time has the same rows as that of the whole.
    const others = capture.profiles.filter(({ label, summary }) => {
      return summary.sampleCount > 0 && !labels.has(wholeLabel(label)) && labels.add(wholeLabel(label));
    });
    this.others = others.map((profile) => {
      return { profile, id: this.now(active, profile), ...this.before(active, profile) };
    });
    return this.others;
  }

  private now(active: Active, profile: LoadedProfile): ProfileId {
    const { capture, refinement } = active;
    const per = shownWork({ ...active, profile });
    const count = per === PER_SECOND ? secondsOf(capture) : operationsOfProfile(capture, profile);
    const operations = isDerivedPerOperation(active) ? count : undefined;
    const isDivided = operations !== undefined;
    const divided = isDivided ? dividedBy(operations, per, countedAllocations(capture, profile)) : {};
    const shares = areShares(active) ? { shares: true } : {};
    return this.derive({ profile: profile.summary.id, refinement, ...divided, ...shares });
  }

  /** The baseline of another profile, or why there is none. */
  private before(active: Active, profile: LoadedProfile): Omit<OtherProfile, 'profile' | 'id'> {
    const { baseline, capture, refinement } = active;
    if (!baseline) return {};
    const compared = comparisonOf(baseline, capture, profile);
    if (typeof compared === 'string') return { whyNot: compared };
    const { operations } = compared;
    if ((operations !== undefined) !== isDerivedPerOperation(active)) return { whyNot: 'operations' };
    const ratios = baseline.normalize && !areShares(active) ? ratiosTo(compared, profile) : undefined;
    const before = this.derive(baselineDerivation(compared, refinement));
    return { before, ...(operations && { operations }), ...(ratios && { ratios }) };
  }

  /** The id of the profile itself if there is nothing to derive. */
  private derive(derivation: Derivation): ProfileId {
    const { profile, moved = [], operations, shares, refinement = {} } = derivation;
    if (moved.length === 0 && !operations && !shares && !isRefined(refinement)) return profile;
    const id = this.deriver.derive(derivation);
    this.derived.push(id);
    return id;
  }
}

/** By sample type: the factor that scales a profile's total, or its total per operation, to the baseline's. */
function ratiosTo({ profile: before, operations = { now: 1, before: 1 } }: Compared, now: LoadedProfile): number[] {
  const [sums, sumsBefore] = [now, before].map(({ summary: { totals, sums: changes = totals } }) => changes);
  return sums.map((sum, i) => (sum === 0 ? 0 : (sumsBefore[i] / operations.before) / (sum / operations.now)));
}

/** What a row of the hover shows of another profile: its costs under a sample type, and those in the baseline. */
interface OtherRow {
  readonly profile: LoadedProfile;
  readonly name: string;
  readonly now: Values;
  readonly before: Values | undefined;
  readonly operations: Compared['operations'];
  /** By which its costs now were scaled. */
  readonly ratio: number;
}

type Values = LineDetail['values'][number];

/** Of other profiles that fit their runs, without sample counts and types without costs. */
function shownRows(others: readonly OtherCosts[]): OtherRow[] {
  const fitting = others.filter(({ profile: { misfit } }) => !misfit);
  return fitting.flatMap(({ profile, detail, before, operations, ratios }) => {
    const types = detail.values.map(({ sampleType }) => sampleType);
    return detail.values.flatMap((measured, i) => {
      const ratio = ratios?.[i] ?? 1;
      const now = { ...measured, flat: measured.flat * ratio, cum: measured.cum * ratio };
      const old = before?.values[i];
      if ([now.flat, now.cum, old?.flat, old?.cum].every((value) => !value) || isCounting(now)) return [];
      const name = escapeMarkdown(sampleTypeName(profile.label, typeText(types, i)));
      return [{ profile, name, now, before: old, operations, ratio }];
    });
  });
}

/** Rows of the hover's table: the line's costs in the other profiles. */
export function otherProfileRows(active: Active, others: readonly OtherCosts[]): string[] {
  return shownRows(others).flatMap((shown) => {
    const { profile, name, now, before } = shown;
    const { sampleType: { unit }, flat, cum, weight } = now;
    const largest = Math.max(Math.abs(flat), Math.abs(cum));
    if (before) {
      const [ofFlat, ofCum] = COLUMNS.map((column) => figureChange(active, column, { ...shown, before }));
      return changeRows(name, unit, ofFlat, ofCum, { weight: weightOf(now, before) });
    }
    const figure = (value: number) => figureCell(cellText(value, unit, { largest, weight }));
    const row = (what: string, value: number) => `| ${name} ${what} | ${figure(value)} |  |  |  |`;
    if (active.baseline) return [...(flat === 0 ? [] : [row('flat', flat)]), row('cum', cum)];
    return [`| ${name} | ${costCells(now, unit, isOverInterval(profile.summary))} |`];
  });
}

/** Of the profile with the larger samples. */
function weightOf(now: Values, before: Values): number | undefined {
  return now.weight === undefined || before.weight === undefined ? undefined : Math.max(now.weight, before.weight);
}

/** What `~` means in the rows of the other profiles, as Markdown; empty if no row has it. */
export function otherNoise(active: Active, others: readonly OtherCosts[]): string {
  const isMarked = shownRows(others).some(({ before, ...row }) => {
    return before && COLUMNS.some((column) => figureChange(active, column, { ...row, before }).isNoise);
  });
  return isMarked ? '_&#126;: no more than chance explains_\n\n' : '';
}

/**
 * A figure of a line in two profiles. Without judgements on these profiles, its samples decide whether it is noise.
 * With `operations`, the figures are per operation: one sample then stands for less in the run with more of them.
 */
function figureChange(
  { baseline }: Active,
  column: 'flat' | 'cum',
  { now, before, operations = { now: 1, before: 1 }, ratio }: Omit<OtherRow, 'before'> & { readonly before: Values },
): FigureChange {
  const change = { now: now[column], before: before[column], change: now[column] - before[column] };
  const isSampled = [now, before].every(({ noise }) => noise?.basis === 'samples');
  if (change.change === 0 || !isSampled) return change;
  const { type, unit } = now.sampleType;
  const parts = [now, before].map((each) => evenPart(each[column], each.noise?.[column].count ?? 0));
  const varies = variesOf(MEMORY.test(type) ? 'sampled' : undefined, baseline?.turns?.timeVaries, unit);
  // CPU profiles may have different numbers of samples a second.
  const ofSamples = type === 'cpu' && now.weight && before.weight ? now.weight / before.weight : undefined;
  const unitRatio = ratio * (ofSamples ?? operations.before / operations.now);
  const rule = { operations, unitRatio, varies, areShares: isShare(unit) };
  return { ...change, isNoise: !isFirm({ now: parts[0], before: parts[1] }, rule) };
}

const WHY_NOT: Partial<Record<NotCompared, string>> = {
  otherKind: 'the baseline has none',
  operations: 'its operations are not known',
};

/** Why other profiles in which the line has costs have no rows, or no costs before: each sentence once, as Markdown. */
export function otherMisfits(others: readonly OtherCosts[]): string {
  const texts = new Set(others.flatMap(({ profile: { misfit, label }, whyNot }) => {
    if (misfit) return [misfit.text];
    if (whyNot === undefined) return [];
    const reason = WHY_NOT[whyNot];
    return [`The ${label} profile is not compared${reason === undefined ? '' : `: ${reason}`}.`];
  }));
  return [...texts].map((text) => `_${escapeMarkdown(text)}_\n\n`).join('');
}

/**
 * The cells of flat and cum, each with its name, figure and share of the total: VS Code's accessible view reads a row
 * without the head of its table.
 * @param isChange whether the figures are differences between two moments, which have signs
 * @param largest of the other figures of this type, as in Reading
 */
export function costCells(
  { flat, cum, total, weight }: Pick<LineDetail['values'][number], 'flat' | 'cum' | 'total' | 'weight'>,
  unit: string,
  isChange = false,
  largest = 0,
): string {
  const most = Math.max(largest, Math.abs(flat), Math.abs(cum));
  const textOf = isChange ? changeText : figureText;
  const figure = (value: number) => figureCell(textOf(value, unit, { largest: most, weight }));
  const share = (value: number) => (value === 0 ? '' : `${GAP}${percent(value, total, { isChange, weight })}`);
  return namedCells([figure(flat), share(flat)], [figure(cum), share(cum)]);
}

/** A share of the total for a cell; empty for zero. */
export function percent(
  value: number,
  total: number,
  { isChange = false, weight }: { readonly isChange?: boolean; readonly weight?: number | undefined },
): string {
  return value === 0 ? '' : figureCell(shareText(value, total, isChange, weight));
}
