/** A benchmark's name without "Benchmark": `Copy/size=4k/warm-8`. */
export interface BenchmarkName {
  readonly full: string;
  /** `Copy` */
  readonly base: string;
  /** The parts after the base: `/size=4k`, `/warm`, `-8`. The base and the parts together are the full name. */
  readonly parts: readonly string[];
}

export function benchmarkName(full: string): BenchmarkName {
  const procs = /-\d+$/.exec(lastDigits(full))?.[0] ?? '';
  const path = full.slice(0, full.length - procs.length);
  const slash = path.indexOf('/');
  const base = slash === -1 ? path : path.slice(0, slash);
  const parts = slash === -1 ? [] : path.slice(slash + 1).split('/').map((part) => `/${part}`);
  return { full, base, parts: procs === '' ? parts : [...parts, procs] };
}

/** The digits at the end and the character before them, since `/-\d+$/` takes quadratic time on a long name. */
function lastDigits(text: string): string {
  let at = text.length;
  while (at > 0 && isDigit(text.charCodeAt(at - 1))) at--;
  return text.slice(Math.max(0, at - 1));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
