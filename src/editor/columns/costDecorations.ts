import type * as vscode from 'vscode';
import { columns, heat, lineEnds } from './drawingStyles';
import type { CostPicture } from './costPicture';
import { createType, type Marks, type TypeOptions } from './decorationParts';
import type { LineSpan, StaleBlock } from './drawnBlocks';
import { marginHeat } from './marginHeat';
import { OverviewRuler } from './overviewRuler';

type Type = vscode.TextEditorDecorationType;

/**
 * Draws costs, a block of lines at a time. VS Code always replaces all decorations of a type, so each block has its own
 * types, which are created once and reused for every editor and profile.
 */
export class CostDecorations implements vscode.Disposable {
  /** All types, by block and name. */
  private readonly types = new Map<string, Type>();
  /** The types in use in each editor, by block. */
  private readonly used = new WeakMap<vscode.TextEditor, Map<number, Map<string, Type>>>();
  readonly ruler = new OverviewRuler();

  /** Draws a block, and clears what it showed before. */
  draw(editor: vscode.TextEditor, picture: CostPicture, { slot, from, to }: StaleBlock): void {
    const blocks = this.blocksOf(editor);
    const before = blocks.get(slot);
    const now = new Map<string, Type>();
    for (const [name, { options, at }] of this.marksOf(picture, { from, to })) {
      const type = this.typeOf(slot, name, options);
      now.set(name, type);
      editor.setDecorations(type, at);
    }
    for (const [name, type] of before ?? []) if (!now.has(name)) editor.setDecorations(type, []);
    blocks.set(slot, now);
  }

  /** Clears blocks that no longer have lines. */
  clearBlocks(editor: vscode.TextEditor, slots: readonly number[]): void {
    const blocks = this.blocksOf(editor);
    for (const slot of slots) {
      for (const type of blocks.get(slot)?.values() ?? []) editor.setDecorations(type, []);
      blocks.delete(slot);
    }
  }

  clear(editor: vscode.TextEditor): void {
    this.clearBlocks(editor, [...this.blocksOf(editor).keys()]);
    this.ruler.clear(editor);
  }

  dispose(): void {
    for (const type of [...this.types.values(), this.ruler]) type.dispose();
  }

  private blocksOf(editor: vscode.TextEditor): Map<number, Map<string, Type>> {
    const cached = this.used.get(editor) ?? new Map<number, Map<string, Type>>();
    this.used.set(editor, cached);
    return cached;
  }

  private typeOf(slot: number, name: string, options: TypeOptions): Type {
    const key = `${slot} ${name}`;
    const type = this.types.get(key) ?? createType(options);
    this.types.set(key, type);
    return type;
  }

  private marksOf(picture: CostPicture, lines: LineSpan): Map<string, Marks> {
    switch (picture.style) {
      case 'columns':
      case 'compact':
        return columns(picture, lines);
      case 'endOfLine':
        return lineEnds(picture, lines);
      case 'heatOnly':
        return heat(picture, lines);
      case 'margin':
        return marginHeat(picture, lines);
      case 'off':
        return new Map();
      default:
        return picture.style satisfies never;
    }
  }
}
