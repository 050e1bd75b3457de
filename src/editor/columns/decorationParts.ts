import * as vscode from 'vscode';

export const NBSP = '\u00a0';
export const OPEN_CLOSED = vscode.DecorationRangeBehavior.OpenClosed;

/** The margin between the code and a note at the end of its line, in characters. */
export const NOTE_MARGIN = 3;
export const LINE_END_MARGIN = `0 0 0 ${NOTE_MARGIN}ch`;

export const COST_COLOR = new vscode.ThemeColor('linecost.costForeground');
export const FADED_COLOR = new vscode.ThemeColor('linecost.fewSamplesForeground');
/** The underline shows in high contrast only, where faded text would be hard to read. */
export const FADED_LINE = 'underline dotted var(--vscode-linecost-fewSamplesUnderline, transparent)';
export const NOTE_COLOR = new vscode.ThemeColor('linecost.noteForeground');
export const ZERO_COLOR = new vscode.ThemeColor('linecost.zeroForeground');

export type TypeOptions = vscode.DecorationRenderOptions;
export type Look = vscode.DecorationInstanceRenderOptions;

/** A decoration type and its ranges. */
export interface Marks {
  readonly options: TypeOptions;
  readonly at: vscode.Range[] | vscode.DecorationOptions[];
}

export function filled(marks: Readonly<Record<string, Marks>>): Map<string, Marks> {
  return new Map(Object.entries(marks).filter(([, { at }]) => at.length > 0));
}

export function createType(options: TypeOptions): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType(options);
}

export function lineEnd(line: number): vscode.Range {
  const end = new vscode.Position(line - 1, Number.MAX_SAFE_INTEGER);
  return new vscode.Range(end, end);
}

export function lineStart(line: number): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}
