import { GRANULARITIES, type LabelChoice, type Refinement } from '../answers/refinement';
import type { RefineField } from './fieldOrder';
import { type RefineChip, isSet } from './chipText';

/** Edits a refinement option by option. */

/** The refinement with one field changed. A field with an empty or default value is removed. */
export function withField(refinement: Refinement, field: RefineField, value: unknown): Refinement {
  const others = without(refinement, field);
  const isDefault = field === 'granularity' && value === GRANULARITIES[0];
  return isSet(value) && !isDefault ? { ...others, [field]: value } : others;
}

export function withoutChip(refinement: Refinement, { field, key }: RefineChip): Refinement {
  if (field !== 'labels') return without(refinement, field);
  return withLabels(refinement, (refinement.labels ?? []).filter((choice) => choice.key !== key));
}

/** The refinement with other label choices; choices without values are removed. */
export function withLabels(refinement: Refinement, choices: readonly LabelChoice[]): Refinement {
  const others = without(refinement, 'labels');
  const nonEmpty = choices.filter(({ texts, ranges }) => texts.length + ranges.length > 0);
  return nonEmpty.length > 0 ? { ...others, labels: nonEmpty } : others;
}

function without(refinement: Refinement, field: keyof Refinement): Refinement {
  return Object.fromEntries(Object.entries(refinement).filter(([name]) => name !== field));
}
