import { type Checks, isFinite, isFlag, isText, listOf, optional, shape } from '../../profile/common/shapes';

/** The conditions under which a capture was measured. Unset means unknown, except for `goExperiment`. */
export interface Conditions {
  /** `go1.26.8`. */
  readonly goVersion?: string;
  /** GOEXPERIMENT. Unset or empty means that there are no experiments if `goVersion` is set, else unknown. */
  readonly goExperiment?: string;
  readonly maxProcs?: number;
  /** The model of the processor. */
  readonly cpu?: string;
  /** The flags that the user chose for the build and the test binary, including `-benchtime` and `-count`. */
  readonly flags?: readonly string[];
  readonly git?: { readonly commit: string; readonly branch?: string; readonly isDirty?: boolean };
  /** Load, frequency and power of the machine as text: `load 0.4 on 8 cores`. */
  readonly machine?: readonly string[];
}

export const isConditions = shape({
  goVersion: optional(isText),
  goExperiment: optional(isText),
  maxProcs: optional(isFinite),
  cpu: optional(isText),
  flags: optional(listOf(isText)),
  git: optional(shape({ commit: isText, branch: optional(isText), isDirty: optional(isFlag) })),
  machine: optional(listOf(isText)),
} satisfies Checks<Conditions>);

interface Difference {
  /** Such as `Go`, `CPU` or `GOMAXPROCS`. */
  readonly name: string;
  readonly own: string | number;
  readonly reference: string | number;
}

/**
 * How a capture's conditions differ from those of a reference capture, in points that may explain different figures:
 * `Go 1.25.1 instead of 1.26.8`. Does not compare `git` and `machine`, nor the flags `-benchtime` and `-count`.
 * Conditions that either capture did not record are left out.
 */
export function conditionDifferences(own?: Conditions, reference?: Conditions): string[] {
  return differencesOf(own, reference).map((each) => `${each.name} ${each.own} instead of ${each.reference}`);
}

/**
 * Like `conditionDifferences`, but short: `different Go version`, `different conditions`; undefined if nothing
 * differs.
 */
export function differencesInShort(own?: Conditions, reference?: Conditions): string | undefined {
  const [first, ...more] = differencesOf(own, reference);
  if (!first || more.length > 0) return first && 'different conditions';
  return `different ${first.name === 'Go' ? 'Go version' : first.name}`;
}

/**
 * A sentence with all results of `conditionDifferences`; undefined if nothing differs.
 * @param subject the start of the sentence, which names the capture with the conditions `own`
 */
export function differencesSentence(subject: string, own?: Conditions, reference?: Conditions): string | undefined {
  const differences = conditionDifferences(own, reference);
  if (differences.length === 0) return undefined;
  return `${subject} was measured under different conditions: ${differences.join('; ')}.`;
}

function differencesOf(own: Conditions = {}, reference: Conditions = {}): Difference[] {
  type Value = string | number | undefined;
  const compared = (name: string, ownValue: Value, referenceValue: Value): Difference[] =>
    ownValue === undefined || referenceValue === undefined || ownValue === referenceValue
      ? []
      : [{ name, own: ownValue, reference: referenceValue }];
  const experiment = ({ goVersion, goExperiment }: Conditions) => goVersion && (goExperiment || 'none');
  return [
    ...compared('Go', withoutPrefix(own.goVersion), withoutPrefix(reference.goVersion)),
    ...compared('GOEXPERIMENT', experiment(own), experiment(reference)),
    ...compared('CPU', own.cpu, reference.cpu),
    ...compared('GOMAXPROCS', own.maxProcs, reference.maxProcs),
    ...compared('flags', own.flags && shownFlags(own.flags), reference.flags && shownFlags(reference.flags)),
  ];
}

function withoutPrefix(version: string | undefined): string | undefined {
  return version?.replace(/^go/, '');
}

/** The flags, except those that only set how long and how many times a benchmark runs. */
function shownFlags(flags: readonly string[]): string {
  return flags.filter((flag) => !/^-(?:benchtime|count)=/.test(flag)).join(' ') || 'none';
}
