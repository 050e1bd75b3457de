import { quoteMeta } from '../../profile/common/quoteMeta';
import type { FleetQuery } from '../fleetQuery';
import { matcher } from '../matcher';

const PLACEHOLDER = /\$\{(\w*)\}/g;
const MAX_LENGTH = 10_000;
/** What a query for requests can look like. */
export const EXAMPLE_QUERY = 'sum(increase(http_requests_total{job="${service}"}[${range}]))';

/** Why a text is no query for requests; undefined if it may be one. */
export function problemOfCountQuery(template: string): string | undefined {
  if (template.trim() === '') return 'Enter PromQL for the number of requests.';
  if (template.length > MAX_LENGTH) return `This is longer than ${MAX_LENGTH} characters.`;
  if (!template.includes('${range}')) return 'Write the time as ${range}, such as increase(http_requests_total[${range}]).';
  for (const [place, name] of template.matchAll(PLACEHOLDER)) {
    if (!['range', 'service', 'filters'].includes(name)) return `${place} is not known: \${range}, \${service} and \${filters} are.`;
  }
  for (const { index } of template.matchAll(/\$\{service\}/g)) {
    if (openQuote(template.slice(0, index)) !== '"') return 'Write "${service}" between double quotes.';
  }
  return undefined;
}

/**
 * The query with what is asked of the store: `${range}` as `3600s`, `${service}` as a value in double quotes, and
 * `${filters}` as matchers, `zone="a",version="v1"`. Throws an Error if it does not tell apart what is asked.
 */
export function countQuery(template: string, { service, filters, range }: FleetQuery): string {
  const problem = problemOfCountQuery(template);
  if (problem !== undefined) throw new Error(problem);
  if (filters.length > 0 && !template.includes('${filters}')) {
    throw new Error(`the query for requests has no \${filters}, and counts those of other values of ${filters[0].name} too`);
  }
  if (service === undefined && template.includes('${service}')) throw new Error('no service was asked');
  const seconds = Math.max(1, Math.round((range.to - range.from) / 1000));
  return template.replace(PLACEHOLDER, (_, name: string, index: number) => {
    if (name === 'range') return `${seconds}s`;
    if (name === 'filters') return filters.map(matcher).join(',');
    const isPattern = /[=!]~\s*"[^"]*$/.test(template.slice(0, index));
    const value = isPattern ? quoteMeta(service!) : service!;
    return JSON.stringify(value.toWellFormed()).slice(1, -1);
  });
}

/** The quote of the string that is open at the end of PromQL; empty if none is. */
function openQuote(text: string): string {
  let open = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (open !== '' && open !== '`' && character === '\\') at++;
    else if (open === '' && /["'`]/.test(character)) open = character;
    else if (character === open) open = '';
  }
  return open;
}
