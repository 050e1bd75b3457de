/** The default of the setting `linecost.columns.style`. */
export const DEFAULT_STYLE = 'compact';

/** How line costs are drawn in the editor, in the order of the setting. */
export const COLUMN_STYLES = [DEFAULT_STYLE, 'columns', 'endOfLine', 'heatOnly', 'off'] as const;
export type ColumnStyle = (typeof COLUMN_STYLES)[number];

/** Whether the costs are in front of the code. VS Code wraps lines as if such costs had no width. */
export function isInFront(style: ColumnStyle): boolean {
  return style === 'compact' || style === 'columns';
}
