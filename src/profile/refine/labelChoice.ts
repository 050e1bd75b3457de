import type { Profile } from '../model';
import { RefinementError } from '../errors';
import type { LabelChoice } from '../answers/refinement';
import { everyFilter, someLabelOfKey } from '../labels/tagFilter';
import type { TagFilter } from '../labels/tagFilter';
import { emptyRange, parseTagRange } from '../text/tagRange';
import type { RangeTest } from '../text/tagRange';

/**
 * Compiles label choices to a filter: a label set must have one of the chosen values of each key, or none of them if
 * they are left out. Undefined if nothing is chosen. Equivalent to one run of pprof per key, with `tagfocus` or
 * `tagignore`; a single `tagfocus` can combine keys only for texts.
 * @throws RefinementError for an invalid or empty range
 */
export function compileLabelChoices(choices: readonly LabelChoice[] = []): TagFilter | undefined {
  const filters = choices.filter(({ texts, ranges }) => texts.length + ranges.length > 0).map(compileChoice);
  return filters.length === 0 ? undefined : everyFilter(filters);
}

function compileChoice({ key, texts, ranges, leftOut = false }: LabelChoice): TagFilter {
  const textSet = new Set(texts);
  const inRanges = ranges.map(rangeOf);
  return (profile: Profile) => {
    const has = someLabelOfKey(profile, key, {
      text: (text) => textSet.has(text),
      number: (value, unit) => inRanges.some((inRange) => inRange(value, unit)),
    });
    return (set) => has(set) !== leftOut;
  };
}

function rangeOf(text: string): RangeTest {
  const problem = emptyRange('labels', text);
  if (problem !== undefined) throw new RefinementError('labels', problem);
  const range = parseTagRange('labels', text);
  if (range === undefined) throw new RefinementError('labels', `"${text}" is not a range of numbers; valid: 1kb:64kb`);
  return range;
}
