import type { GraphBox, GraphPicture } from '../../src/profile/answers/graph';
import { element, setAttributes, svgElement } from '../controls/dom';
import type { Box, Point, Size } from './viewport';

/** Maximum size of the map in CSS pixels. */
const MAX_SIZE = { width: 150, height: 100 };

/** A small map of the whole graph that marks the visible part. Hidden while the whole graph is visible. */
export class GraphMap {
  /** Only for the pointer, because keys move from function to function. */
  readonly element = element('div', { class: 'graph-map', 'aria-hidden': 'true', hidden: true });
  private readonly canvas = svgElement('svg');
  private readonly seen = svgElement('rect', { class: 'seen' });
  private scene: Size = { width: 1, height: 1 };

  /** @param onGo called with the point of the scene to center */
  constructor(onGo: (point: Point) => void) {
    this.element.append(this.canvas);
    const go = ({ clientX, clientY }: PointerEvent) => {
      const { left, top, width } = this.canvas.getBoundingClientRect();
      const scale = this.scene.width / width;
      onGo({ x: (clientX - left) * scale, y: (clientY - top) * scale });
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    this.canvas.addEventListener('pointermove', (event) => event.buttons === 1 && go(event));
  }

  show({ width, height, boxes }: GraphPicture): void {
    this.scene = { width, height };
    const scale = Math.min(MAX_SIZE.width / width, MAX_SIZE.height / height);
    setAttributes(this.canvas, { viewBox: `0 0 ${width} ${height}` });
    this.canvas.style.width = `${width * scale}px`;
    this.canvas.style.height = `${height * scale}px`;
    const drawn = boxes.filter(({ kind }) => kind === 'function').map(outline);
    this.canvas.replaceChildren(svgElement('path', { d: drawn.join('') }), this.seen);
  }

  /** @param seen the visible part of the scene */
  follow(seen: Box): void {
    const { width, height } = this.scene;
    const left = Math.max(0, seen.x);
    const top = Math.max(0, seen.y);
    const wide = Math.max(0, Math.min(width, seen.x + seen.width) - left);
    const high = Math.max(0, Math.min(height, seen.y + seen.height) - top);
    this.element.hidden = wide >= width && high >= height;
    setAttributes(this.seen, { x: left, y: top, width: wide, height: high });
  }
}

function outline({ x, y, width, height }: GraphBox): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}
