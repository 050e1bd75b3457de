import * as vscode from 'vscode';

/** The tab's type of a panel that opens beside the code. VS Code puts a prefix before the panel's own type. */
const PANEL = /\blinecost\.(flameGraph|results)$/;

/**
 * The column for a panel beside the code: that of another such panel, unless its group is active; or the active one, if
 * it has no code and another one has, as beside the walkthrough. VS Code locks the group of a panel that opened beside
 * the code, so another one would get a third group, and none would have room.
 */
export function besideCode(): vscode.ViewColumn {
  const { all } = vscode.window.tabGroups;
  const isPanel = ({ input }: vscode.Tab) => input instanceof vscode.TabInputWebview && PANEL.test(input.viewType);
  const withPanel = all.find(({ isActive, tabs }) => !isActive && tabs.some(isPanel));
  if (withPanel) return withPanel.viewColumn;
  const showsCode = ({ activeTab }: vscode.TabGroup) => activeTab?.input instanceof vscode.TabInputText;
  const active = all.find(({ isActive }) => isActive);
  const isBesideCode = active && !showsCode(active) && all.some((group) => group !== active && showsCode(group));
  return isBesideCode ? active.viewColumn : vscode.ViewColumn.Beside;
}
