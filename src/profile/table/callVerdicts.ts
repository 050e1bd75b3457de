import type { TableVerdicts } from '../answers/changes';
import { decideByTurns } from '../changes/benchmarkTurns';
import { ChangeRows } from '../changes/changeRows';
import { changeSums } from '../changes/changeSums';
import { nodeChangesInSteps } from '../changes/nodeChanges';
import { finish } from '../common/guard';
import type { PathSums } from './pathSums';
import type { ReportTable } from './reportTable';

/** The verdicts on the calls of some nodes, in a difference of costs per operation; see pathCalls. */
export function callVerdicts(
  { profile, changes, nodes: { infos } }: ReportTable,
  { samples, view: { direction, path } }: PathSums,
  nodes: ArrayLike<number>,
): { readonly changes?: TableVerdicts } {
  if (!changes || !samples) return {};
  const { columns, functions, turns } = changes.of;
  const sums = changeSums(samples.sums(columns.now), samples.sums(columns.before));
  const nodeChanges = finish(nodeChangesInSteps(profile, columns, { sums, nodes: samples }, functions));
  // A caller of the benchmark costs what the benchmark costs.
  const costed = direction === 'callers' ? () => path[0] : (node: number) => node;
  decideByTurns(nodeChanges.cum, turns, {
    count: samples.nodes.length,
    nameOf: (number) => infos[costed(samples.nodes[number])].name,
  });
  const changeRows = new ChangeRows();
  const [flat, cum] = [nodeChanges.flat, nodeChanges.cum].map((part) => {
    return changeRows.verdicts(Array.from(nodes, (node) => [part, samples.numberOf(node)] as const));
  });
  return { changes: { flat, cum, moves: changeRows.moves } };
}
