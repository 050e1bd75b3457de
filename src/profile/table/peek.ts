import type { Peek, PeekBlock, PeekView } from '../answers/table';
import { callsOf } from './pathCalls';
import { sumPaths } from './pathSums';
import type { PathSums } from './pathSums';
import type { ReportTable } from './reportTable';
import { tableJudgements } from './tableNoise';
import { hasName } from './tableWindow';
import type { NodeIndex } from '../indexes';

/** The maximum number of blocks. With a fine granularity, a function may have many nodes. */
const MAX_BLOCKS = 20;

/** The blocks of `go tool pprof -peek` for a function: one per node of the function. */
export function peek(table: ReportTable, { name, limit }: PeekView): Peek {
  const nodes = table.order.filter((node) => hasName(table, node, name));
  const shown = [...nodes.subarray(0, MAX_BLOCKS)];
  const sums = sumPaths(table, shown.flatMap((node) => [
    { direction: 'callers', path: [node] },
    { direction: 'callees', path: [node] },
  ]));
  const blocks = shown.map((node, at) => blockOf(table, node, { sums: sums.slice(2 * at, 2 * at + 2), limit }));
  return { ...table.format, blocks, ...tableJudgements(table, shown), moreBlocks: nodes.length - shown.length };
}

function blockOf(
  table: ReportTable,
  node: NodeIndex,
  { sums: [callers, callees], limit }: { readonly sums: readonly PathSums[]; readonly limit: number },
): PeekBlock {
  const { name: functionName, line } = table.nodes.infos[node];
  return {
    node,
    name: table.names.of(node),
    function: functionName,
    file: table.fileOf(node),
    line,
    flat: table.flat[node],
    cum: table.cum[node],
    callers: callsOf(table, callers, { from: 0, limit }),
    callees: callsOf(table, callees, { from: 0, limit }),
  };
}
