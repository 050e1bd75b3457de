import type { FleetQuery, LabelFilter } from '../fleetQuery';
import { matcher } from '../matcher';

export const SERVICE_LABEL = 'service_name';
export const TYPE_LABEL = '__profile_type__';

/**
 * The matchers of a query without its type, as Prometheus writes them: `{service_name="api",zone=~"a|b"}`.
 * @param without a label whose matchers are left out
 */
export function selectorOf({ service, filters }: FleetQuery, without?: string): string {
  const own: LabelFilter[] = service === undefined ? [] : [{ name: SERVICE_LABEL, operator: '=', value: service }];
  const all = [...own, ...filters].filter(({ name }) => name !== without);
  return `{${all.map(matcher).join(',')}}`;
}

/** The selectors of a question about labels, which has no field for the type; none without any filter. */
export function matchersOf(query: FleetQuery, without?: string): string[] {
  const ofType = query.type === '' ? [] : [`{${matcher({ name: TYPE_LABEL, operator: '=', value: query.type })}}`];
  const selector = selectorOf(query, without);
  return selector === '{}' ? ofType : [...ofType, selector];
}
