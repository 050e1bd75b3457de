import type { FlameActions } from './flameActions';
import { element, setAttributes, stopEvent } from '../controls/dom';
import { FlameGraph } from './flameGraph';
import { flameKey } from './flameKey';
import { accessibleName } from './frameLabels';
import type { FrameColors } from './frameColors';
import { fileOf, type Frames, isRest } from './flameFrames';
import type { MenuItem, Popup } from '../controls/popup';
import { type FlameKeyAction, flameKeyAction, type Step, stepFrom } from './flameKeys';
import { platformKeys } from '../controls/helpList';
import { refineItems } from '../refine/refineByFunction';

const FOCUSED_ID = 'focused-frame';
/** Attributes to remove from a group, because the library reuses groups for other frames. */
const UNFOCUSED_ATTRIBUTES = { id: undefined, role: undefined, 'aria-level': undefined, 'aria-label': undefined };

/** Padding below the drawing in pixels, as in flame.css. */
const PADDING_BELOW = 24;

/** The flame graph with pointer, keys, menu and the focused frame. The graph is one tab stop. */
export class FlamePane {
  readonly element = element('div', { class: 'graph', role: 'tree', 'aria-label': 'Flame graph', tabindex: 0 });
  private readonly canvas = element('div', { class: 'canvas', role: 'presentation' });
  private readonly graph = new FlameGraph(this.canvas);
  private frames: Frames | undefined;
  private hovered: number | undefined;
  /** undefined if the selected function is not drawn. */
  private focused: number | undefined = 0;
  /** Last position of the pointer, and whether it was used after the keyboard. */
  private pointer = { x: -1, y: -1 };
  private isPointerActive = false;
  /** Last known size and scroll position; reading them again forces a layout. */
  private metrics = { width: 0, height: 0, scroll: 0 };

  /** @param showDetails called with the hovered row, or the focused one; the row is undefined if there is none */
  constructor(
    private readonly actions: FlameActions,
    private readonly popup: Popup,
    private readonly showDetails: (row: number | undefined, isHovered: boolean) => void,
  ) {
    const { element: pane } = this;
    pane.append(this.canvas);
    pane.addEventListener('mousemove', (event) => this.onPointerMove(event));
    pane.addEventListener('mouseover', (event) => this.onPointerMove(event));
    pane.addEventListener('mouseleave', () => this.onPointerLeave());
    // In the capture phase, so that the library gets no click: its own zoom has only the frames of this window.
    pane.addEventListener('click', (event) => this.onClick(event), { capture: true });
    // Not `dblclick`, which is lost if the zoom of the first click is drawn while the button is pressed again.
    pane.addEventListener('mousedown', (event) => {
      const isDouble = event.detail === 2 && event.button === 0 && !isModified(event);
      if (isDouble && this.graph.rowAt(event.target) !== undefined) actions.onDoubleClick();
    });
    pane.addEventListener('contextmenu', (event) => this.openMenu(event));
    pane.addEventListener('keydown', (event) => this.onKeydown(event));
    pane.addEventListener('scroll', () => this.measure());
  }

  /** Width for the drawing in CSS pixels; 0 while the page is hidden. */
  get width(): number {
    if (this.metrics.width === 0) this.measure();
    return this.metrics.width;
  }

  get scroll(): number {
    return this.metrics.scroll;
  }

  get focusedRow(): number | undefined {
    return this.focused;
  }

  get colors(): FrameColors {
    return this.graph.colors;
  }

  draw(frames: Frames, width: number, focused: number | undefined): void {
    const bounds = this.isPointerActive ? this.canvas.getBoundingClientRect() : undefined;
    this.frames = frames;
    const { scroll, height } = this.metrics;
    this.metrics.scroll = Math.min(scroll, Math.max(0, this.graph.draw(frames, width) + PADDING_BELOW - height));
    const scrollChange = scroll - this.metrics.scroll;
    const { x, y } = this.pointer;
    this.hovered = bounds && this.graph.rowAtPoint(x - bounds.left, y - bounds.top - scrollChange);
    this.focusRow(focused);
  }

  /** Calls the listener when the size changes. */
  onResize(listener: () => void): void {
    new ResizeObserver(() => {
      this.measure();
      listener();
    }).observe(this.element);
  }

  scrollTo(pixels: number): void {
    if (pixels === this.metrics.scroll) return;
    this.element.scrollTop = pixels;
    this.measure();
  }

  /** Focuses a row, or none, without scrolling. */
  focusRow(row: number | undefined): void {
    const frames = this.frames;
    if (!frames) return;
    this.focused = row;
    for (const group of this.element.querySelectorAll('[role=treeitem]')) setAttributes(group, UNFOCUSED_ATTRIBUTES);
    setAttributes(this.element, { 'aria-activedescendant': row === undefined ? undefined : FOCUSED_ID });
    if (row !== undefined) this.labelRow(frames, row);
    this.updateMarks();
  }

  private labelRow(frames: Frames, row: number): void {
    const group = this.graph.groupOf(row);
    const label = accessibleName(frames.window, row);
    const level = (frames.depth[row] ?? 0) + 1;
    if (group) setAttributes(group, { id: FOCUSED_ID, role: 'treeitem', 'aria-level': level, 'aria-label': label });
    // The visible label may be shortened; `aria-label` has the whole name.
    group?.querySelector('foreignObject')?.setAttribute('aria-hidden', 'true');
  }

  /** Scrolls a row into view. */
  reveal(row: number): void {
    // The size is unknown if the graph was hidden until now.
    if (this.metrics.height === 0) this.measure();
    const { top, bottom } = this.graph.extentOf(row);
    const { scroll, height } = this.metrics;
    // Center the function of the sandwich view, so that callers and callees are visible.
    if (row === 0 && top > 0) return this.scrollTo(Math.max(0, Math.round((top + bottom - height) / 2)));
    if (top >= scroll && bottom <= scroll + height) return;
    this.graph.groupOf(row)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.measure();
  }

  private measure(): void {
    const { clientHeight: height, scrollTop: scroll } = this.element;
    this.metrics = { width: this.canvas.clientWidth, height, scroll };
  }

  focus(): void {
    this.element.focus();
  }

  /** What the colors of the drawn frames mean. */
  drawKey(): HTMLElement {
    return this.frames ? flameKey(this.frames, this.graph.colors) : element('div');
  }

  /** Focuses the next match, unless the focused frame is one. */
  focusMatch(): void {
    this.element.focus();
    this.endHover();
    if (this.focused === undefined || this.frames?.window.matched[this.focused] !== 1) this.moveFocus('nextMatch');
  }

  private onPointerMove({ target, clientX, clientY }: MouseEvent): void {
    // A frame that moves under a resting pointer does not count as hovered.
    if (this.pointer.x === clientX && this.pointer.y === clientY) return;
    this.pointer = { x: clientX, y: clientY };
    this.isPointerActive = true;
    this.setHovered(this.graph.rowAt(target));
  }

  private onPointerLeave(): void {
    // The pointer counts as moved when it comes back to the same place.
    this.pointer = { x: -1, y: -1 };
    this.endHover();
  }

  private endHover(): void {
    this.isPointerActive = false;
    this.setHovered(undefined);
  }

  private setHovered(row: number | undefined): void {
    if (row === this.hovered) return;
    this.hovered = row;
    this.updateMarks();
  }

  private updateMarks(): void {
    this.graph.mark({ hovered: this.hovered, focused: this.focused });
    this.showDetails(this.hovered ?? this.focused, this.hovered !== undefined);
  }

  private onClick(event: MouseEvent): void {
    const row = this.graph.rowAt(event.target);
    event.stopPropagation();
    this.element.focus();
    if (row === undefined || event.detail > 1) return;
    this.actions.focus(row);
    if (isModified(event)) this.actions.openSource(row);
    else this.actions.zoom(row);
  }

  private onKeydown(event: KeyboardEvent): void {
    const action = flameKeyAction(event);
    if (!action) return;
    stopEvent(event);
    this.endHover();
    this.runKeyAction(action);
  }

  private runKeyAction(action: FlameKeyAction): void {
    switch (action.kind) {
      case 'step':
        return this.moveFocus(action.to);
      case 'zoomOut':
        return this.actions.zoomOut();
      case 'resetZoom':
        return this.actions.resetZoom();
      case 'clear':
        return this.actions.clear();
      case 'zoom':
      case 'openSource':
      case 'showSandwich':
      case 'copyName':
        if (this.focused !== undefined) this.actions[action.kind](this.focused);
    }
  }

  private moveFocus(step: Step): void {
    if (!this.frames) return;
    const row = stepFrom(this.frames, this.focused ?? this.frames.window.zoomed, step);
    this.actions.focus(row);
    this.reveal(row);
  }

  private openMenu(event: MouseEvent): void {
    stopEvent(event);
    const isByPointer = event.button === 2;
    const row = isByPointer ? this.graph.rowAt(event.target) : this.focused;
    if (row === undefined || !this.frames) return;
    this.actions.focus(row);
    this.element.focus();
    const box = this.graph.groupOf(row)?.getBoundingClientRect();
    const position = isByPointer || !box ? { x: event.clientX, y: event.clientY } : { x: box.left + 8, y: box.bottom };
    this.popup.openMenu('Frame', position, frameMenu(this.actions, this.frames, row));
  }
}

function isModified({ ctrlKey, metaKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** The context menu of a frame. */
function frameMenu(actions: FlameActions, { window, children }: Frames, row: number): MenuItem[] {
  const zoom: MenuItem = { label: 'Zoom in', key: 'Enter', run: () => actions.zoom(row) };
  if (isRest(window, row)) return [zoom];
  const name = actions.functionOf(row);
  const sandwich: MenuItem = { label: 'Callers & callees', key: 'P', run: () => actions.showSandwich(row) };
  const items: MenuItem[] = [
    { label: actions.sourceWords.label, key: 'O', run: () => actions.openSource(row) },
    zoom,
    ...(actions.canShowSandwich(row) ? [sandwich] : []),
    ...(name === '' ? [] : [{ label: 'Start at this function', run: () => actions.startAt(name) }]),
    ...(row === 0 ? [] : refineItems((field) => actions.refineBy(field, row))),
    { label: 'Copy name', key: platformKeys('Ctrl+C'), run: () => actions.copyName(row) },
  ];
  if (fileOf(window, row) === '') items.shift();
  return children[row]?.length === 0 && row === window.zoomed ? items.filter((item) => item !== zoom) : items;
}
