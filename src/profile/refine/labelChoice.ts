import type { Profile } from '../model';
import { RefinementError } from '../errors';
import type { LabelChoice } from '../answers/refinement';
import { everyFilter, someLabelOfKey } from '../labels/tagFilter';
import type { TagFilter } from '../labels/tagFilter';
import { emptyRange, parseTagRange } from '../text/tagRange';
import type { RangeTest } from '../text/tagRange';

/**
 * Which label sets have, of each key, one of the values chosen; or, where these are left out, none of them. Undefined
 * where nothing is chosen. The same as a run of pprof for each key with `tagfocus` or `tagignore`, one after the other:
 * a single one can say that of texts only.
 * @throws RefinementError where a range is none
 */
export function compileLabelChoices(choices: readonly LabelChoice[] = []): TagFilter | undefined {
  const filters = choices.filter(({ texts, ranges }) => texts.length + ranges.length > 0).map(compileChoice);
  return filters.length === 0 ? undefined : everyFilter(filters);
}

function compileChoice({ key, texts, ranges, leftOut = false }: LabelChoice): TagFilter {
  const wanted = new Set(texts);
  const inRanges = ranges.map(rangeOf);
  return (profile: Profile) => {
    const has = someLabelOfKey(profile, key, {
      text: (text) => wanted.has(text),
      number: (value, unit) => inRanges.some((inRange) => inRange(value, unit)),
    });
    return (set) => has(set) !== leftOut;
  };
}

function rangeOf(text: string): RangeTest {
  const wrong = emptyRange('labels', text);
  if (wrong !== undefined) throw new RefinementError('labels', wrong);
  const range = parseTagRange('labels', text);
  if (range === undefined) throw new RefinementError('labels', `"${text}" is no range of numbers; valid is 1kb:64kb`);
  return range;
}
