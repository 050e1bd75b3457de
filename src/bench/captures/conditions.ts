import { type Check, isFlag, isNumber, isText, listOf, optional, type Shape, shaped } from './recordShape';

/** The conditions under which a capture was measured; unknown ones are unset. */
export interface Conditions {
  /** `go1.26.8`. */
  readonly goVersion?: string;
  /** GOEXPERIMENT; unset: none. */
  readonly goExperiment?: string;
  readonly maxProcs?: number;
  /** The model of the processor. */
  readonly cpu?: string;
  /** All flags of the build and of the test binary, with benchtime and count. */
  readonly flags?: readonly string[];
  readonly git?: { readonly commit: string; readonly isDirty?: boolean };
  /** Load, frequency and power of the machine, for a reader: `load 0.4 on 8 cores`. */
  readonly machine?: readonly string[];
}

export const isConditions: Check = shaped({
  goVersion: optional(isText),
  goExperiment: optional(isText),
  maxProcs: optional(isNumber),
  cpu: optional(isText),
  flags: optional(listOf(isText)),
  git: optional(shaped({ commit: isText, isDirty: optional(isFlag) })),
  machine: optional(listOf(isText)),
} satisfies Shape<Conditions>);

/**
 * The conditions that differ between two captures and may explain why their figures differ: `Go 1.25.1, now 1.26.8`.
 * Conditions that one of them did not record are left out.
 */
export function changedConditions(before: Conditions = {}, now: Conditions = {}): string[] {
  const differ = (name: string, old: string | number | undefined, current: string | number | undefined) =>
    old === undefined || current === undefined || old === current ? [] : [`${name} ${old}, now ${current}`];
  const experiment = ({ goVersion, goExperiment }: Conditions) => goVersion && (goExperiment || 'none');
  return [
    ...differ('Go', withoutPrefix(before.goVersion), withoutPrefix(now.goVersion)),
    ...differ('GOEXPERIMENT', experiment(before), experiment(now)),
    ...differ('cpu', before.cpu, now.cpu),
    ...differ('GOMAXPROCS', before.maxProcs, now.maxProcs),
    ...differ('flags', before.flags && shownFlags(before.flags), now.flags && shownFlags(now.flags)),
  ];
}

function withoutPrefix(version: string | undefined): string | undefined {
  return version?.replace(/^go/, '');
}

/** The flags, except those that only set how long and how often a benchmark runs. */
function shownFlags(flags: readonly string[]): string {
  return flags.filter((flag) => !/^-(?:benchtime|count)=/.test(flag)).join(' ') || 'none';
}
