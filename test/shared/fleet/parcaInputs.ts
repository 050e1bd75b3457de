/** Reads parameters as strictly as Parca and its gateway do. */

/** An error with a code of gRPC. */
export class ParcaError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Nanoseconds since the epoch of an RFC 3339 time. */
export function parseTime(text: string | null): bigint {
  const [, whole, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(text ?? '') ?? [];
  if (whole === undefined) throw new ParcaError(3, `parsing time "${text}" as "2006-01-02T15:04:05.999999999Z07:00": cannot parse`);
  return BigInt(Date.parse(`${whole}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** Milliseconds of a duration of Go in seconds: `60s`. */
export function parseDuration(text: string | null): number {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(text ?? '') ?? [];
  if (seconds === undefined) throw new ParcaError(3, `time: invalid duration "${text}"`);
  return Number(seconds) * 1000;
}

export interface Selector {
  readonly type: string;
  readonly matchers: readonly { readonly name: string; readonly operator: string; readonly value: string }[];
}

/** `TYPE{a="b",c=~"d"}`. */
export function parseSelector(query: string): Selector {
  const fail = (): never => {
    throw new ParcaError(3, 'failed to parse query');
  };
  const [, name = '', inner] = /^([a-zA-Z_:][\w:]*)?\{(.*)\}$/s.exec(query) ?? fail();
  const matchers: { name: string; operator: string; value: string }[] = [];
  const pattern = /(?:^|,)(?:([a-zA-Z_]\w*)|("(?:[^"\\]|\\.)*"))(=~|!~|!=|=)("(?:[^"\\\n]|\\.)*")/gys;
  for (const [, plain, quoted, operator, value] of inner!.matchAll(pattern)) {
    const label = plain ?? (JSON.parse(quoted!) as string);
    matchers.push({ name: label, operator: operator!, value: JSON.parse(value!) as string });
  }
  if (inner!.replace(pattern, '') !== '') fail();
  const type = matchers.find((each) => each.name === '__name__')?.value ?? name;
  const parts = type.split(':').length;
  if (parts !== 5 && parts !== 6) {
    throw new ParcaError(3, `profile-type selection must be of the form <name>:<sample-type>:<sample-unit>:<period-type>:<period-unit>(:delta), got(${parts}): "${type}"`);
  }
  return { type, matchers: matchers.filter((each) => each.name !== '__name__') };
}
