type LimitedReport = Limits & { readonly command: string; readonly trim: boolean };

/** Which nodes and edges a report drops. */
export interface Limits {
  /** Maximum number of nodes; -1 for the report's default, any other number below 1 for all nodes. */
  readonly nodeCount: number;
  /** Nodes with a smaller fraction of the total are dropped. */
  readonly nodeFraction: number;
  /** Edges with a smaller fraction of the total are dropped. */
  readonly edgeFraction: number;
}

/** pprof's defaults. */
export const DEFAULT_LIMITS: Limits = { nodeCount: -1, nodeFraction: 0.005, edgeFraction: 0.001 };

/** pprof's default number of nodes in a graph. */
const GRAPH_NODES = 80;

/** The limits that apply to the report. Source: google/pprof internal/driver, applyCommandOverrides. */
export function limitsOf({ command, trim, nodeCount, nodeFraction, edgeFraction }: LimitedReport): Limits {
  if (!trim || command === 'peek') return { nodeCount: 0, nodeFraction: 0, edgeFraction: 0 };
  const isTable = command === 'top' || command === 'text';
  return { nodeCount: nodeCount === -1 ? (isTable ? 0 : GRAPH_NODES) : nodeCount, nodeFraction, edgeFraction };
}
