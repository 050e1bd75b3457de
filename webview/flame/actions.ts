import type { StackOption } from './stackOptions';
import type { QuickField } from '../refine/refineBar';

/** What the parts of the flame graph ask for; one object does it all. Rows are those of the window that is drawn. */
export interface Actions {
  /** Zooms into a frame, or into the smaller frames that a row stands for. */
  zoom(row: number): void;
  zoomOut(): void;
  resetZoom(): void;
  focus(row: number): void;
  openSource(row: number): void;
  /** Opens the source of the frame that the last zoom went to, and takes that zoom back (a double click). */
  openZoomed(): void;
  copyName(row: number): void;
  /** Refines all that is shown by a frame's function. */
  refineBy(field: QuickField, row: number): void;
  /** Lets stacks start at a function; `''`: everything. */
  startAt(from: string): void;
  /** Shows a frame's function with all its callers above and all its callees below, all calls of it in one frame. */
  turnAround(row: number): void;
  /** Whether a row is a function that the graph is not turned around already. */
  canTurnAround(row: number): boolean;
  /** To where the graph was turned around a function. */
  turnBack(): void;
  toggle(option: StackOption): void;
  /** Saves what is seen as a picture, where the user wants it. */
  saveSvg(): void;
  search(text: string): void;
}
