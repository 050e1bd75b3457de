import type { SourceWords } from '../hostAbilities';
import type { QuickField } from '../refine/refineByFunction';

/** All user actions in the flame graph, implemented by `FlameTab`. Rows are rows of the drawn window. */
export interface FlameActions {
  readonly sourceWords: SourceWords;
  /** Whether a function is selected. */
  readonly hasSelection: boolean;
  /** Zooms into a frame, or into the smaller frames of a row that stands for several. */
  zoom(row: number): void;
  /** Zooms to a frame of the whole graph. */
  zoomToFrame(frame: number): void;
  zoomOut(): void;
  resetZoom(): void;
  focus(row: number): void;
  openSource(row: number): void;
  /** Handles a double click: undoes the zoom of the first click and opens the source of the clicked frame. */
  onDoubleClick(): void;
  copyName(row: number): void;
  /** Refines the profile by a frame's function. */
  refineBy(field: QuickField, row: number): void;
  /** Starts stacks at a function; `''` shows whole stacks. */
  startAt(from: string): void;
  /** Shows the sandwich view: one frame for all calls of a function, with its callers above and its callees below. */
  showSandwich(row: number): void;
  /** The full name of a row's function; empty if the row is not a function, as the root of whole stacks. */
  functionOf(row: number): string;
  /** Whether a row is a function, other than the function in the middle of the sandwich view. */
  canShowSandwich(row: number): boolean;
  /** Goes back from the sandwich view to the previous one. */
  leaveSandwich(): void;
  toggle(option: StackOption): void;
  /** Saves the visible graph as an SVG file; the host asks for the file name. */
  saveSvg(): void;
  search(text: string): void;
  /** Clears the search, or else the selection. */
  clear(): void;
}

/** The options of the flame graph that remove frames from stacks. See `FlameView` in profile/answers/flame. */
export const STACK_OPTIONS = ['collapseRecursion', 'foldWrappers', 'hideTestingFrames'] as const;

export type StackOption = (typeof STACK_OPTIONS)[number];

/** The name of each option in the View menu, and a short text that says it is on. */
export const STACK_OPTION_TEXTS: Readonly<Record<StackOption, { readonly name: string; readonly brief: string }>> = {
  collapseRecursion: { name: 'Collapse recursion', brief: 'no recursion' },
  foldWrappers: { name: 'Collapse wrappers', brief: 'no wrappers' },
  hideTestingFrames: { name: 'Hide testing frames', brief: 'no testing frames' },
};
