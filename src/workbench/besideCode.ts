import * as vscode from 'vscode';

/** The tab's type of a panel that opens beside the code. VS Code puts a prefix before the panel's own type. */
const PANEL = /\blinecost\.(flameGraph|results)$/;

/**
 * The column for a panel beside the code: that of another such panel, unless its group is active. VS Code locks the
 * group of a panel that opened beside the code, so another one would get a third group, and none would have room.
 */
export function besideCode(): vscode.ViewColumn {
  const isPanel = ({ input }: vscode.Tab) => input instanceof vscode.TabInputWebview && PANEL.test(input.viewType);
  const group = vscode.window.tabGroups.all.find(({ isActive, tabs }) => !isActive && tabs.some(isPanel));
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}
