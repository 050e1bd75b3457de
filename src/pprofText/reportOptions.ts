import type { Refinement } from '../profile/answers/refinement';

type LimitedReport = Limits & { readonly command: string; readonly trim: boolean };

/** Which nodes and edges a report drops. */
interface Limits {
  /** Maximum number of nodes; -1 for the report's default, any other number below 1 for all nodes. */
  readonly nodeCount: number;
  /** Nodes with a smaller fraction of the total are dropped. */
  readonly nodeFraction: number;
  /** Edges with a smaller fraction of the total are dropped. */
  readonly edgeFraction: number;
}

/** pprof's defaults. */
const DEFAULT_LIMITS: Limits = { nodeCount: -1, nodeFraction: 0.005, edgeFraction: 0.001 };

/** pprof's default number of nodes in a graph. */
const GRAPH_NODES = 80;

/** The limits that apply to the report. Source: google/pprof internal/driver, applyCommandOverrides. */
export function limitsOf({ command, trim, nodeCount, nodeFraction, edgeFraction }: LimitedReport): Limits {
  if (!trim || command === 'peek') return { nodeCount: 0, nodeFraction: 0, edgeFraction: 0 };
  const isTable = command === 'top' || command === 'text';
  return { nodeCount: nodeCount === -1 ? (isTable ? 0 : GRAPH_NODES) : nodeCount, nodeFraction, edgeFraction };
}

/** The reports, named as in `go tool pprof`. */
export const COMMANDS = [
  'top', 'text', 'list', 'peek', 'disasm', 'tree', 'traces', 'tags', 'comments', 'dot', 'callgrind', 'raw', 'proto',
] as const;

export type Command = (typeof COMMANDS)[number];

/** Reports that take a regular expression: see `pattern` in ReportOptions. */
export const WITH_PATTERN: ReadonlySet<Command> = new Set<Command>(['list', 'peek', 'disasm']);

/** An invalid option or command line, or a report that cannot be made as requested. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The options of one report; names and defaults are those of `go tool pprof`. */
export interface ReportOptions extends Limits {
  readonly command: Command;
  /**
   * For reports in WITH_PATTERN: an RE2 pattern, not anchored, for function names; in `peek` and `disasm`, for the
   * printed names of nodes.
   */
  readonly pattern: string;
  /** Paths of the profiles to merge; `-` is standard input. */
  readonly files: readonly string[];
  /** Path of a profile to subtract; empty for none. */
  readonly base: string;
  /** Path of a profile to compare with; empty for none. */
  readonly diffBase: string;
  /** Whether values are scaled to the total of the base. */
  readonly normalize: boolean;
  /** The granularity is set only if the user set it. */
  readonly refinement: Refinement;
  readonly sort: 'flat' | 'cum';
  /** Name or number of the sample type; empty for the profile's default. */
  readonly sampleIndex: string;
  /** Unit of all values. `minimum` is one unit that suits all values, `auto` the natural unit of each value. */
  readonly unit: string;
  readonly compactLabels: boolean;
  readonly callTree: boolean;
  /** Whether `nodeCount`, `nodeFraction` and `edgeFraction` apply. */
  readonly trim: boolean;
  /** List of directories, separated as in PATH; empty if not set. */
  readonly sourcePath: string;
  /** List of prefixes, separated as in PATH; empty if not set. */
  readonly trimPath: string;
  /** A file to write to; empty for standard output. */
  readonly output: string;
  /** Build ID for the first binary of each profile, if the file has none; empty if not set. */
  readonly buildId: string;
  /** The mode of `-symbolize`: see symbolization. */
  readonly symbolize: string;
  /** Whether to print instructions in Intel syntax, which is not supported. */
  readonly intelSyntax: boolean;
  /** A comment to add to the profile; empty for none. */
  readonly addComment: string;
}

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
  ...DEFAULT_LIMITS,
  sourcePath: '',
  trimPath: '',
  output: '',
  buildId: '',
  symbolize: '',
  intelSyntax: false,
  addComment: '',
};
