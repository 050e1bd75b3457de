/** What the parts of the page ask for; one object does it all. Rows are those of the window that is drawn. */
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
  /** Lets stacks start at a function; `''`: everything. */
  startAt(from: string): void;
  search(text: string): void;
  chooseProfile(id: number): void;
  chooseSampleType(index: number): void;
  noticeAction(): void;
  retry(): void;
}
