import type { Actions } from './actions';
import { claim, element, setAttributes } from '../controls/dom';
import { FlameGraph } from './flameGraph';
import { accessibleName } from './frameLabels';
import type { FrameColors } from './frameColors';
import { fileOf, isRest, nameOf, type Frames } from './flameFrames';
import { keysHere } from '../controls/helpList';
import { refineItems } from '../refine/refineItems';
import type { MenuItem, Popup } from '../controls/popup';
import { stepFrom, type Step } from './focusSteps';
import { type FlameKey, flameKey } from './flameKeys';

const FOCUSED_ID = 'focused-frame';
/** Attributes to remove from a group, because the library reuses groups for other frames. */
const UNFOCUSED = { id: undefined, role: undefined, 'aria-level': undefined, 'aria-label': undefined };

/** Padding below the drawing in pixels, as in flame.css. */
const ROOM_BELOW = 24;

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
  private pointing = false;
  /** Last known size and scroll position; reading them again forces a layout. */
  private seen = { width: 0, height: 0, scroll: 0 };

  /** @param onPointed called with the row to show details of; undefined if no row has the focus */
  constructor(
    private readonly actions: Actions,
    private readonly popup: Popup,
    private readonly onPointed: (row: number | undefined) => void,
  ) {
    const { element: pane } = this;
    pane.append(this.canvas);
    pane.addEventListener('mousemove', (event) => this.point(event));
    pane.addEventListener('mouseover', (event) => this.point(event));
    pane.addEventListener('mouseleave', () => this.leave());
    // In the capture phase, so that the library gets no click: its own zoom has only the frames of this window.
    pane.addEventListener('click', (event) => this.click(event), { capture: true });
    // Not `dblclick`, which is lost if the zoom of the first click is drawn while the button is pressed again.
    pane.addEventListener('mousedown', (event) => {
      const isDouble = event.detail === 2 && event.button === 0 && !isModified(event);
      if (isDouble && this.graph.rowAt(event.target) !== undefined) actions.openZoomed();
    });
    pane.addEventListener('contextmenu', (event) => this.openMenu(event));
    pane.addEventListener('keydown', (event) => this.press(event));
    pane.addEventListener('scroll', () => this.look());
  }

  /** Width for the drawing in CSS pixels; 0 while the page is hidden. */
  get width(): number {
    if (this.seen.width === 0) this.look();
    return this.seen.width;
  }

  get scroll(): number {
    return this.seen.scroll;
  }

  get focusedRow(): number | undefined {
    return this.focused;
  }

  get colors(): FrameColors {
    return this.graph.colors;
  }

  draw(frames: Frames, width: number, focused: number | undefined): void {
    const corner = this.pointing ? this.canvas.getBoundingClientRect() : undefined;
    this.frames = frames;
    const { scroll, height } = this.seen;
    this.seen.scroll = Math.min(scroll, Math.max(0, this.graph.draw(frames, width) + ROOM_BELOW - height));
    const scrolled = scroll - this.seen.scroll;
    const { x, y } = this.pointer;
    this.hovered = corner && this.graph.rowAtPoint(x - corner.left, y - corner.top - scrolled);
    this.focusRow(focused);
  }

  /** Calls the listener when the size changes. */
  onResize(listener: () => void): void {
    new ResizeObserver(() => {
      this.look();
      listener();
    }).observe(this.element);
  }

  scrollTo(pixels: number): void {
    if (pixels === this.seen.scroll) return;
    this.element.scrollTop = pixels;
    this.look();
  }

  /** Focuses a row, or none, without scrolling. */
  focusRow(row: number | undefined): void {
    const frames = this.frames;
    if (!frames) return;
    this.focused = row;
    for (const stale of this.element.querySelectorAll('[role=treeitem]')) setAttributes(stale, UNFOCUSED);
    setAttributes(this.element, { 'aria-activedescendant': row === undefined ? undefined : FOCUSED_ID });
    if (row !== undefined) this.nameRow(frames, row);
    this.mark();
  }

  private nameRow(frames: Frames, row: number): void {
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
    if (this.seen.height === 0) this.look();
    const { top, bottom } = this.graph.extentOf(row);
    const { scroll, height } = this.seen;
    // Center the function that the graph is turned around, so that callers and callees are visible.
    if (row === 0 && top > 0) return this.scrollTo(Math.max(0, Math.round((top + bottom - height) / 2)));
    if (top >= scroll && bottom <= scroll + height) return;
    this.graph.groupOf(row)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.look();
  }

  private look(): void {
    const { clientHeight: height, scrollTop: scroll } = this.element;
    this.seen = { width: this.canvas.clientWidth, height, scroll };
  }

  /** Focuses the next match, unless the focused frame is one. */
  focusMatch(): void {
    this.element.focus();
    this.stopPointing();
    if (this.focused === undefined || this.frames?.window.matched[this.focused] !== 1) this.walk('nextMatch');
  }

  private point({ target, clientX, clientY }: MouseEvent): void {
    // A frame that moves under a resting pointer does not count as hovered.
    if (this.pointer.x === clientX && this.pointer.y === clientY) return;
    this.pointer = { x: clientX, y: clientY };
    this.pointing = true;
    this.hover(this.graph.rowAt(target));
  }

  private leave(): void {
    // The pointer counts as moved when it comes back to the same place.
    this.pointer = { x: -1, y: -1 };
    this.stopPointing();
  }

  private stopPointing(): void {
    this.pointing = false;
    this.hover(undefined);
  }

  private hover(row: number | undefined): void {
    if (row === this.hovered) return;
    this.hovered = row;
    this.mark();
  }

  private mark(): void {
    this.graph.mark({ hovered: this.hovered, focused: this.focused });
    this.onPointed(this.hovered ?? this.focused);
  }

  private click(event: MouseEvent): void {
    const row = this.graph.rowAt(event.target);
    event.stopPropagation();
    this.element.focus();
    if (row === undefined || event.detail > 1) return;
    this.actions.focus(row);
    if (isModified(event)) this.actions.openSource(row);
    else this.actions.zoom(row);
  }

  private press(event: KeyboardEvent): void {
    const key = flameKey(event);
    if (!key) return;
    claim(event);
    this.stopPointing();
    this.obey(key);
  }

  private obey(key: FlameKey): void {
    switch (key.kind) {
      case 'step':
        return this.walk(key.to);
      case 'zoomOut':
        return this.actions.zoomOut();
      case 'resetZoom':
        return this.actions.resetZoom();
      case 'clearSearch':
        return this.actions.search('');
      case 'zoom':
      case 'openSource':
      case 'turnAround':
      case 'copyName':
        if (this.focused !== undefined) this.actions[key.kind](this.focused);
    }
  }

  private walk(step: Step): void {
    if (!this.frames) return;
    const row = stepFrom(this.frames, this.focused ?? this.frames.window.zoomed, step);
    this.actions.focus(row);
    this.reveal(row);
  }

  private openMenu(event: MouseEvent): void {
    claim(event);
    const isByPointer = event.button === 2;
    const row = isByPointer ? this.graph.rowAt(event.target) : this.focused;
    if (row === undefined || !this.frames) return;
    this.actions.focus(row);
    this.element.focus();
    const box = this.graph.groupOf(row)?.getBoundingClientRect();
    const at = isByPointer || !box ? { x: event.clientX, y: event.clientY } : { x: box.left + 8, y: box.bottom };
    this.popup.openMenu('Frame', at, this.menuOf(this.frames, row));
  }

  private menuOf({ window, children }: Frames, row: number): MenuItem[] {
    const zoom: MenuItem = { label: 'Zoom in', key: 'Enter', run: () => this.actions.zoom(row) };
    if (isRest(window, row)) return [zoom];
    const name = nameOf(window, row);
    const turn: MenuItem = { label: 'Callers & callees', key: 'P', run: () => this.actions.turnAround(row) };
    const items: MenuItem[] = [
      { label: 'Open source', key: 'O', run: () => this.actions.openSource(row) },
      zoom,
      ...(this.actions.canTurnAround(row) ? [turn] : []),
      { label: 'Start at this function', run: () => this.actions.startAt(name) },
      ...(row === 0 ? [] : refineItems((field) => this.actions.refineBy(field, row))),
      { label: 'Copy name', key: keysHere('Ctrl+C'), run: () => this.actions.copyName(row) },
    ];
    if (fileOf(window, row) === '') items.shift();
    return children[row]?.length === 0 && row === window.zoomed ? items.filter((item) => item !== zoom) : items;
  }
}

function isModified({ ctrlKey, metaKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
