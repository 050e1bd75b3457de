import type { ChosenQuery, NamedQuery, RangeChoice } from '../../fleet/chosenQuery';
import { filterOf, withFilter } from '../../fleet/deploys';
import { typeWords } from '../../fleet/fleetWords';
import type { AskedQuery, AskedRange } from '../../fleet/measuredFleet';
import { DAY_MS } from '../../fleet/timePieces';
import type { FleetQuestion } from '../../pages/fleet/fleetQueries';
import type { KnownQuery } from './knownQueries';

/** What the page of queries shows is stored as questions, as those of captures are. */

const BUILD_DAYS = 7;

/** The question of what was chosen. */
export function questionOf(
  { chosen, type, query, isPart }: FleetQuestion, versionLabel: string | undefined,
): AskedQuery {
  const { service, filters, range } = chosen;
  const shared = { type, ...(service !== undefined && { service }) };
  const between: AskedRange = { kind: 'between', ...query.range };
  if (isPart) return { ...shared, filters: query.filters, range: between };
  switch (range.kind) {
    case 'last':
      return { ...shared, filters, range: { kind: 'last', ms: range.seconds * 1000 } };
    case 'between':
      return { ...shared, filters, range: between };
    case 'deploy':
      return versionLabel === undefined
        ? { ...shared, filters: query.filters, range: between }
        : { ...shared, filters, range: { kind: 'deploy', label: versionLabel } };
    case 'commit': {
      const version = query.filters.find(({ name, operator }) => name === versionLabel && operator === '=');
      return version
        ? { ...shared, filters, range: { kind: 'build', label: version.name, value: version.value } }
        : { ...shared, filters: query.filters, range: between };
    }
    default:
      return range satisfies never;
  }
}

/** What the page shows of a question that was asked or saved. */
export function namedQuery({ source, asked, name, split }: KnownQuery): NamedQuery {
  const { type, service, filters } = asked;
  const query: ChosenQuery = { store: source, type: type.id, service, filters, split, ...choiceOf(asked) };
  return { ...(name !== undefined && { name }), typeWords: typeWords(type), query };
}

function choiceOf({ filters, range }: AskedQuery): { readonly range: RangeChoice; readonly filters?: ChosenQuery['filters'] } {
  switch (range.kind) {
    case 'last':
      return { range: { kind: 'last', seconds: range.ms / 1000 } };
    case 'between':
      return { range };
    case 'deploy':
      return { range: { kind: 'deploy' } };
    case 'build': {
      const version = filterOf(range.label, [range.value]);
      return { ...withFilter({ filters }, version), range: { kind: 'last', seconds: BUILD_DAYS * DAY_MS / 1000 } };
    }
    default:
      return range satisfies never;
  }
}

/** Whether the page shows this question as that query. */
export function isQuestionOf(known: KnownQuery, { name, query }: NamedQuery): boolean {
  return known.name === name && JSON.stringify(keyOf(namedQuery(known).query)) === JSON.stringify(keyOf(query));
}

function keyOf({ store, type, service, filters, split, range }: ChosenQuery): unknown[] {
  return [store, type, service, filters.map(({ name, operator, value }) => [name, operator, value]), split, range];
}
