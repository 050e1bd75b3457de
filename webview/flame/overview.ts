import { sharePart } from '../../src/profile/text/screen/share';
import { element, setAttributes, stopEvent, svgElement } from '../controls/dom';
import { briefName } from '../text/drawnNames';
import { type Frames, isRest, nameOf } from './flameFrames';
import type { FrameColors } from './frameColors';
import { type Step, stepFrom } from './flameKeys';

/** Height of the drawing; its width is 1, stretched to the strip's. */
const HEIGHT = 24;

const STEPS: Readonly<Record<string, Step>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** The whole graph in a strip, with the part that is zoomed to. A click or an arrow key zooms to another frame. */
export class Overview {
  readonly element = element('div', { class: 'overview', role: 'slider', tabindex: 0, hidden: true });
  private readonly drawing = svgElement('g');
  private readonly mark = svgElement('rect', { class: 'overview-mark', y: 0, height: HEIGHT });
  private whole: Frames | undefined;
  private extents: readonly (Extent | undefined)[] = [];
  private marked = 0;

  /** @param onZoom called with the id of a frame */
  constructor(
    private readonly colors: FrameColors,
    private readonly onZoom: (frame: number) => void,
  ) {
    const view = { class: 'overview-view', viewBox: `0 0 1 ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': true };
    this.element.append(svgElement('svg', view, this.drawing, this.mark));
    setAttributes(this.element, { 'aria-valuemin': 0, 'aria-valuemax': 100 });
    this.element.addEventListener('click', (event) => this.onClick(event));
    this.element.addEventListener('keydown', (event) => this.onKeydown(event));
  }

  /**
   * @param whole the graph without a zoom; undefined if it is not known
   * @param path ids of the frames down to the zoomed one
   */
  show(whole: Frames | undefined, path: readonly number[]): void {
    this.element.hidden = !whole || path.length < 2;
    if (!whole || path.length < 2) return;
    if (whole !== this.whole) this.draw(whole);
    const { window } = whole;
    const rows = path.map((id) => window.id.findIndex((other, row) => other === id && !isRest(window, row)));
    // Of a frame that is too narrow for the strip, its nearest caller is marked.
    this.marked = rows.findLast((row) => row >= 0 && this.extents[row] !== undefined) ?? 0;
    const { from, to } = this.extents[this.marked] ?? { from: 0, to: 1 };
    setAttributes(this.mark, { x: from, width: Math.max(to - from, 0.012) });
    const text = `${briefName(nameOf(window, this.marked))}, ${sharePart(to - from, 1)} of the graph’s width`;
    const name = 'Where the zoom is in the whole graph';
    const value = { 'aria-valuenow': Math.round(from * 100), 'aria-valuetext': text };
    setAttributes(this.element, { 'aria-label': name, title: `${name}: ${text}`, ...value });
  }

  private draw(whole: Frames): void {
    this.whole = whole;
    this.extents = extentsOf(whole);
    const height = HEIGHT / whole.levels.length;
    const paths = new Map<string, string>();
    for (const [row, extent] of this.extents.entries()) {
      if (!extent) continue;
      const color = this.colorOf(whole, row);
      const [top, width] = [whole.depth[row] * height, extent.to - extent.from];
      paths.set(color, `${paths.get(color) ?? ''}M${extent.from} ${top}h${width}v${height}h${-width}z`);
    }
    this.drawing.replaceChildren(...[...paths].map(([fill, d]) => svgElement('path', { fill, d })));
  }

  private colorOf({ window }: Frames, row: number): string {
    if (isRest(window, row)) return 'var(--hatch-stripe)';
    if (!window.signed) return this.colors.cssColor(nameOf(window, row));
    return window.cum[row] > 0 ? 'var(--diff-grown)' : 'var(--diff-shrunk)';
  }

  private onClick({ clientX, clientY }: MouseEvent): void {
    const { whole } = this;
    if (!whole) return;
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const at = (clientX - left) / width;
    const level = Math.floor(((clientY - top) / height) * whole.levels.length);
    // Below the last frame, the innermost one above it.
    for (const rows of whole.levels.slice(0, level + 1).toReversed()) {
      const row = rows.find((each) => {
        const extent = this.extents[each];
        return extent && extent.from <= at && at < extent.to;
      });
      if (row !== undefined) return this.zoomTo(whole, row);
    }
  }

  private onKeydown(event: KeyboardEvent): void {
    const { whole } = this;
    const step = STEPS[event.key];
    if (!whole || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    stopEvent(event);
    const row = stepFrom(whole, this.marked, step);
    if (row !== this.marked) this.zoomTo(whole, row);
  }

  private zoomTo({ window }: Frames, row: number): void {
    this.onZoom(window.id[row]);
  }
}

/** A part of the width, from 0 to 1. */
interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Of each drawn row. */
function extentsOf({ window, levels, children, weight }: Frames): readonly (Extent | undefined)[] {
  const extents: (Extent | undefined)[] = [];
  extents[0] = { from: 0, to: 1 };
  for (const rows of levels) {
    for (const row of rows) {
      let { from } = extents[row] ?? { from: 1 };
      for (const child of children[row]) {
        const to = from + weight[child] / weight[0];
        extents[child] = { from, to };
        from = to;
      }
    }
  }
  return Array.from(window.id, (_, row) => extents[row]);
}
