import { select } from 'd3-selection';
import flamegraph, { type LaidOut, type Tooltip } from 'd3-flame-graph';
import { element, setAttributes, svgElement } from './dom';
import { FrameColors } from './frameColors';
import { areAlike, isRest, nameOf, nest, type FrameNode, type Frames } from './frames';
import { addingMeasure, fittingLabel, KeptLabels, type Measure } from './labels';
import './leanSelection';

const ROW_HEIGHT = 18;
const LABEL_PADDING = 8;
/** Frames narrower than so many pixels have no label; the library itself hides theirs. */
const LABELLED = 35;
const HATCH = 'smaller-frames';

/** Which frames are marked: the one under the pointer, the one that has the focus, and all of the same function. */
export interface Marks {
  readonly hovered: number | undefined;
  readonly focused: number;
}

/** Draws windows with d3-flame-graph, root on top. Clicks never reach the library: the host is asked for a window. */
export class FlameGraph {
  private readonly chart = flamegraph<FrameNode>();
  private readonly colors = new FrameColors();
  private readonly focusRing = svgElement('rect', { class: 'ring focus' });
  private readonly hoverRing = svgElement('rect', { class: 'ring hover' });
  /** The library takes the first SVG that it finds in here for its own. */
  private readonly drawing = element('div');
  private measure: Measure = () => 0;
  private font = '';
  private frames: Frames | undefined;
  private width = 0;
  private pressed = false;
  private nodes: (LaidOut<FrameNode> | undefined)[] = [];
  /** By row: the library asks three times. */
  private labels: string[] = [];
  private readonly shorter = new KeptLabels();
  private groups: (SVGGElement | undefined)[] = [];
  private readonly rows = new Map<Element, number>();
  private lit: readonly Element[] = [];

  /** @param canvas the element to draw into */
  constructor(private readonly canvas: HTMLElement) {
    canvas.append(hatchPattern(), this.drawing);
    canvas.addEventListener('pointerdown', () => (this.pressed = true));
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (this.pressed = false));
    this.chart
      .cellHeight(ROW_HEIGHT)
      .inverted(true)
      .resetHeightOnZoom(true)
      .tooltip(NO_TOOLTIP)
      .getName((node) => this.labelOf(node))
      .setColorMapper((node) => this.colorOf(node));
  }

  /** Draws a window at a width in CSS pixels. Gives the drawing's height in CSS pixels. */
  draw(frames: Frames, width: number): number {
    const before = this.frames;
    const sameLayout = before !== undefined && width === this.width && areAlike(before.window, frames.window);
    this.frames = frames;
    this.width = width;
    this.labels = [];
    this.prepareMeasure();
    this.chart.width(width);
    // Elements outside of the page change for less; but a click is lost whose element leaves while the button is down.
    const apart = !sameLayout && !this.pressed;
    if (apart) this.drawing.remove();
    if (!before) select(this.drawing).datum(nest(frames)).call(this.chart);
    else if (!sameLayout) this.chart.update(nest(frames));
    this.decorate();
    if (apart) this.canvas.append(this.drawing);
    const height = frames.levels.length * ROW_HEIGHT + 1;
    const svg = this.drawing.querySelector('svg');
    svg?.setAttribute('height', String(height));
    svg?.append(this.hoverRing, this.focusRing);
    return height;
  }

  /** Draws the marks; cheap enough for every move of the pointer. */
  mark({ hovered, focused }: Marks): void {
    const frames = this.frames;
    if (!frames) return;
    for (const group of this.lit) group.classList.remove('same');
    this.lit = hovered === undefined || isRest(frames.window, hovered) ? [] : this.groupsNamedAs(hovered);
    for (const group of this.lit) group.classList.add('same');
    this.place(this.hoverRing, hovered);
    this.place(this.focusRing, focused);
  }

  /** The row drawn at a point, in CSS pixels from the drawing's corner. */
  rowAtPoint(x: number, y: number): number | undefined {
    const level = this.frames?.levels[Math.floor(y / ROW_HEIGHT)] ?? [];
    const at = x / this.width;
    return level.find((row) => {
      const node = this.nodes[row];
      return node !== undefined && node.x0 <= at && at < node.x1;
    });
  }

  /** Top and bottom of a row, in CSS pixels from the drawing's corner. */
  extentOf(row: number): { readonly top: number; readonly bottom: number } {
    const top = (this.frames?.depth[row] ?? 0) * ROW_HEIGHT;
    return { top, bottom: top + ROW_HEIGHT };
  }

  /** The row drawn at an event's target. */
  rowAt(target: EventTarget | null): number | undefined {
    const group = target instanceof Element ? target.closest('g.frame') : null;
    return group ? this.rows.get(group) : undefined;
  }

  /** The element drawn for a row, to name to assistive technology and to stand beside. */
  groupOf(row: number): SVGGElement | undefined {
    return this.groups[row];
  }

  private decorate(): void {
    const { window } = this.frames as Frames;
    const searching = window.matchedFrames > 0;
    this.nodes = [];
    this.groups = [];
    this.rows.clear();
    this.lit = [];
    select(this.drawing)
      .selectAll<SVGGElement, LaidOut<FrameNode>>('g')
      .each((node, i, groups) => this.decorateOne(groups[i] as SVGGElement, node, searching));
  }

  private decorateOne(group: SVGGElement, node: LaidOut<FrameNode>, searching: boolean): void {
    const { window } = this.frames as Frames;
    const { row, fade } = node.data;
    this.nodes[row] = node;
    this.groups[row] = group;
    this.rows.set(group, row);
    const inlined = window.inlined[row] === 1;
    const looks: string[] = [];
    if (fade) looks.push('ancestor');
    if (inlined) looks.push('inlined');
    if (isRest(window, row)) looks.push('rest');
    if (searching) looks.push(window.matched[row] ? 'matched' : 'dimmed');
    const width = this.pixels(node);
    // Not as classes: the library writes those anew at every update.
    const look = looks.join(' ');
    if (group.dataset.look !== look) group.dataset.look = look;
    const rect = group.firstElementChild as Element;
    if (inlined) rect.setAttribute('stroke-dasharray', `0 ${width} ${width + 2 * ROW_HEIGHT}`);
    else if (rect.hasAttribute('stroke-dasharray')) rect.removeAttribute('stroke-dasharray');
    const label = rect.nextElementSibling;
    if (width < LABELLED) label?.remove();
    else if (!label) group.append(newLabel(this.labelOf(node), width));
  }

  private groupsNamedAs(row: number): SVGGElement[] {
    const { name } = (this.frames as Frames).window;
    return this.groups.filter((_, other) => name[other] === name[row]).filter((group) => group !== undefined);
  }

  private place(ring: SVGRectElement, row: number | undefined): void {
    const node = row === undefined ? undefined : this.nodes[row];
    if (!node) return setAttributes(ring, { width: 0, height: 0 });
    const [x, y] = [node.x0 * this.width + 1, node.depth * ROW_HEIGHT + 1];
    setAttributes(ring, { x, y, width: Math.max(this.pixels(node) - 2, 1), height: ROW_HEIGHT - 2 });
  }

  private labelOf(node: LaidOut<FrameNode>): string {
    const width = this.pixels(node);
    if (width < LABELLED) return '';
    return (this.labels[node.data.row] ??= this.labelIn(width - LABEL_PADDING, node.data.row));
  }

  private labelIn(room: number, row: number): string {
    const { window } = this.frames as Frames;
    if (isRest(window, row)) {
      const count = (window.rest[row] as number).toLocaleString('en');
      return fittingLabel([`${count} smaller frames`, `${count} smaller`, count], room, this.measure);
    }
    return fittingLabel(this.shorter.of(nameOf(window, row)), room, this.measure);
  }

  private colorOf(node: LaidOut<FrameNode>): string {
    const { window } = this.frames as Frames;
    return isRest(window, node.data.row) ? `url(#${HATCH})` : this.colors.of(nameOf(window, node.data.row));
  }

  private pixels(node: LaidOut<FrameNode>): number {
    return (node.x1 - node.x0) * this.width;
  }

  private prepareMeasure(): void {
    const { font } = getComputedStyle(this.canvas);
    if (font === this.font) return;
    this.font = font;
    const context = element('canvas').getContext('2d');
    if (!context) return;
    context.font = font;
    this.measure = addingMeasure((text) => context.measureText(text).width);
  }
}

/** Keeps the library from adding a `<title>` a frame: details are shown at once, in the strip. */
const NO_TOOLTIP: Tooltip = Object.assign(() => undefined, { show: () => undefined, hide: () => undefined });

/** What the library adds to every frame, and keeps up once it is there. */
function newLabel(text: string, width: number): SVGForeignObjectElement {
  const label = svgElement('foreignObject', { width, height: ROW_HEIGHT });
  label.append(element('div', { class: 'd3-flame-graph-label' }, text));
  return label;
}

function hatchPattern(): SVGSVGElement {
  const stripe = svgElement('path', { class: 'hatch-stripe', d: 'M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2' });
  const ground = svgElement('rect', { class: 'hatch-ground', width: 6, height: 6 });
  const pattern = svgElement('pattern', { id: HATCH, width: 6, height: 6, patternUnits: 'userSpaceOnUse' });
  pattern.append(ground, stripe);
  const svg = svgElement('svg', { class: 'patterns', 'aria-hidden': 'true' });
  svg.append(svgElement('defs', {}, pattern));
  return svg;
}
