import type { ChosenQuery, NamedQuery, RangeChoice } from '../../src/fleet/chosenQuery';
import type { LabelFilter } from '../../src/fleet/fleetQuery';
import { localRange } from './localTime';

/** The ranges up to now that the page offers, in seconds. */
export const LAST_RANGES: readonly number[] = [900, 3600, 86_400, 604_800];

export function rangeText(range: RangeChoice, commit?: string): string {
  switch (range.kind) {
    case 'last':
      return `last ${lengthText(range.seconds)}`;
    case 'commit':
      return commit === undefined ? 'this commit' : `this commit (${commit})`;
    case 'deploy':
      return 'since the last deploy';
    case 'between':
      return localRange(range);
    default:
      return range satisfies never;
  }
}

/** `15 min`, `1 h`, `7 days` */
function lengthText(seconds: number): string {
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return seconds <= 86_400 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** `version = 1.4.2` */
export function filterText({ name, operator, value }: LabelFilter): string {
  return `${name} ${operator} ${value}`;
}

/** What a query asks: `checkout · CPU · version = 1.4.2 · last 1 h`. */
export function queryText({ query, typeWords }: NamedQuery, storeName: string | undefined): string {
  const { service, filters, split, range } = query;
  return [
    ...(storeName === undefined ? [] : [storeName]),
    service ?? 'all services',
    ...(typeWords === undefined ? [] : [typeWords]),
    ...filters.map(filterText),
    ...(split === undefined ? [] : [`by ${split}`]),
    rangeText(range),
  ].join(' · ');
}

/** Whether the same is asked. */
export function isSameQuery(a: ChosenQuery, b: ChosenQuery): boolean {
  const key = ({ store, type, service, filters, split, range }: ChosenQuery) => {
    return JSON.stringify([store, type, service, filters, split, range]);
  };
  return key(a) === key(b);
}
