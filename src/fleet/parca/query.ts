import type { FleetQuery, LabelFilter, TimeRange } from '../fleetQuery';
import { matcher } from '../matcher';

/** The query that Parca gets: `process_cpu:cpu:nanoseconds:cpu:nanoseconds:delta{job="api",node=~"a|b"}`. */
export function selectorOf(query: FleetQuery, serviceLabel: string | undefined): string {
  const matchers = filtersOf(query, serviceLabel).map(parcaMatcher);
  if (/^[a-zA-Z_:][\w:]*$/.test(query.type)) return `${query.type}{${matchers.join(',')}}`;
  // A name with other characters is only accepted in quotes.
  return `{${[matcher({ name: '__name__', operator: '=', value: query.type }), ...matchers].join(',')}}`;
}

/** A pattern is anchored, because Parca's finds any part of a value: `zone=~"eu"` would match `neu` as well. */
export function parcaMatcher(filter: LabelFilter): string {
  const { operator, value } = filter;
  return matcher(operator.endsWith('~') ? { ...filter, value: `^(?:${value})$` } : filter);
}

/**
 * The filters, and that of the service.
 * @param without a label whose filters are left out
 */
export function filtersOf(
  { service, filters }: FleetQuery,
  serviceLabel: string | undefined,
  without?: string,
): LabelFilter[] {
  const own: LabelFilter[] = [];
  if (service !== undefined && serviceLabel !== undefined) own.push({ name: serviceLabel, operator: '=', value: service });
  return [...own, ...filters].filter(({ name }) => name !== without);
}

/** A time as two parts, as protobuf has it. */
export interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/**
 * The range as Parca means it, whose end is inclusive: it ends a nanosecond earlier, so that no profile is in two
 * ranges that follow each other.
 */
export function inclusive({ from, to }: TimeRange): { readonly start: Timestamp; readonly end: Timestamp } {
  const [first, last] = [Math.floor(from), Math.ceil(to) - 1];
  return { start: timestamp(first, 0), end: timestamp(last, 999_999) };
}

function timestamp(millis: number, moreNanos: number): Timestamp {
  const seconds = Math.floor(millis / 1000);
  return { seconds, nanos: (millis - seconds * 1000) * 1_000_000 + moreNanos };
}

/** RFC 3339, the only form that the gateway reads: `2026-11-29T23:10:48.122999999Z`. */
export function rfc3339({ seconds, nanos }: Timestamp): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${whole}.${String(nanos).padStart(9, '0')}Z`;
}
