import type { TableJudgements } from '../answers/changes';
import type { Changes } from '../changes/changes';
import { ChangeRows, nodeChangesInSteps } from '../changes/nodeChanges';
import { changeSumsInSteps } from '../changes/changeSums';
import { keyNodes } from '../changes/sampleNodes';
import type { Steps } from '../common/guard';
import type { ReportTable, TableChanges } from './reportTable';
import type { FewSamples } from '../answers/table';
import { effectiveSumsInSteps } from '../noise/effectiveSums';
import { isFew } from '../noise/interval';
import { type NodeCosts, nodeKeys } from './nodeCosts';

/** The judgements on the nodes of a table, in a difference of costs per operation. */
export function* tableChangesInSteps(
  { profile, nodes: { offsets, rows, infos } }: ReportTable,
  changes: Changes,
): Steps<TableChanges> {
  const keys = { offsets, keys: rows, count: infos.length };
  const sums = yield* changeSumsInSteps(profile, changes.columns, keys);
  const judgements = yield* nodeChangesInSteps(profile, changes, { sums, nodes: keyNodes(profile, keys) });
  return { ...judgements, of: changes };
}

/** The judgements on some rows. */
export function tableJudgements(
  { changes }: ReportTable,
  nodes: ArrayLike<number>,
): { readonly changes?: TableJudgements } {
  if (!changes) return {};
  const changeRows = new ChangeRows();
  const [flat, cum] = [changes.flat, changes.cum].map((part) => {
    return changeRows.judgements(Array.from(nodes, (node) => [part, node] as const));
  });
  return { changes: { flat, cum, moves: changeRows.moves } };
}

/** The number of samples behind each node's flat and cum; undefined if it is not known: see effectiveSumsInSteps. */
export function nodeSamplesInSteps({ profile, sampleType, frames }: ReportTable): Steps<NodeCosts | undefined> {
  return effectiveSumsInSteps(profile, sampleType, nodeKeys(frames));
}

/** Which figures of these nodes rest on few samples. */
export function fewSamples({ flat, cum }: NodeCosts, nodes: Uint32Array): FewSamples {
  const flags = (samples: Float64Array): Uint8Array =>
    Uint8Array.from(nodes, (node) => (samples[node] > 0 && isFew(samples[node]) ? 1 : 0));
  return { flat: flags(flat), cum: flags(cum) };
}
