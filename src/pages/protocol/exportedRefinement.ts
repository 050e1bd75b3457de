import type { Refinement } from './refineState';

/** Options for how figures and frames are shown. The page applies them, so that its reader can change them. */
const REPORT_OPTIONS = [
  'divide_by', 'granularity', 'noinlines', 'showcolumns', 'unit', 'mean', 'drop_negative',
] as const satisfies readonly (keyof Refinement)[];

/** The options that the page applies to the exported profile. */
export function leftToApply(refinement: Refinement): Refinement {
  return pick(refinement, (field) => isReportOption(field));
}

/** The options that determine samples, frames, labels and the total: applied before the export. */
export function appliedAtExport(refinement: Refinement): Refinement {
  return pick(refinement, (field) => !isReportOption(field));
}

function isReportOption(field: string): boolean {
  return (REPORT_OPTIONS as readonly string[]).includes(field);
}

function pick(refinement: Refinement, isPicked: (field: string) => boolean): Refinement {
  const isKept = ([field, value]: [string, unknown]) => value !== undefined && isPicked(field);
  return Object.fromEntries(Object.entries(refinement).filter(isKept));
}
