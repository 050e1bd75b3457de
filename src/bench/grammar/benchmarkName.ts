/** A benchmark's name without "Benchmark": `Copy/size=4k/warm-8`. The base and the parts are computed on first use. */
export class BenchmarkName {
  private split: NameParts | undefined;

  constructor(readonly full: string) {}

  /** `Copy` */
  get base(): string {
    return (this.split ??= partsOf(this.full)).base;
  }

  /** The parts after the base: `/size=4k`, `/warm`, `-8`. The base and the parts together are the full name. */
  get parts(): readonly string[] {
    return (this.split ??= partsOf(this.full)).parts;
  }
}

interface NameParts {
  readonly base: string;
  readonly parts: readonly string[];
}

function partsOf(full: string): NameParts {
  const end = endOfPath(full);
  const slash = full.indexOf('/');
  const isSingle = slash === -1 || slash >= end;
  const base = full.slice(0, isSingle ? end : slash);
  const parts = isSingle ? [] : full.slice(slash + 1, end).split('/').map((part) => `/${part}`);
  if (end < full.length) parts.push(full.slice(end));
  return { base, parts };
}

/** The position of the suffix, a `-` and digits at the end; the length if the name has none. */
function endOfPath(full: string): number {
  let digits = full.length;
  while (digits > 0 && isDigit(full.charCodeAt(digits - 1))) digits--;
  return digits > 0 && digits < full.length && full[digits - 1] === '-' ? digits - 1 : full.length;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** A name without GOMAXPROCS, the `-8` at its end. */
export function withoutProcs(full: string): string {
  return full.slice(0, endOfPath(full));
}
