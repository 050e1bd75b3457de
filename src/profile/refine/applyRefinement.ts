import type { Profile } from '../model';
import { addLabelNodes } from './labelNodes';
import { aggregate } from './aggregate';
import { RefinementError } from '../errors';
import { withMapping } from './mergedHeader';
import { compileLabelChoices, filterLabelKeys } from './labelFilters';
import { labelSetsOf } from '../labels/labelSets';
import { type FramePatterns, markLocations } from './frameFilters';
import { narrowed } from './narrow';
import { compilePattern, type TextTest } from '../common/regexp';
import { pickLines } from './pickRows';
import { GRANULARITIES, type Refinement } from '../answers/refinement';
import { compileTagFilter, type TagFilter } from '../labels/tagFilter';

/** A refined profile, and the options that matched nothing. */
export interface RefineResult {
  readonly profile: Profile;
  readonly unmatched: readonly (keyof Refinement)[];
}

/**
 * Applies a refinement to a profile, in pprof's order: tagroot and tagleaf; focus, ignore, hide, show; show_from;
 * tagfocus, tagignore and labels; tagshow and taghide; prune_from; noinlines and granularity. Columns that do not
 * change are shared with `profile`. The other options only affect how values are reported.
 * Source: google/pprof internal/driver, generateRawReport and applyFocus.
 * @throws RefinementError
 */
export function refine(profile: Profile, refinement: Refinement): Profile {
  return refineAndReport(profile, refinement).profile;
}

/**
 * Like `refine`, but also returns the options that matched nothing. pprof prints a warning for these.
 * @throws RefinementError
 */
export function refineAndReport(profile: Profile, refinement: Refinement): RefineResult {
  const checked = compile(refinement);
  const step = new RefinementSteps(profile);
  step.addLabelFrames(refinement);
  step.narrow(checked);
  step.keepLabels(checked);
  step.aggregate(refinement);
  return { profile: step.profile, unmatched: step.unmatched };
}

interface Compiled extends FramePatterns {
  readonly tagfocus: TagFilter | undefined;
  readonly tagignore: TagFilter | undefined;
  readonly labels: TagFilter | undefined;
  readonly tagshow: TextTest | undefined;
  readonly taghide: TextTest | undefined;
}

/** Compiles all options first, so that an invalid one is reported before any work. */
function compile(refinement: Refinement): Compiled {
  const pattern = (field: keyof FramePatterns | 'tagshow' | 'taghide'): TextTest | undefined =>
    compilePattern(field, refinement[field]);
  const { granularity, divide_by } = refinement;
  if (granularity !== undefined && !GRANULARITIES.includes(granularity)) {
    throw new RefinementError('granularity', `there is no "${String(granularity)}"; valid: ${GRANULARITIES.join(', ')}`);
  }
  if (divide_by !== undefined && !(divide_by > 0 && divide_by < Infinity)) {
    throw new RefinementError('divide_by', `values cannot be divided by ${divide_by}; valid: a number above 0`);
  }
  return {
    focus: pattern('focus'),
    ignore: pattern('ignore'),
    hide: pattern('hide'),
    show: pattern('show'),
    show_from: pattern('show_from'),
    tagfocus: compileTagFilter('tagfocus', refinement.tagfocus),
    tagignore: compileTagFilter('tagignore', refinement.tagignore),
    labels: compileLabelChoices(refinement.labels),
    prune_from: pattern('prune_from'),
    tagshow: pattern('tagshow'),
    taghide: pattern('taghide'),
  };
}

class RefinementSteps {
  readonly unmatched: (keyof Refinement)[] = [];
  private readonly original: Profile;

  constructor(public profile: Profile) {
    this.original = profile;
  }

  addLabelFrames({ tagroot = '', tagleaf = '', unit = 'minimum' }: Refinement): void {
    if (tagroot === '' && tagleaf === '') return;
    const { profile, rootMatched, leafMatched } = addLabelNodes(withMapping(this.profile), tagroot, tagleaf, unit);
    this.profile = profile;
    this.note('tagroot', tagroot === '' || rootMatched);
    this.note('tagleaf', tagleaf === '' || leafMatched);
  }

  narrow(checked: Compiled): void {
    const { focus, ignore, hide, show, show_from, prune_from, tagfocus, tagignore, labels } = checked;
    const patterns = { focus, ignore, hide, show, show_from, prune_from };
    const byFrames = Object.values(patterns).some((pattern) => pattern !== undefined);
    const byLabels = [tagfocus, tagignore, labels].some((filter) => filter !== undefined);
    if (!byFrames && !byLabels) return;
    const profile = withMapping(this.profile);
    const { marks, keptLines, matched } = markLocations(profile, patterns);
    for (const field of ['focus', 'ignore', 'hide', 'show', 'show_from', 'prune_from'] as const) {
      this.note(field, patterns[field] === undefined || matched.has(field));
    }
    const remaining = narrowed(profile, {
      marks,
      byName: [focus, ignore, hide, show].some((pattern) => pattern !== undefined),
      byRoot: show_from !== undefined,
      byLeaf: prune_from !== undefined,
      excludedByLabels: byLabels ? (isKept) => this.excludedByLabels(checked, isKept) : undefined,
    });
    this.profile = keptLines === undefined ? remaining : pickLines(remaining, keptLines);
  }

  keepLabels({ tagshow, taghide }: Compiled): void {
    if (tagshow === undefined && taghide === undefined) return;
    const { profile, matched } = filterLabelKeys(this.profile, tagshow, taghide);
    this.profile = profile;
    this.note('tagshow', tagshow === undefined || matched.show);
    this.note('taghide', taghide === undefined || matched.hide);
  }

  aggregate({ granularity = 'addresses', noinlines = false, showcolumns = false }: Refinement): void {
    this.profile = aggregate(this.profile, granularity, { noinlines, showcolumns });
  }

  /** For each sample: 1 if the tag filters remove it. Only samples with a 1 in `isKept` count as matches. */
  private excludedByLabels({ tagfocus, tagignore, labels }: Compiled, isKept: Uint8Array): Uint8Array {
    const { ofSample, count } = labelSetsOf(this.original.labels);
    const verdicts = (filter: TagFilter | undefined, byDefault: boolean): Uint8Array => {
      const matches = filter?.(this.original) ?? (() => byDefault);
      return Uint8Array.from({ length: count }, (_, set) => (matches(set) ? 1 : 0));
    };
    const focused = verdicts(tagfocus, true);
    const ignored = verdicts(tagignore, false);
    const chosen = verdicts(labels, true);
    const remaining = new Uint8Array(count);
    for (let sample = 0; sample < ofSample.length; sample++) if (isKept[sample] === 1) remaining[ofSample[sample]] = 1;
    const isPresent = (verdict: Uint8Array): boolean => verdict.some((flag, set) => flag === 1 && remaining[set] === 1);
    this.note('tagfocus', tagfocus === undefined || isPresent(focused));
    this.note('tagignore', tagignore === undefined || isPresent(ignored));
    this.note('labels', labels === undefined || isPresent(chosen));
    const excluded = new Uint8Array(ofSample.length);
    for (let sample = 0; sample < excluded.length; sample++) {
      const set = ofSample[sample];
      if (focused[set] === 0 || ignored[set] === 1 || chosen[set] === 0) excluded[sample] = 1;
    }
    return excluded;
  }

  private note(field: keyof Refinement, matched: boolean): void {
    if (!matched) this.unmatched.push(field);
  }
}
