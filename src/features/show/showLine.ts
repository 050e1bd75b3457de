import type { LineCosts } from '../../editor/columns/columnsOnDemand';
import type { ProfilePanel } from '../../pages/profile/profilePanel';
import { tickStep } from '../../ui/walkthrough';
import { lineWithCosts } from './linePlace';

export interface ShowLineParts {
  readonly lineCosts: Pick<LineCosts, 'lineAt'>;
  readonly panel: Pick<ProfilePanel, 'show'>;
}

/**
 * Shows the frame of the flame graph that has most of a line's cost; by default, of the line at the cursor. The graph
 * takes the focus if the command is called from the palette or by a key. Throws a PreconditionError if the line has no
 * costs.
 */
export async function showLineInFlameGraph(
  { lineCosts, panel }: ShowLineParts,
  place: unknown,
  line: unknown,
): Promise<void> {
  const { annotated } = await lineWithCosts(lineCosts, place, line);
  panel.show('flame', place === undefined, { file: annotated.costs.file, line: annotated.line.captured });
  tickStep('flame');
}
