import { type ChosenQuery, isChosenQuery } from '../../src/fleet/chosenQuery';
import { asRecord } from '../savedValue';

export type CostForm = 'rate' | 'share';

/** The user's choices, which survive hiding the page. */
export interface FleetView {
  readonly query?: ChosenQuery | undefined;
  readonly form: CostForm;
  readonly hasTable: boolean;
}

/** Reads a saved view; ignores values of another shape. */
export function readView(saved: unknown): FleetView {
  const { query, form, hasTable } = asRecord(saved);
  return {
    ...(isChosenQuery(query) && { query }),
    form: form === 'share' ? 'share' : 'rate',
    hasTable: hasTable === true,
  };
}
