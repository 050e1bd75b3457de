import type { StackOption } from './stackOptions';
import type { QuickField } from '../refine/refineBar';

/** Everything that the user can do in the flame graph; `FlameTab` implements it. Rows are rows of the drawn window. */
export interface Actions {
  /** Zooms into a frame, or into the smaller frames of a row that stands for several. */
  zoom(row: number): void;
  zoomOut(): void;
  resetZoom(): void;
  focus(row: number): void;
  openSource(row: number): void;
  /** Undoes the last zoom and opens the source of the frame zoomed to: the second click of a double click. */
  openZoomed(): void;
  copyName(row: number): void;
  /** Refines the profile by a frame's function. */
  refineBy(field: QuickField, row: number): void;
  /** Starts stacks at a function; `''` shows whole stacks. */
  startAt(from: string): void;
  /** Merges all calls of a frame's function into one frame, with callers above and callees below. */
  turnAround(row: number): void;
  /** Whether a row is a function, and not the one that the graph is turned around. */
  canTurnAround(row: number): boolean;
  /** Undoes `turnAround`. */
  turnBack(): void;
  toggle(option: StackOption): void;
  /** Saves the visible graph as an SVG file; the host asks for the file name. */
  saveSvg(): void;
  search(text: string): void;
}
