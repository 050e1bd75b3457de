import { claim } from '../controls/dom';
import {
  type Box, centered, fitted, moved, opening, type Point, revealing, type Size, type Viewport, visible, zoomed,
} from './viewport';

/** Pixels that the pointer may move between press and release of a click. */
const CLICK_SLACK = 3;
/** Zoom per pixel of the wheel, as an exponent of e. A pinch arrives as wheel events with smaller steps. */
const WHEEL = 0.0016;
const PINCH = 0.01;
/** Pixels per line, for wheels that count in lines. */
const LINE = 16;

/** A graph opens whole only at this scale or more; below it, the smallest texts have less than 8 pixels. */
const LEAST_WHOLE = 1;

/** Pans and zooms a scene with the pointer and the wheel. */
export class PanZoom {
  private scene: SVGGElement | undefined;
  private size: Size = { width: 1, height: 1 };
  private view: Viewport = { scale: 1, x: 0, y: 0 };
  /** Shows the scene as it opened, for when the host's size changes; undefined after the user has moved the scene. */
  private shown: (() => void) | undefined;
  private grabbed: (Point & { readonly pointer: number }) | undefined;
  private isDragging = false;
  /** Whether a drag has just ended, so that the `click` event that follows must be ignored. */
  hasJustDragged = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly canvas: SVGSVGElement,
    private readonly onMove: (seen: Box) => void,
  ) {
    host.addEventListener('wheel', (event) => this.turn(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => this.grab(event));
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    canvas.addEventListener('pointerup', () => this.release());
    canvas.addEventListener('pointercancel', () => this.release());
    // The width is 0 while another tab is shown.
    new ResizeObserver(() => host.clientWidth > 0 && this.resized()).observe(host);
  }

  /** Shows another scene: as a whole if it is readable, otherwise the end of a path at a given scale. */
  show(scene: SVGGElement, size: Size, start: { readonly path: readonly Box[]; readonly scale: number }): void {
    this.scene = scene;
    this.size = size;
    this.showBy(() => opening(size, this.room, { ...start, least: LEAST_WHOLE }));
  }

  fit(): void {
    this.showBy(() => fitted(this.size, this.room));
  }

  /** Moves a point of the scene to the center. */
  center({ x, y }: Point): void {
    this.change(centered({ x, y, width: 0, height: 0 }, this.room, this.view.scale));
  }

  /** Zooms around the center. */
  zoom(factor: number): void {
    const { width, height } = this.room;
    this.change(zoomed(this.view, factor, { x: width / 2, y: height / 2 }));
  }

  /** Zooms in around a point of the window, up to a scale. */
  approach({ x, y }: Point, scale: number): void {
    if (this.view.scale >= scale) return;
    const { left, top } = this.host.getBoundingClientRect();
    this.change(zoomed(this.view, scale / this.view.scale, { x: x - left, y: y - top }));
  }

  /** Moves a box of the scene into view; below a scale of `least`, centers it at that scale. */
  reveal(box: Box, least = 0): void {
    const { view, room } = this;
    const next = view.scale < least ? centered(box, room, least) : revealing(view, box, room);
    if (next.x !== view.x || next.y !== view.y || next.scale !== view.scale) this.change(next);
  }

  private get room(): Size {
    return { width: this.host.clientWidth, height: this.host.clientHeight };
  }

  private change(view: Viewport): void {
    this.shown = undefined;
    this.move(view);
  }

  private showBy(view: () => Viewport): void {
    this.shown = () => this.move(view());
    this.shown();
  }

  private resized(): void {
    if (this.shown) this.shown();
    else this.onMove(visible(this.view, this.room));
  }

  private move(view: Viewport): void {
    this.view = view;
    this.onMove(visible(view, this.room));
    this.scene?.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.scale})`);
  }

  private turn(event: WheelEvent): void {
    claim(event);
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) {
      return this.change(moved(this.view, { x: -(dx || dy), y: 0 }));
    }
    const { left, top } = this.host.getBoundingClientRect();
    const around = { x: event.clientX - left, y: event.clientY - top };
    this.change(zoomed(this.view, Math.exp(-dy * (event.ctrlKey ? PINCH : WHEEL)), around));
  }

  private grab({ button, clientX, clientY, pointerId }: PointerEvent): void {
    this.hasJustDragged = false;
    if (button === 0) this.grabbed = { x: clientX, y: clientY, pointer: pointerId };
  }

  private drag({ clientX, clientY, buttons }: PointerEvent): void {
    if (!this.grabbed) return;
    if (buttons === 0) return this.release();
    const by = { x: clientX - this.grabbed.x, y: clientY - this.grabbed.y };
    if (!this.isDragging) {
      if (Math.hypot(by.x, by.y) < CLICK_SLACK) return;
      this.isDragging = true;
      this.hasJustDragged = true;
      this.canvas.setPointerCapture(this.grabbed.pointer);
      this.host.classList.add('dragging');
    }
    this.grabbed = { ...this.grabbed, x: clientX, y: clientY };
    this.change(moved(this.view, by));
  }

  private release(): void {
    this.grabbed = undefined;
    this.isDragging = false;
    this.host.classList.remove('dragging');
  }
}
