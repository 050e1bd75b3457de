/** Lines of a file while it is edited: where they stood when the profile was captured, where they stand now. */
export { isAsCaptured } from './asCaptured';
export { functionExtent, type FunctionLines } from './functionExtent';
export { lineMapFromTexts } from './lineDiff';
export { lineEdits, type TextChange } from './lineEdits';
export { LineMap, type LineEdit, type LineRun } from './lineMap';
