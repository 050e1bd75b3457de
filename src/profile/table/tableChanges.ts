import type { TableVerdicts } from '../answers/changes';
import type { Changes } from '../changes';
import { ChangeRows } from '../changes/changeRows';
import { changeSumsInSteps } from '../changes/changeSums';
import { nodeChangesInSteps } from '../changes/nodeChanges';
import { keyNodes } from '../changes/sampleNodes';
import type { Steps } from '../common/guard';
import type { ReportTable, TableChanges } from './reportTable';

/** The verdicts on the nodes of a table, in a difference of costs per operation. */
export function* tableChangesInSteps(
  { profile, nodes: { offsets, rows, infos } }: ReportTable,
  changes: Changes,
): Steps<TableChanges> {
  const keys = { offsets, keys: rows, count: infos.length };
  const sums = yield* changeSumsInSteps(profile, changes.columns, keys);
  const verdicts = yield* nodeChangesInSteps(profile, changes, { sums, nodes: keyNodes(profile, keys) });
  return { ...verdicts, of: changes };
}

/** The verdicts on some rows. */
export function tableVerdicts(
  { changes }: ReportTable,
  nodes: ArrayLike<number>,
): { readonly changes?: TableVerdicts } {
  if (!changes) return {};
  const changeRows = new ChangeRows();
  const [flat, cum] = [changes.flat, changes.cum].map((part) => {
    return changeRows.verdicts(Array.from(nodes, (node) => [part, node] as const));
  });
  return { changes: { flat, cum, moves: changeRows.moves } };
}
