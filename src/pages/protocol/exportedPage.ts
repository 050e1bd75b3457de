import type { NamedStart, SetupLines } from '../../profile/answers/flame';
import type { ComparisonState, FlameStart, PageState } from './messages';
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
