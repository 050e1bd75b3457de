/** Tracks the lines of a file while it is edited: from the captured text to the current one. */
export { isAsCaptured } from './asCaptured';
export { functionExtent, type FunctionLines } from './functionExtent';
export { lineMapFromTexts } from './lineDiff';
export { lineEdits, type TextChange } from './lineEdits';
export { LineMap, type LineEdit, type LineRun } from './lineMap';
