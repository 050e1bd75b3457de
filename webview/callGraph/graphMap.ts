import type { GraphBox, GraphPicture } from '../../src/profile/answers/graph';
import { element, setAttributes, svgElement } from '../controls/dom';
import type { Box, Point, Size } from './viewport';

/** Maximum size of the map in CSS pixels. */
const MAX_SIZE = { width: 150, height: 100 };
/** Maximum width and height of the map as a percentage of the pane's. */
const MAX_SHARE_OF_PANE = 25;

/** A small map of the whole graph that marks the visible part. Hidden while the whole graph is visible. */
export class GraphMap {
  /** Only for the pointer, because keys move from function to function. */
  readonly element = element('div', { class: 'graph-map', 'aria-hidden': 'true', hidden: true });
  private readonly canvas = svgElement('svg');
  private readonly viewportFrame = svgElement('rect', { class: 'visible-part' });
  private scene: Size = { width: 1, height: 1 };

  /** @param onCenter called with the point of the scene to center */
  constructor(onCenter: (point: Point) => void) {
    this.element.append(this.canvas);
    const centerAt = ({ clientX, clientY }: PointerEvent) => {
      const { left, top, width } = this.canvas.getBoundingClientRect();
      const scale = this.scene.width / width;
      onCenter({ x: (clientX - left) * scale, y: (clientY - top) * scale });
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      centerAt(event);
    });
    this.canvas.addEventListener('pointermove', (event) => event.buttons === 1 && centerAt(event));
  }

  show({ width, height, boxes }: GraphPicture): void {
    this.element.hidden = false;
    this.scene = { width, height };
    const scale = Math.min(MAX_SIZE.width / width, MAX_SIZE.height / height);
    setAttributes(this.canvas, { viewBox: `0 0 ${width} ${height}` });
    const share = MAX_SHARE_OF_PANE;
    this.canvas.style.width = `min(${width * scale}px, ${share}cqw, ${(share * width) / height}cqh)`;
    this.canvas.style.aspectRatio = `${width} / ${height}`;
    const outlines = boxes.filter(({ kind }) => kind === 'function').map(outline);
    this.canvas.replaceChildren(svgElement('path', { d: outlines.join('') }), this.viewportFrame);
  }

  clear(): void {
    this.element.hidden = true;
  }

  showViewport(visible: Box): void {
    const { width, height } = this.scene;
    const left = Math.max(0, visible.x);
    const top = Math.max(0, visible.y);
    const visibleWidth = Math.max(0, Math.min(width, visible.x + visible.width) - left);
    const visibleHeight = Math.max(0, Math.min(height, visible.y + visible.height) - top);
    const isWhole = visibleWidth >= width && visibleHeight >= height;
    // Not `hidden`, because the map's size decides what else can be in view.
    this.element.style.visibility = isWhole ? 'hidden' : '';
    setAttributes(this.viewportFrame, { x: left, y: top, width: visibleWidth, height: visibleHeight });
  }
}

function outline({ x, y, width, height }: GraphBox): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}
