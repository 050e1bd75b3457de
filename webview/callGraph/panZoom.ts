import { claim } from '../controls/dom';
import { type Box, centered, fitted, moved, type Point, revealing, type Size, type Viewport, zoomed } from './viewport';

/** Pixels that the pointer may move between press and release of a click. */
const CLICK_SLACK = 3;
/** Zoom per pixel of the wheel, as an exponent of e; a pinch arrives as a wheel with smaller steps. */
const WHEEL = 0.0016;
const PINCH = 0.01;
/** Pixels per line, for wheels that count in lines. */
const LINE = 16;

/** Pans and zooms a scene with the pointer and the wheel. */
export class PanZoom {
  private scene: SVGGElement | undefined;
  private size: Size = { width: 1, height: 1 };
  private view: Viewport = { scale: 1, x: 0, y: 0 };
  /** Whether the scene is scaled to fit, and stays so when the size of the host changes. */
  private isFitted = true;
  private grabbed: (Point & { readonly pointer: number }) | undefined;
  private isDragging = false;
  /** Whether a drag has just ended: the `click` event that follows is not a click. */
  hasJustDragged = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly canvas: SVGSVGElement,
  ) {
    host.addEventListener('wheel', (event) => this.turn(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => this.grab(event));
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    canvas.addEventListener('pointerup', () => this.release());
    canvas.addEventListener('pointercancel', () => this.release());
    // The width is 0 while another tab is shown.
    new ResizeObserver(() => this.isFitted && host.clientWidth > 0 && this.fit()).observe(host);
  }

  /** Shows another scene, scaled to fit. */
  show(scene: SVGGElement, size: Size): void {
    this.scene = scene;
    this.size = size;
    this.fit();
  }

  fit(): void {
    this.isFitted = true;
    this.move(fitted(this.size, this.room));
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
    this.isFitted = false;
    this.move(view);
  }

  private move(view: Viewport): void {
    this.view = view;
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
