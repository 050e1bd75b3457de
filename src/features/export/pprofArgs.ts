import type { Refinement } from '../../profile/answers/refinement';

/** Fields that may drop samples, and so change percentages of the total. */
const NARROWING = ['focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore', 'labels'] as const;

/** Flags for fields that pprof applies to its reports. All other fields were applied when the profile was written. */
export function reportFlags({ granularity, mean, drop_negative, relative_percentages }: Refinement): string[] {
  const flags = Object.entries({ mean, drop_negative, relative_percentages }).filter(([, isSet]) => isSet);
  return [...(granularity ? [`-${granularity}`] : []), ...flags.map(([name]) => `-${name}`)];
}

/** Whether pprof, which reads only the remaining samples, shows percentages that differ from Linecost's. */
export function hasOtherPercentages(refinement: Refinement): boolean {
  return !refinement.relative_percentages && NARROWING.some((field) => (refinement[field]?.length ?? 0) > 0);
}
