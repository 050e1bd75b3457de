import type { Refinement } from '../profile/answers/refinement';

/** What leaves samples out: percentages of what is left are others than those of the whole. */
const NARROWING = ['focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore', 'labels'] as const;

/** Flags for what pprof applies when it reports. All else a refined profile has been through when it is written. */
export function reportFlags({ granularity, mean, drop_negative, relative_percentages }: Refinement): string[] {
  const flags = Object.entries({ mean, drop_negative, relative_percentages }).filter(([, isSet]) => isSet);
  return [...(granularity ? [`-${granularity}`] : []), ...flags.map(([name]) => `-${name}`)];
}

/** Whether pprof, which knows only what is left, shows other percentages than Linecost. */
export function hasOtherPercentages(refinement: Refinement): boolean {
  return !refinement.relative_percentages && NARROWING.some((field) => (refinement[field]?.length ?? 0) > 0);
}
