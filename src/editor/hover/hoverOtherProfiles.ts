import { type Compared, comparedOf } from '../../captures/comparison';
import type { Derivation, ProfileId } from '../../engine/queries';
import { sampleTypeName, typeText } from '../../profile/text/sampleTypeNames';
import { formatListValue } from '../../profile/text/measurement';
import type { LineDetail } from '../../profile/answers/lines';
import { type LoadedProfile, operationsOfProfile } from '../../captures/loadedCapture';
import { type Active, areShares, baselineDerivation, type Deriver, isDerivedPerOperation, isRefined } from '../../captures/session';
import { evenPart, isFirm, variesOf } from '../../profile/noise/firmChange';
import { changeRows, type FigureChange } from './changeRows';
import { isCounting } from './hoverNoise';
import { escapeMarkdown, figureCell, GAP } from './markdown';
import { deltaLabel, shareText } from '../../profile/text/delta';
import { isOverInterval } from '../../profile/text/intervalText';
import { percentage } from '../../profile/text/percentage';
import { isShare } from '../../profile/text/shareUnit';

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
}

/** A line's costs in a profile that is not the active one. */
export interface OtherCosts {
  readonly profile: LoadedProfile;
  readonly detail: LineDetail;
  /** The costs in the baseline; unset if they are not compared. */
  readonly before?: LineDetail;
  readonly operations?: Compared['operations'];
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
    const sampled = capture.profiles.filter((each) => each !== shown && each.summary.sampleCount > 0);
    this.others = sampled.map((profile) => {
      return { profile, id: this.now(active, profile), ...this.before(active, profile) };
    });
    return this.others;
  }

  private now(active: Active, profile: LoadedProfile): ProfileId {
    const { capture, refinement } = active;
    const operations = isDerivedPerOperation(active) ? operationsOfProfile(capture, profile) : undefined;
    const shares = areShares(active) ? { shares: true } : {};
    return this.derive({ profile: profile.summary.id, refinement, ...(operations && { operations }), ...shares });
  }

  /** The baseline of another profile. A normalized comparison has none, because each profile has its own factor. */
  private before(active: Active, profile: LoadedProfile): Pick<OtherProfile, 'before' | 'operations'> {
    const { baseline, capture, refinement } = active;
    if (!baseline || baseline.normalize) return {};
    const compared = comparedOf(baseline, capture, profile);
    if (!compared || (compared.operations !== undefined) !== isDerivedPerOperation(active)) return {};
    const { operations } = compared;
    return { before: this.derive(baselineDerivation(compared, refinement)), ...(operations && { operations }) };
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

/** What a row of the hover shows of another profile: its costs under a sample type, and those in the baseline. */
interface OtherRow {
  readonly profile: LoadedProfile;
  readonly name: string;
  readonly now: Values;
  readonly before: Values | undefined;
  readonly operations: Compared['operations'];
}

type Values = LineDetail['values'][number];

/** Of other profiles that fit their runs, without sample counts and types without costs. */
function shownRows(others: readonly OtherCosts[]): OtherRow[] {
  return others.filter(({ profile: { misfit } }) => !misfit).flatMap(({ profile, detail, before, operations }) => {
    const types = detail.values.map(({ sampleType }) => sampleType);
    return detail.values.flatMap((now, i) => {
      const old = before?.values[i];
      if ([now.flat, now.cum, old?.flat, old?.cum].every((value) => !value) || isCounting(now)) return [];
      const name = escapeMarkdown(sampleTypeName(profile.label, typeText(types, i)));
      return [{ profile, name, now, before: old, operations }];
    });
  });
}

/** Rows of the hover's table: the line's costs in the other profiles. */
export function otherProfileRows(active: Active, others: readonly OtherCosts[]): string[] {
  return shownRows(others).flatMap((shown) => {
    const { profile, name, now, before, operations } = shown;
    const { sampleType: { unit }, flat, cum } = now;
    if (before) {
      const [ofFlat, ofCum] = COLUMNS.map((column) => figureChange(active, column, now, before, operations));
      return changeRows(name, unit, ofFlat, ofCum);
    }
    const figure = (value: number) => figureCell(formatListValue(value, unit, Math.max(Math.abs(flat), Math.abs(cum))));
    const row = (what: string, value: number) => `| ${name} ${what} | ${figure(value)} |  |  |  |`;
    if (active.baseline) return [...(flat === 0 ? [] : [row('flat', flat)]), row('cum', cum)];
    return [`| ${name} | ${costCells(now, unit, isOverInterval(profile.summary))} |`];
  });
}

/** What `~` means in the rows of the other profiles, as Markdown; empty if no row has it. */
export function otherNoise(active: Active, others: readonly OtherCosts[]): string {
  const isMarked = shownRows(others).some(({ now, before, operations }) => {
    return before && COLUMNS.some((column) => figureChange(active, column, now, before, operations).isNoise);
  });
  return isMarked ? '_&#126;: no more than chance explains_\n\n' : '';
}

/**
 * A figure of a line in two profiles. Without verdicts on these profiles, its samples decide whether it is noise.
 * @param operations if the figures are per operation: one sample then stands for less in the run with more of them
 */
function figureChange(
  { baseline }: Active,
  column: 'flat' | 'cum',
  now: Values,
  before: Values,
  operations = { now: 1, before: 1 },
): FigureChange {
  const change = { now: now[column], before: before[column], change: now[column] - before[column] };
  const isSampled = [now, before].every(({ noise }) => noise?.basis === 'samples');
  if (change.change === 0 || !isSampled) return change;
  const { type, unit } = now.sampleType;
  const parts = [now, before].map((each) => evenPart(each[column], each.noise?.[column].count ?? 0));
  const varies = variesOf(MEMORY.test(type) ? 'sampled' : undefined, baseline?.turns?.timeVaries);
  const rule = { operations, unitRatio: operations.before / operations.now, varies, areShares: isShare(unit) };
  return { ...change, isNoise: !isFirm({ now: parts[0], before: parts[1] }, rule) };
}

/** Why other profiles in which the line has costs have no rows: each sentence once, as Markdown. */
export function otherMisfits(others: readonly OtherCosts[]): string {
  const texts = new Set(others.flatMap(({ profile: { misfit } }) => (misfit ? [misfit.text] : [])));
  return [...texts].map((text) => `_${escapeMarkdown(text)}_\n\n`).join('');
}

/**
 * The cells of flat and cum, each with its share of the total.
 * @param isChange whether the figures are differences between two moments, which have signs
 * @param largest of the other figures of this type, as in `label`
 */
export function costCells(
  { flat, cum, total }: Pick<LineDetail['values'][number], 'flat' | 'cum' | 'total'>,
  unit: string,
  isChange = false,
  largest = 0,
): string {
  const most = Math.max(largest, Math.abs(flat), Math.abs(cum));
  const figure = (value: number) => figureCell((isChange ? deltaLabel : formatListValue)(value, unit, most));
  const share = (value: number) => (value === 0 ? '' : `${GAP}${percent(value, total, isChange)}`);
  return [figure(flat), share(flat), `${GAP}${figure(cum)}`, share(cum)].join(' | ');
}

export function percent(value: number, total: number, isChange = false): string {
  return value === 0 ? '' : escapeMarkdown((isChange ? shareText(value, total, true) : percentage(value, total)).trim());
}
