import type { LabelFilter } from './fleetQuery';

/** A filter as Prometheus writes it: `zone=~"a|b"`. */
export function matcher({ name, operator, value }: LabelFilter): string {
  // A name with dots or the like is quoted.
  const plain = /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name);
  return `${plain ? name : quoted(name)}${operator}${quoted(value)}`;
}

/** The escapes of JSON are a part of Prometheus's; half a surrogate pair is not. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
