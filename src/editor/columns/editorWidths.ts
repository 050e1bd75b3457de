import * as vscode from 'vscode';
import { isWrapped } from '../../captures/loaded/columnStyles';
import { ignored } from '../../profile/common/ignored';
import { inBackground } from '../../ui/inBackground';
import { COMPACT, figuresWidth } from './columnWidths';
import type { CostPicture } from './costPicture';
import {
  type EditorLayout, groupWidths, isOnlyHeightKnown, lineWidth, roomAfter, ROW_OF_ONE, visibleCharacters,
  widthInCharacters,
} from './editorLayout';

/** An editor of fewer characters is narrow. */
const NARROW = 60;
/** The part of a narrow editor that figures in front of the code may take. */
const FIGURES_PART = 0.2;
const DELAY_MS = 200;

/**
 * How wide the editors are. VS Code has no event for it, so they are measured again when something else shows that the
 * user has done something.
 */
export class EditorWidths implements vscode.Disposable {
  /** In pixels, by view column. */
  private widths: readonly (number | undefined)[] = [];
  private isUsed = false;
  private delay: NodeJS.Timeout | undefined;
  private readonly subscriptions: vscode.Disposable[];

  /** @param onChange called when an editor is wider or narrower than before */
  constructor(private readonly onChange: () => void) {
    const later = () => this.measureLater();
    this.subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors(later),
      vscode.window.onDidChangeTextEditorVisibleRanges(later),
      vscode.window.onDidChangeTextEditorSelection(later),
      vscode.window.onDidChangeWindowState(later),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('editor.fontSize') || event.affectsConfiguration('editor.minimap')) onChange();
      }),
    ];
    inBackground(this.measure());
  }

  /** The picture as it fits into an editor. */
  fit(picture: CostPicture, editor: vscode.TextEditor): CostPicture {
    const { style } = picture;
    if (style !== 'columns' && style !== 'compact' && style !== 'endOfLine') return picture;
    this.isUsed = true;
    const width = editor.viewColumn === undefined ? undefined : this.widths[editor.viewColumn - 1];
    if (width === undefined) return picture;
    const { document, options } = editor;
    const settings = vscode.workspace.getConfiguration('editor', document);
    const fontSize = settings.get('fontSize', 14);
    const fitted = withNarrowFigures(picture, widthInCharacters({ width, fontSize }));
    if (fitted.style === 'margin') return fitted;
    const hasMinimap = settings.get('minimap.enabled', true);
    const visible = visibleCharacters({ width, fontSize, hasMinimap, lineCount: document.lineCount });
    const room = visible - figuresWidth(fitted);
    const tabSize = typeof options.tabSize === 'number' ? options.tabSize : 4;
    const wraps = isWrapped(document);
    const widthOf = (line: number) => lineWidth(document.lineAt(line - 1).text, tabSize);
    return { ...fitted, roomAfter: (line) => roomAfter(widthOf(line), room, wraps) };
  }

  dispose(): void {
    clearTimeout(this.delay);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private measureLater(): void {
    if (!this.isUsed) return;
    clearTimeout(this.delay);
    this.delay = setTimeout(() => inBackground(this.measure()), DELAY_MS);
  }

  private async measure(): Promise<void> {
    const layout = await layoutWithWidth().catch(ignored('the widths of the editors are not known'));
    const widths = layout ? groupWidths(layout) : [];
    if (widths.join() === this.widths.join()) return;
    this.widths = widths;
    this.onChange();
  }
}

/**
 * The layout of the editor groups. VS Code starts with a single group in a column of groups, of which it tells only the
 * height. A row of a single group looks the same.
 */
async function layoutWithWidth(): Promise<EditorLayout | undefined> {
  const ask = () => vscode.commands.executeCommand<EditorLayout | undefined>('vscode.getEditorLayout');
  const layout = await ask();
  const { activeTextEditor, tabGroups } = vscode.window;
  // Groups of other windows are not part of the layout, and only text editors have figures.
  if (!layout || !isOnlyHeightKnown(layout) || tabGroups.all.length !== 1 || !activeTextEditor) return layout;
  await vscode.commands.executeCommand('vscode.setEditorLayout', ROW_OF_ONE);
  return ask();
}

/** In a narrow editor, the picture in a style whose figures leave enough room for the code. */
function withNarrowFigures(picture: CostPicture, characters: number): CostPicture {
  const most = characters < NARROW ? characters * FIGURES_PART : Infinity;
  if (figuresWidth(picture) <= most) return picture;
  return { ...picture, style: COMPACT.column + COMPACT.margin <= most ? 'compact' : 'margin' };
}
