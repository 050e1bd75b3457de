/**
 * Row numbers, from 0, by the table that they are rows of. At run time they are plain numbers. The compiler takes any
 * number for them, but does not let a row of one table pass for a row of another.
 */
declare const table: unique symbol;
type RowOf<Table extends string> = number & { readonly [table]?: Table };

/** A sample of a profile. */
export type SampleIndex = RowOf<'sample'>;
/** A row of `Profile.locations`. */
export type LocationIndex = RowOf<'location'>;
/** A row of `Profile.lines`: a Line message. */
export type LineIndex = RowOf<'line'>;
/** A row of `Profile.functions`: a Function message. */
export type FunctionIndex = RowOf<'function'>;
export type MappingIndex = RowOf<'mapping'>;
/** An index into `Profile.strings`. */
export type StringIndex = RowOf<'string'>;
/** A frame of `framesOf`. */
export type FrameIndex = RowOf<'frame'>;
/** A function of `framesOf`: Function messages with the same name and file. */
export type MergedFunctionIndex = RowOf<'merged function'>;
/** A distinct file and line of `framesOf`. */
export type SourceLineIndex = RowOf<'source line'>;
/** A node of a stack trie. */
export type TrieIndex = RowOf<'trie node'>;
/** A call of a flame graph's tree. */
export type CallIndex = RowOf<'call'>;
/** What samples are summed by: a node of a call graph, a row of a table, a call, a line, or any other key. */
export type NodeIndex = RowOf<string>;

/** A line of a file, from 1; 0 if it is unknown. */
export type LineNumber = number;

/** For each row of one table: a row of another, or NONE where a docstring says so. */
export interface IndexColumn<From extends number, To extends number> extends Uint32Array {
  [row: number]: To;
  readonly [from]?: From;
}
declare const from: unique symbol;

/** Compressed rows: row `i` of one table owns the rows `[offsets[i] … offsets[i + 1])` of another. length = rows + 1 */
export interface Offsets<From extends number, To extends number> extends Uint32Array {
  [row: number]: To;
  readonly [from]?: From;
}
