import type { Refinement } from '../profile/answers/refinement';

/** Reports by the names that `go tool pprof` has for them. */
export const COMMANDS = [
  'top', 'text', 'list', 'peek', 'disasm', 'tree', 'traces', 'tags', 'comments', 'dot', 'callgrind', 'raw', 'proto',
] as const;

export type Command = (typeof COMMANDS)[number];

/** Commands that take a regular expression for function names. */
export const WITH_PATTERN: ReadonlySet<Command> = new Set<Command>(['list', 'peek', 'disasm']);

/** An invalid option or command line; the message says what to give instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The options of one report; names and defaults are those of `go tool pprof`. */
export interface ReportOptions {
  readonly command: Command;
  /** For commands with a pattern: RE2 that function names must match somewhere. */
  readonly pattern: string;
  /** Where the profiles are, which are added up; `-` is standard input. */
  readonly files: readonly string[];
  /** A profile that is taken off; empty: none. */
  readonly base: string;
  /** A profile that the others are compared with; empty: none. */
  readonly diffBase: string;
  /** Whether values are scaled to the total of what they are compared with. */
  readonly normalize: boolean;
  /** What is looked at; its granularity is there only where it was asked for. */
  readonly refinement: Refinement;
  readonly sort: 'flat' | 'cum';
  /** Name or number of the sample type; empty: the profile's default. */
  readonly sampleIndex: string;
  /** Unit of all values, or `minimum` (one that fits all), or `auto` (each its own). */
  readonly unit: string;
  readonly compactLabels: boolean;
  readonly callTree: boolean;
  /** Whether the three limits below hold. */
  readonly trim: boolean;
  /** 0 and below: all; but -1 is the report's own default. */
  readonly nodeCount: number;
  readonly nodeFraction: number;
  readonly edgeFraction: number;
  /** Lists of directories, as PATH is one; empty: not given. */
  readonly sourcePath: string;
  readonly trimPath: string;
  /** A file to write to; empty: standard output. */
  readonly output: string;
  /** The build id of the first binary of each profile, where the file says none; empty: not given. */
  readonly buildId: string;
  /** How functions are named: see symbolization. */
  readonly symbolize: string;
  /** Whether instructions are wanted in Intel's syntax, which pprof refuses for Go. */
  readonly intelSyntax: boolean;
  /** A comment to put into the profile; empty: none. */
  readonly addComment: string;
}

/** What holds where nothing is said. */
export const DEFAULTS: Omit<ReportOptions, 'command' | 'pattern' | 'files'> = {
  base: '',
  diffBase: '',
  normalize: false,
  refinement: {},
  sort: 'flat',
  sampleIndex: '',
  unit: 'minimum',
  compactLabels: false,
  callTree: false,
  trim: true,
  nodeCount: -1,
  nodeFraction: 0.005,
  edgeFraction: 0.001,
  sourcePath: '',
  trimPath: '',
  output: '',
  buildId: '',
  symbolize: '',
  intelSyntax: false,
  addComment: '',
};

export type Limits = Pick<ReportOptions, 'nodeCount' | 'nodeFraction' | 'edgeFraction'>;

/** pprof shows so many nodes of a graph. */
const GRAPH_NODES = 80;

/** The limits that hold for the report. Source: google/pprof internal/driver, applyCommandOverrides. */
export function limitsOf({ command, trim, nodeCount, nodeFraction, edgeFraction }: ReportOptions): Limits {
  if (!trim || command === 'peek') return { nodeCount: 0, nodeFraction: 0, edgeFraction: 0 };
  const isTable = command === 'top' || command === 'text';
  return { nodeCount: nodeCount === -1 ? (isTable ? 0 : GRAPH_NODES) : nodeCount, nodeFraction, edgeFraction };
}
