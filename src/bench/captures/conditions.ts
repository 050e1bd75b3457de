import { type Check, isFlag, isNumber, isText, listOf, optional, type Shape, shaped } from './jsonShape';

/** The conditions under which a capture was measured; unknown ones are unset. */
export interface Conditions {
  /** `go1.26.8`. */
  readonly goVersion?: string;
  /** GOEXPERIMENT; unset or empty if there are no experiments. */
  readonly goExperiment?: string;
  readonly maxProcs?: number;
  /** The model of the processor. */
  readonly cpu?: string;
  /** All flags of the build and of the test binary, with benchtime and count. */
  readonly flags?: readonly string[];
  readonly git?: { readonly commit: string; readonly branch?: string; readonly isDirty?: boolean };
  /** Load, frequency and power of the machine as text: `load 0.4 on 8 cores`. */
  readonly machine?: readonly string[];
}

export const isConditions: Check = shaped({
  goVersion: optional(isText),
  goExperiment: optional(isText),
  maxProcs: optional(isNumber),
  cpu: optional(isText),
  flags: optional(listOf(isText)),
  git: optional(shaped({ commit: isText, branch: optional(isText), isDirty: optional(isFlag) })),
  machine: optional(listOf(isText)),
} satisfies Shape<Conditions>);

interface ChangedCondition {
  /** `Go`, `cpu`, `GOMAXPROCS` */
  readonly name: string;
  readonly old: string | number;
  readonly current: string | number;
}

/**
 * The conditions that differ between two captures and may explain why their figures differ: `Go 1.25.1, now 1.26.8`.
 * Conditions that one capture did not record are left out.
 */
export function changedConditions(before?: Conditions, now?: Conditions): string[] {
  return changedOf(before, now).map(({ name, old, current }) => `${name} ${old}, now ${current}`);
}

/** Like `changedConditions`, but short: `other Go version`, `other conditions`; undefined if nothing differs. */
export function changedInShort(before?: Conditions, now?: Conditions): string | undefined {
  const [first, ...more] = changedOf(before, now);
  if (!first || more.length > 0) return first && 'other conditions';
  return `other ${first.name === 'Go' ? 'Go version' : first.name}`;
}

/**
 * A sentence with all changed conditions; undefined if nothing differs.
 * @param subject the start of the sentence: the earlier capture
 */
export function changedSentence(subject: string, before?: Conditions, now?: Conditions): string | undefined {
  const changed = changedConditions(before, now);
  return changed.length === 0 ? undefined : `${subject} had other conditions: ${changed.join('; ')}.`;
}

function changedOf(before: Conditions = {}, now: Conditions = {}): ChangedCondition[] {
  type Value = string | number | undefined;
  const differ = (name: string, old: Value, current: Value): ChangedCondition[] =>
    old === undefined || current === undefined || old === current ? [] : [{ name, old, current }];
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
