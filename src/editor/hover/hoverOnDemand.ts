import type * as vscode from 'vscode';
import type { ColumnStyles } from '../../captures/loaded/columnStyles';
import type { LineCosts } from '../columns/columnsOnDemand';

/** The hover, loaded when the pointer first rests on a line with costs. */
export function hoverOnDemand(
  lineCosts: LineCosts,
  styles: ColumnStyles,
  load: () => Promise<vscode.HoverProvider>,
): vscode.HoverProvider {
  let loaded: Promise<vscode.HoverProvider> | undefined;
  return {
    provideHover: async (document, position, token) => {
      if (styles.isHidden) return undefined;
      const line = position.line + 1;
      const hasHover = lineCosts.lineAt(document, line) ?? lineCosts.functionAt(document, line);
      if (!hasHover && !lineCosts.hasRemovedBelow(document, line)) return undefined;
      return (await (loaded ??= load())).provideHover(document, position, token);
    },
  };
}
