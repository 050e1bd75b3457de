import type { ProfileId } from '../../engine/queries';
import { sampleTypeName, typeText } from '../../profile/text/sampleTypeNames';
import { formatListValue } from '../../profile/text/measurement';
import type { LineDetail } from '../../profile/answers/lines';
import { type LoadedProfile, operationsOfProfile } from '../../loadedCapture';
import { type Active, type Deriver, isDerivedPerOperation, isRefined } from '../../session';
import { isCounting } from './hoverNoise';
import { escapeMarkdown, figureCell, GAP } from './markdown';
import { percentage } from '../../profile/text/percentage';

/** A profile of a capture, and the id of the profile derived from it; its own id if none had to be derived. */
export interface OtherProfile {
  readonly profile: LoadedProfile;
  readonly id: ProfileId;
}

/** A line's costs in a profile that is not the active one. */
export interface OtherCosts {
  readonly profile: LoadedProfile;
  readonly detail: LineDetail;
}

/**
 * The other profiles of the active capture that have samples, refined like the active profile, and per operation if the
 * active profile is. They are not compared with the baseline.
 */
export class HoverOtherProfiles {
  private last: { readonly active: Active; readonly derived: readonly OtherProfile[] } | undefined;

  constructor(private readonly deriver: Deriver) {}

  of(active: Active): readonly OtherProfile[] {
    if (this.last?.active === active) return this.last.derived;
    for (const { id } of this.last?.derived ?? []) this.deriver.unload(id);
    this.last = undefined;
    const { capture, profile: shown, refinement } = active;
    const otherProfiles = capture.profiles.filter((each) => each !== shown && each.summary.sampleCount > 0);
    const isPerOperation = isDerivedPerOperation(active);
    if (!isRefined(refinement) && !isPerOperation) {
      return otherProfiles.map((profile) => ({ profile, id: profile.summary.id }));
    }
    const derived = otherProfiles.map((profile) => {
      const operations = isPerOperation ? operationsOfProfile(capture, profile) : undefined;
      const derivation = { profile: profile.summary.id, refinement, ...(operations && { operations }) };
      return { profile, id: this.deriver.derive(derivation) };
    });
    this.last = { active, derived };
    return derived;
  }
}

/** Rows of the hover's table: the line's costs in other profiles, without sample counts and types without costs. */
export function otherProfileRows(active: Active, others: readonly OtherCosts[]): string[] {
  return others.flatMap(({ profile, detail }) => {
    const types = detail.values.map(({ sampleType }) => sampleType);
    return detail.values.flatMap(({ sampleType: { unit }, flat, cum, total }, i) => {
      if ((flat === 0 && cum === 0) || isCounting(detail.values[i])) return [];
      const name = escapeMarkdown(sampleTypeName(profile.label, typeText(types, i)));
      const figure = (value: number) => figureCell(formatListValue(value, unit));
      const row = (what: string, value: number) => `| ${name} ${what} | ${figure(value)} |  |  |  |`;
      if (active.baseline) return [...(flat === 0 ? [] : [row('flat', flat)]), row('cum', cum)];
      return [`| ${name} | ${costCells({ flat, cum, total }, unit)} |`];
    });
  });
}

/** The cells of flat and cum, each with its share of the total. */
export function costCells({ flat, cum, total }: Pick<LineDetail['values'][number], 'flat' | 'cum' | 'total'>, unit: string): string {
  const figure = (value: number) => figureCell(formatListValue(value, unit));
  const share = (value: number) => (value === 0 ? '' : `${GAP}${percent(value, total)}`);
  return [figure(flat), share(flat), `${GAP}${figure(cum)}`, share(cum)].join(' | ');
}

export function percent(value: number, total: number): string {
  return value === 0 ? '' : escapeMarkdown(percentage(value, total).trim());
}
