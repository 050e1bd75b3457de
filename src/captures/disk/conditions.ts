import { type Checks, isFinite, isFlag, isText, listOf, optional, recordOf, shape } from '../../profile/common/shapes';
import { listed } from '../../profile/text/words';
import { type CodeChange, isCodeChange } from './measuredCode';
import { type Environment, flagsBeside, valueIn } from './environment';

/** The conditions under which a capture was measured. Unset means unknown, except for `goExperiment`. */
export interface Conditions {
  /** `go1.26.8`. */
  readonly goVersion?: string;
  /** GOEXPERIMENT. Unset or empty means that there are no experiments if `goVersion` is set, else unknown. */
  readonly goExperiment?: string;
  /** The other variables that change how Go builds or runs a program; what is missing in it has Go's default. */
  readonly environment?: Environment;
  readonly maxProcs?: number;
  /** The model of the processor. */
  readonly cpu?: string;
  /** How Linux chooses the processor's frequency: `performance`, `powersave`. */
  readonly governor?: string;
  /**
   * The flags that the user chose for the build and the test binary, including `-benchtime` and `-count`; of those in
   * GOFLAGS, the ones that make programs several times slower.
   */
  readonly flags?: readonly string[];
  readonly git?: MeasuredCommit;
  /** Load, frequency and power of the machine as text: `load 0.4 on 8 cores`. */
  readonly machine?: readonly string[];
}

/** The commit that the code belongs to. */
export interface MeasuredCommit {
  /** The whole hash. */
  readonly commit: string;
  readonly branch?: string;
  /** The first line of the commit's message. */
  readonly subject?: string;
  readonly isDirty?: boolean;
  /** How the files of the program differ from the commit; unset if that is unknown. */
  readonly changes?: CodeChange;
}

export const isConditions = shape({
  goVersion: optional(isText),
  goExperiment: optional(isText),
  environment: optional(recordOf(isText)),
  maxProcs: optional(isFinite),
  cpu: optional(isText),
  governor: optional(isText),
  flags: optional(listOf(isText)),
  git: optional(shape({
    commit: isText,
    branch: optional(isText),
    subject: optional(isText),
    isDirty: optional(isFlag),
    changes: optional(isCodeChange),
  } satisfies Checks<MeasuredCommit>)),
  machine: optional(listOf(isText)),
} satisfies Checks<Conditions>);

/** A condition with different values. */
interface Difference {
  /** Such as `Go`, `CPU` or `GOGC`. */
  readonly name: string;
  readonly isVariable: boolean;
  /** Undefined for a variable that is not set. */
  readonly own: string | undefined;
  readonly reference: string | undefined;
}

/** The capture that another one is compared with. */
interface Reference {
  /** As in a sentence: `the baseline`. */
  readonly name: string;
  /** As before its values; `before` if unset. */
  readonly word?: string;
}

const BEFORE = 'before';

/**
 * How a capture's conditions differ from those of a reference capture, in points that may explain different figures:
 * `GOGC=10 (before: 100)`, `Go 1.26.8 (before: 1.25.1)`. Does not compare `git` and `machine`, nor the flags
 * `-benchtime` and `-count`. Conditions that either capture did not record are left out.
 * @param word what the values of the reference are called
 */
export function conditionDifferences(own?: Conditions, reference?: Conditions, word = BEFORE): string[] {
  return differencesOf(own, reference).map((each) => `${ownText(each)} (${word}: ${each.reference ?? NOT_SET})`);
}

/** The longest text of `differencesInShort` that has values. */
const MAX_SHORT = 60;

/**
 * The result of `conditionDifferences` in a few words, without long values: `GOGC=10 (before: 100)`,
 * `different CPU and flags`; undefined if nothing differs.
 */
export function differencesInShort(own?: Conditions, reference?: Conditions, word = BEFORE): string | undefined {
  const differences = differencesOf(own, reference);
  if (differences.length === 0) return undefined;
  const text = conditionDifferences(own, reference, word).join(', ');
  if (text.length <= MAX_SHORT && differences.every(({ name }) => name !== 'CPU')) return text;
  return `different ${listed(differences.map(({ name }) => (name === 'Go' ? 'Go version' : name)))}`;
}

/** A sentence with all results of `conditionDifferences`; undefined if nothing differs. */
export function differencesSentence(
  { name, word }: Reference,
  own?: Conditions,
  reference?: Conditions,
): string | undefined {
  const differences = conditionDifferences(own, reference, word);
  if (differences.length === 0) return undefined;
  return `Measured under other conditions than ${name}: ${differences.join('; ')}.`;
}

/** Conditions that the programs of two captures have in common if both run now, one after the other. */
const OF_RUN = ['GOGC', 'GOMEMLIMIT', 'GODEBUG', 'GOMAXPROCS', 'CPU', 'governor'];

/** The names of different conditions that are those of the run, not of the build: `GOGC`, `CPU`. */
export function runDifferences(own?: Conditions, reference?: Conditions): string[] {
  return differencesOf(own, reference).flatMap(({ name }) => (OF_RUN.includes(name) ? [name] : []));
}

/** The conditions of a program that was built under `earlier` ones, and runs under those of `present`. */
export function underPresent(earlier: Conditions, present: Conditions = {}): Conditions {
  const isOfRun = ([name]: readonly [string, unknown]) => OF_RUN.includes(name);
  const [built, run] = [earlier, present].map(({ environment }) => environment && Object.entries(environment));
  const environment = built && run && [...built.filter((entry) => !isOfRun(entry)), ...run.filter(isOfRun)];
  const ofRun = ['maxProcs', 'cpu', 'governor', 'machine'];
  const fieldsOf = (conditions: Conditions, areOfRun: boolean) => Object.entries(conditions).filter(([name]) => {
    return name !== 'environment' && ofRun.includes(name) === areOfRun;
  });
  const fields = [...fieldsOf(earlier, false), ...fieldsOf(present, true)];
  return Object.fromEntries([...fields, ...(environment ? [['environment', Object.fromEntries(environment)]] : [])]);
}

/** The environment as texts: `GOGC=10`. */
export function environmentTexts({ environment = {} }: Pick<Conditions, 'environment'> = {}): string[] {
  return Object.entries(environment).map(([name, value]) => `${name}=${value}`);
}

const NOT_SET = 'not set';

function ownText({ name, isVariable, own }: Difference): string {
  return isVariable && own !== undefined ? `${name}=${own}` : `${name} ${own ?? NOT_SET}`;
}

function differencesOf(own: Conditions = {}, reference: Conditions = {}): Difference[] {
  const compared = (name: string, valueOf: (conditions: Conditions) => string | undefined): Difference[] => {
    const values = { own: valueOf(own), reference: valueOf(reference) };
    const isSame = values.own === undefined || values.reference === undefined || values.own === values.reference;
    return isSame ? [] : [{ name, isVariable: false, ...values }];
  };
  return [
    ...compared('Go', ({ goVersion }) => goVersion?.replace(/^go/, '')),
    ...compared('GOEXPERIMENT', ({ goVersion, goExperiment }) => goVersion && (goExperiment || 'none')),
    ...compared('CPU', ({ cpu }) => cpu),
    ...compared('governor', ({ governor }) => governor),
    ...maxProcsDifference(own, reference),
    ...environmentDifferences(own.environment, reference.environment),
    ...compared('flags', flagsText([own, reference].every(({ environment }) => environment))),
  ];
}

/** GOMAXPROCS as the results name it, else as the variable says. */
function maxProcsDifference(own: Conditions, reference: Conditions): Difference[] {
  const valueOf = ({ maxProcs, environment }: Conditions) => maxProcs?.toString() ?? environment?.GOMAXPROCS;
  const values = { own: valueOf(own), reference: valueOf(reference) };
  const areKnown = values.own !== undefined && values.reference !== undefined;
  const variables = { own: own.environment?.GOMAXPROCS, reference: reference.environment?.GOMAXPROCS };
  const areRecorded = own.environment !== undefined && reference.environment !== undefined;
  const { own: value, reference: other } = areKnown ? values : variables;
  return (areKnown || areRecorded) && value !== other
    ? [{ name: 'GOMAXPROCS', isVariable: true, own: value, reference: other }]
    : [];
}

/** None if either capture did not record its environment. */
function environmentDifferences(own?: Environment, reference?: Environment): Difference[] {
  if (!own || !reference) return [];
  const names = [...new Set([...Object.keys(own), ...Object.keys(reference)])].filter((name) => name !== 'GOMAXPROCS');
  return names.flatMap((name) => {
    const values = { own: valueIn(own, name), reference: valueIn(reference, name) };
    return values.own === values.reference ? [] : [{ name, isVariable: true, ...values }];
  });
}

/**
 * The flags, except those that only set how long and how many times a benchmark runs.
 * @param besideGoflags whether those of GOFLAGS are left out, because GOFLAGS is compared as a whole
 */
function flagsText(besideGoflags: boolean): (conditions: Conditions) => string | undefined {
  return ({ flags, environment = {} }) => {
    const own = besideGoflags && flags ? flagsBeside(environment, flags) : flags;
    return own && (own.filter((flag) => !/^-(?:benchtime|count)=/.test(flag)).join(' ') || 'none');
  };
}
