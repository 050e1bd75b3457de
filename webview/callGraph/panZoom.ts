import { stopEvent } from '../controls/dom';
import {
  type Box, centerBox, fitScene, keepBox, nearestToMiddle, pan, type Point, revealBox, type Size,
  uncover, type Viewport, visibleBox, zoomAt,
} from './viewport';

/** Pixels that the pointer may move between press and release of a click. */
const MAX_CLICK_MOVE = 3;
/** Zoom per pixel of the wheel, as an exponent of e. A pinch arrives as wheel events with smaller steps. */
const WHEEL_ZOOM = 0.0016;
const PINCH_ZOOM = 0.01;
/** Pixels per line, for wheels that count in lines. */
const LINE_HEIGHT = 16;

/** Pans and zooms a scene with the pointer and the wheel. */
export class PanZoom {
  private scene: SVGGElement | undefined;
  private sceneSize: Size = { width: 1, height: 1 };
  private viewport: Viewport = { scale: 1, x: 0, y: 0 };
  /** The size of the container when the viewport was set. */
  private appliedSize: Size = { width: 0, height: 0 };
  /** Fits the scene again when the size of the container changes; undefined after the user has moved the scene. */
  private refit: (() => void) | undefined;
  private lastPointer: (Point & { readonly pointer: number }) | undefined;
  private isDragging = false;
  /** Whether a drag has just ended, so that the `click` event that follows must be ignored. */
  hasJustDragged = false;

  /** @param covers elements that lie on the container */
  constructor(
    private readonly container: HTMLElement,
    private readonly canvas: SVGSVGElement,
    private readonly covers: readonly HTMLElement[],
    private readonly onChange: (visible: Box) => void,
  ) {
    container.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => this.onPointerDown(event));
    canvas.addEventListener('pointermove', (event) => this.onPointerMove(event));
    canvas.addEventListener('pointerup', () => this.endDrag());
    canvas.addEventListener('pointercancel', () => this.endDrag());
    // The width is 0 while another tab is shown.
    new ResizeObserver(() => container.clientWidth > 0 && this.onResize()).observe(container);
  }

  /** Shows another scene as a whole. */
  show(scene: SVGGElement, sceneSize: Size): void {
    this.scene = scene;
    this.sceneSize = sceneSize;
    this.fit();
  }

  /** Shows another scene with a box at the place and in the size of another one of the scene before. */
  keep(scene: SVGGElement, sceneSize: Size, { before, now }: { readonly before: Box; readonly now: Box }): void {
    this.scene = scene;
    this.sceneSize = sceneSize;
    this.apply(keepBox(this.viewport, before, now));
  }

  /** Whether the user has moved the scene. */
  get isMoved(): boolean {
    return this.refit === undefined;
  }

  /** The box in the middle of the visible part of the scene. */
  middleOf<B extends Box>(boxes: readonly B[]): B | undefined {
    return nearestToMiddle(boxes, visibleBox(this.viewport, this.containerSize));
  }

  fit(): void {
    this.refit = () => this.apply(fitScene(this.sceneSize, this.containerSize));
    this.refit();
  }

  /** Moves a point of the scene to the center. */
  center({ x, y }: Point): void {
    this.moveTo(centerBox({ x, y, width: 0, height: 0 }, this.containerSize, this.viewport.scale));
  }

  /** Zooms around the center. */
  zoom(factor: number): void {
    const { width, height } = this.containerSize;
    this.moveTo(zoomAt(this.viewport, factor, { x: width / 2, y: height / 2 }));
  }

  /** Zooms in around a point in client coordinates, up to a scale. */
  zoomInAt({ x, y }: Point, scale: number): void {
    if (this.viewport.scale >= scale) return;
    const { left, top } = this.container.getBoundingClientRect();
    this.moveTo(zoomAt(this.viewport, scale / this.viewport.scale, { x: x - left, y: y - top }));
  }

  /** Centers a box of the scene, at a scale of at least `minScale`. */
  zoomTo(box: Box, minScale: number): void {
    this.moveTo(centerBox(box, this.containerSize, Math.max(this.viewport.scale, minScale)));
  }

  /** Moves a box of the scene into view; below a scale of `minScale`, centers it at that scale. */
  reveal(box: Box, minScale = 0): void {
    const { viewport, containerSize } = this;
    const isTooSmall = viewport.scale < minScale;
    const shown = isTooSmall ? centerBox(box, containerSize, minScale) : revealBox(viewport, box, containerSize);
    const visibleCovers = this.covers.filter((cover) => cover.checkVisibility({ visibilityProperty: true }));
    const next = uncover(shown, [box], containerSize, this.boxesOf(visibleCovers)) ?? shown;
    if (next.x !== viewport.x || next.y !== viewport.y || next.scale !== viewport.scale) this.moveTo(next);
  }

  private get containerSize(): Size {
    return { width: this.container.clientWidth, height: this.container.clientHeight };
  }

  /** In the coordinates of the container. */
  private boxesOf(elements: readonly HTMLElement[]): readonly Box[] {
    const { left, top } = this.container.getBoundingClientRect();
    return elements.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return { x: x - left, y: y - top, width, height };
    });
  }

  private moveTo(viewport: Viewport): void {
    this.refit = undefined;
    this.apply(viewport);
  }

  /** Fits the scene again or, if the user has moved it, keeps its center in the center. */
  private onResize(): void {
    if (this.refit) return this.refit();
    const { containerSize: now, appliedSize: before } = this;
    this.apply(pan(this.viewport, { x: (now.width - before.width) / 2, y: (now.height - before.height) / 2 }));
  }

  private apply(viewport: Viewport): void {
    this.viewport = viewport;
    this.appliedSize = this.containerSize;
    this.onChange(visibleBox(viewport, this.containerSize));
    this.scene?.setAttribute('transform', `translate(${viewport.x} ${viewport.y}) scale(${viewport.scale})`);
  }

  private onWheel(event: WheelEvent): void {
    stopEvent(event);
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) {
      return this.moveTo(pan(this.viewport, { x: -(dx || dy), y: 0 }));
    }
    const { left, top } = this.container.getBoundingClientRect();
    const anchor = { x: event.clientX - left, y: event.clientY - top };
    this.moveTo(zoomAt(this.viewport, Math.exp(-dy * (event.ctrlKey ? PINCH_ZOOM : WHEEL_ZOOM)), anchor));
  }

  private onPointerDown({ button, clientX, clientY, pointerId }: PointerEvent): void {
    this.hasJustDragged = false;
    if (button === 0) this.lastPointer = { x: clientX, y: clientY, pointer: pointerId };
  }

  private onPointerMove({ clientX, clientY, buttons }: PointerEvent): void {
    if (!this.lastPointer) return;
    if (buttons === 0) return this.endDrag();
    const delta = { x: clientX - this.lastPointer.x, y: clientY - this.lastPointer.y };
    if (!this.isDragging) {
      if (Math.hypot(delta.x, delta.y) < MAX_CLICK_MOVE) return;
      this.isDragging = true;
      this.hasJustDragged = true;
      this.canvas.setPointerCapture(this.lastPointer.pointer);
      this.container.classList.add('dragging');
    }
    this.lastPointer = { ...this.lastPointer, x: clientX, y: clientY };
    this.moveTo(pan(this.viewport, delta));
  }

  private endDrag(): void {
    this.lastPointer = undefined;
    this.isDragging = false;
    this.container.classList.remove('dragging');
  }
}

/** Zoom factor of a key press or a click on a button. */
export const ZOOM_STEP = 1.25;
