import type { ChosenQuery } from '../../src/fleet/chosenQuery';
import type { EmptyCause, FleetPageState, ShownType } from '../../src/pages/protocol/fleetPage';
import type { QueryChip } from './queryChips';
import { filterText, rangeText } from './queryTexts';

interface ChipsParts {
  readonly state: FleetPageState;
  readonly types: readonly ShownType[];
  /** Why nothing matches; unset if it is not known, or something does. */
  readonly cause: EmptyCause | undefined;
}

const NOTHING = 'matches nothing';

/** The chips of a query, and the key of the one after which a filter is added. */
export function chipsOfQuery(
  { store, service, type, filters, split, range }: ChosenQuery, { state, types, cause }: ChipsParts,
): { readonly chips: readonly QueryChip[]; readonly addAfter: string } {
  const { stores, commit } = state;
  const isEmptyBy = (part: 'type' | 'service') => (cause && 'part' in cause && cause.part === part ? NOTHING : undefined);
  const shownType = types.find(({ id }) => id === type)?.words ?? type ?? '…';
  const before: QueryChip[] = [
    ...(stores.length > 1
      ? [{ key: 'store', field: 'store', value: stores.find(({ id }) => id === store)?.name ?? '…', canRemove: false }]
      : []),
    { key: 'service', field: 'service', value: service ?? 'all', canRemove: service !== undefined, note: isEmptyBy('service') },
    { key: 'type', field: 'profile', value: shownType, canRemove: false, note: isEmptyBy('type') },
    ...filters.map((filter, i) => ({
      key: `filter:${i}`, field: filter.name, value: filterText(filter).slice(filter.name.length + 1), canRemove: true,
      note: cause && 'filter' in cause && cause.filter === i ? NOTHING : undefined,
    })),
  ];
  return {
    addAfter: before.at(-1)!.key,
    chips: [
      ...before,
      { key: 'split', field: 'split by', value: split ?? 'nothing', canRemove: split !== undefined },
      { key: 'range', field: 'time', value: rangeText(range, commit), canRemove: false },
    ],
  };
}

/** The query without the part of a chip. */
export function withoutPart(query: ChosenQuery, key: string): ChosenQuery {
  if (key === 'service' || key === 'split') return { ...query, [key]: undefined };
  const index = Number(key.slice(key.indexOf(':') + 1));
  return { ...query, filters: query.filters.filter((_, i) => i !== index) };
}
