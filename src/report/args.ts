import type { Granularity } from '../profile/frameNodes';

/** What `report` was asked for; names and defaults are those of `go tool pprof`. */
export interface ReportOptions {
  readonly command: 'top' | 'list';
  /** For `list`: RE2 that function names must match somewhere. */
  readonly pattern: string;
  /** Where the profile is; `-` is standard input. */
  readonly file: string;
  readonly sort: 'flat' | 'cum';
  readonly granularity: Granularity;
  /** Name or number of the sample type; empty: the profile's default. */
  readonly sampleIndex: string;
  /** Unit of all values, or `minimum` (one that fits all), or `auto` (each its own). */
  readonly unit: string;
  readonly compactLabels: boolean;
  /** Whether the three limits below hold. */
  readonly trim: boolean;
  /** 0 and below: all. */
  readonly nodeCount: number;
  readonly nodeFraction: number;
  readonly edgeFraction: number;
  /** Lists of directories, as PATH is one; empty: not given. */
  readonly sourcePath: string;
  readonly trimPath: string;
}

/** The command line makes no sense; the message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const USAGE = 'usage: report top [flags] FILE, or report list [flags] REGEXP FILE';

type Changes = { -readonly [K in keyof ReportOptions]?: ReportOptions[K] };
type Flag =
  | { readonly kind: 'switch'; apply(on: boolean): Changes }
  | { readonly kind: 'text'; apply(value: string): Changes }
  | { readonly kind: 'number'; apply(value: number): Changes };

const choose = (changes: Changes): Flag => ({ kind: 'switch', apply: (on) => (on ? changes : {}) });

const FLAGS = new Map<string, Flag>([
  ['flat', choose({ sort: 'flat' })],
  ['cum', choose({ sort: 'cum' })],
  ['functions', choose({ granularity: 'functions' })],
  ['filefunctions', choose({ granularity: 'filefunctions' })],
  ['lines', choose({ granularity: 'lines' })],
  ['compact_labels', { kind: 'switch', apply: (compactLabels) => ({ compactLabels }) }],
  ['trim', { kind: 'switch', apply: (trim) => ({ trim }) }],
  ['nodecount', { kind: 'number', apply: (nodeCount) => ({ nodeCount }) }],
  ['nodefraction', { kind: 'number', apply: (nodeFraction) => ({ nodeFraction }) }],
  ['edgefraction', { kind: 'number', apply: (edgeFraction) => ({ edgeFraction }) }],
  ['unit', { kind: 'text', apply: (unit) => ({ unit }) }],
  ['source_path', { kind: 'text', apply: (sourcePath) => ({ sourcePath }) }],
  ['trim_path', { kind: 'text', apply: (trimPath) => ({ trimPath }) }],
  ['sample_index', { kind: 'text', apply: (sampleIndex) => ({ sampleIndex }) }],
  ...['inuse_space', 'inuse_objects', 'alloc_space', 'alloc_objects', 'contentions'].map(
    (sampleIndex): [string, Flag] => [sampleIndex, choose({ sampleIndex })],
  ),
  ['total_delay', choose({ sampleIndex: 'delay' })],
]);

const DEFAULTS: Omit<ReportOptions, 'command' | 'pattern' | 'file'> = {
  sort: 'flat',
  granularity: 'functions',
  sampleIndex: '',
  unit: 'minimum',
  compactLabels: false,
  trim: true,
  nodeCount: -1,
  nodeFraction: 0.005,
  edgeFraction: 0.001,
  sourcePath: '',
  trimPath: '',
};

/**
 * Reads a command line: the command, its operands, and flags in Go's spellings (`-cum`, `--nodecount=5`, `-unit ms`),
 * before or after the operands; `--` ends the flags.
 * @throws UsageError
 */
export function parseArgs(argv: readonly string[]): ReportOptions {
  const operands: string[] = [];
  const changes: Changes = {};
  const words = [...argv];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--') operands.push(...words.splice(0));
    else if (!word.startsWith('-') || word === '-') operands.push(word);
    else Object.assign(changes, readFlag(word, words));
  }
  return { ...DEFAULTS, ...changes, ...readOperands(operands) };
}

function readOperands([command, ...rest]: readonly string[]): Pick<ReportOptions, 'command' | 'pattern' | 'file'> {
  const [pattern, file] = command === 'list' ? rest : ['', ...rest];
  const wanted = command === 'list' ? 2 : 1;
  if ((command !== 'top' && command !== 'list') || rest.length !== wanted) throw new UsageError(USAGE);
  return { command, pattern: pattern!, file: file! };
}

/** Takes the flag's value from `rest` where it stands in a word of its own. */
function readFlag(word: string, rest: string[]): Changes {
  const [, name, inline] = /^--?([^=]*)(?:=(.*))?$/s.exec(word)!;
  const flag = FLAGS.get(name!);
  if (flag === undefined) throw new UsageError(`unknown flag -${name}; ${USAGE}`);
  if (flag.kind === 'switch') return flag.apply(readSwitch(name!, inline ?? 'true'));
  const value = inline ?? rest.shift();
  if (value === undefined) throw new UsageError(`flag -${name} needs a value, as in -${name}=VALUE`);
  if (flag.kind === 'text') return flag.apply(value);
  if (value.trim() === '' || !Number.isFinite(Number(value))) {
    throw new UsageError(`flag -${name} needs a number, not "${value}"`);
  }
  return flag.apply(Number(value));
}

function readSwitch(name: string, value: string): boolean {
  if (/^(1|t|T|true|TRUE|True)$/.test(value)) return true;
  if (/^(0|f|F|false|FALSE|False)$/.test(value)) return false;
  throw new UsageError(`flag -${name} is true or false, not "${value}"`);
}
