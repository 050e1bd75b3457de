import type { TableVerdicts } from '../answers/changes';
import { ChangeRows } from '../changes/changeRows';
import { changeSums } from '../changes/changeSums';
import { nodeChangesInSteps } from '../changes/nodeChanges';
import { finish } from '../common/guard';
import type { PathSums } from './pathSums';
import type { ReportTable } from './reportTable';

/** The verdicts on the calls of some nodes, in a difference of costs per operation; see pathCalls. */
export function callVerdicts(
  { profile, changes }: ReportTable,
  { samples }: PathSums,
  nodes: ArrayLike<number>,
): { readonly changes?: TableVerdicts } {
  if (!changes || !samples) return {};
  const { now, before } = changes.of.columns;
  const sums = changeSums(samples.sums(now), samples.sums(before));
  const nodeChanges = finish(nodeChangesInSteps(profile, changes.of, { sums, nodes: samples }));
  const changeRows = new ChangeRows();
  const [flat, cum] = [nodeChanges.flat, nodeChanges.cum].map((part) => {
    return changeRows.verdicts(Array.from(nodes, (node) => [part, samples.numberOf(node)] as const));
  });
  return { changes: { flat, cum, moves: changeRows.moves } };
}
