import type { NamedStart, SetupLines } from '../../profile/answers/flame';
import type { ComparisonState, FlameStart, PageState } from './profilePage';
import type { Refinement } from './refineState';

/** What a page that was exported as a file shows besides its profile. */
export interface ExportedPage {
  /** The state of the panel, with one sibling, and without its `comparison`, which depends on the sample type. */
  readonly profile: NonNullable<PageState['profile']>;
  /** The state's `comparison` under each sample type; set in a comparison. */
  readonly comparisons?: readonly ComparisonState[];
  readonly starts: Readonly<Record<string, FlameStart>>;
  /** The part of the refinement that the page applies to the profile: see leftToApply. */
  readonly refinement: Refinement;
  /** Where stacks begin if the page requests the state's `startAt`; if unset, at the function of that name. */
  readonly start?: NamedStart;
  readonly setup?: SetupLines;
  /** The file of the measured function, which the samples do not contain. */
  readonly targetFile?: string;
  /** When and how the profile was measured and refined: short texts for the heading. */
  readonly facts: readonly string[];
}

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
