import * as vscode from 'vscode';

/** The answer of VS Code's command: sizes in pixels, of columns and rows of groups in turns. */
interface Layout {
  /** 0: the groups are beside each other; 1: below each other. */
  readonly orientation: number;
  readonly groups: readonly LayoutGroup[];
}

interface LayoutGroup {
  readonly size?: number;
  readonly groups?: readonly LayoutGroup[];
}

/** The width of a group that has the whole width of the editors, which VS Code does not say, in pixels. */
const WHOLE_WIDTH = 1000;
/** Width of a character as a part of the font's size: more than in usual fonts for code. */
const CHARACTER = 0.62;
/** The default size of the font on the system with the largest one, in pixels. */
const FONT_SIZE = 14;
/** The most that VS Code puts beside the code, in pixels: line numbers, folding, margins, scroll bar, some hints. */
const BESIDE_CODE = 160;
const MINIMAP = 120;

/**
 * How many characters a line of an editor shows, figures included; 0 if that is not known. VS Code does not say, so it
 * is estimated from the width of the editor's group.
 */
export async function roomForCode({ viewColumn, document }: vscode.TextEditor): Promise<number> {
  const layout = await vscode.commands.executeCommand<Layout | undefined>('vscode.getEditorLayout');
  const widths = layout ? widthsOf(layout.groups, layout.orientation === 0, WHOLE_WIDTH) : [];
  const { all } = vscode.window.tabGroups;
  // Groups in windows of their own are not part of the layout.
  if (widths.length !== all.length || !viewColumn) return 0;
  const settings = vscode.workspace.getConfiguration('editor', document);
  const minimap = settings.get('minimap.enabled', true) ? MINIMAP : 0;
  const character = CHARACTER * settings.get('fontSize', FONT_SIZE) + Math.max(0, settings.get('letterSpacing', 0));
  return Math.floor((widths[viewColumn - 1] - BESIDE_CODE - minimap) / character);
}

/** The widths of the groups in their order. @param width of all of them together, or of each */
function widthsOf(groups: readonly LayoutGroup[], areBeside: boolean, width: number): number[] {
  return groups.flatMap((group) => {
    const own = areBeside ? (group.size ?? width / groups.length) : width;
    return group.groups ? widthsOf(group.groups, !areBeside, own) : [own];
  });
}
