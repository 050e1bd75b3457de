import type { TableVerdicts } from '../answers/changes';
import type { Changes } from '../changes';
import { ChangeRows } from '../changes/changeRows';
import { changeSumsInSteps } from '../changes/changeSums';
import { nodeChangesInSteps } from '../changes/nodeChanges';
import { keyNodes } from '../changes/sampleNodes';
import type { Steps } from '../work/guard';
import type { ReportTable, TableChanges } from './reportTable';

/** The verdicts about the nodes of a table, in a difference of costs per operation. */
export function* tableChangesInSteps(
  { profile, nodes: { offsets, rows, infos } }: ReportTable,
  changes: Changes,
): Steps<TableChanges> {
  const { columns, functions } = changes;
  const keys = { offsets, keys: rows, count: infos.length };
  const sums = yield* changeSumsInSteps(profile, columns, keys);
  const judged = yield* nodeChangesInSteps(profile, columns, { sums, nodes: keyNodes(profile, keys) }, functions);
  return { ...judged, of: changes };
}

/** The verdicts about some rows. */
export function tableVerdicts(
  { changes }: ReportTable,
  nodes: ArrayLike<number>,
): { readonly changes?: TableVerdicts } {
  if (!changes) return {};
  const found = new ChangeRows();
  const [flat, cum] = [changes.flat, changes.cum].map((each) => {
    return found.verdicts(Array.from(nodes, (node) => [each, node] as const));
  });
  return { changes: { flat, cum, moves: found.moves } };
}
