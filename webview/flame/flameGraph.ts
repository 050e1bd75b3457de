import { select } from 'd3-selection';
import flamegraph, { type Chart, type LaidOut, type Tooltip } from 'd3-flame-graph';
import { element, setAttributes, svgElement } from '../controls/dom';
import { fillPatterns, FrameColors, HATCH } from './frameColors';
import { type FrameNode, type Frames, hasSameLayout, isRest, nameOf, nestRows, type Side } from './flameFrames';
import { fewSamplesOf, netLook, netShare, netSign } from './frameFigures';
import {
  fittingLabel, LabelCache, type Measure, measureByCharacter, MIN_LABELED_WIDTH, restLabels,
} from './frameLabels';
import './leanSelection';

const ROW_HEIGHT = 18;
const LABEL_PADDING = 8;
/** Rows that the library leaves free above a graph with its root at the bottom. */
const FREE_ROWS_ABOVE = 2;
/** Minimum width in pixels of the net part of a frame; a narrower one is not drawn. */
const MIN_NET_WIDTH = 1;

/** A narrower frame has no room for a dashed line inside. */
const MIN_DASHED_WIDTH = 12;

/** The frames with a ring: under the pointer, and with the focus. Frames of the same function are highlighted. */
export interface Marks {
  readonly hovered: number | undefined;
  readonly focused: number | undefined;
}

/** The label and the fill of a frame. */
interface FrameStyle {
  readonly label: (node: LaidOut<FrameNode>) => string;
  readonly color: (node: LaidOut<FrameNode>) => string;
}

/** One side of the graph, drawn by the library: callees with the root on top, callers with the root at the bottom. */
class SideDrawing {
  /** The library draws into the first SVG in this element. */
  readonly element = element('div');
  private readonly chart: Chart<FrameNode>;
  private isDrawn = false;

  constructor(
    private readonly side: Side,
    style: FrameStyle,
  ) {
    this.chart = flamegraph<FrameNode>()
      .cellHeight(ROW_HEIGHT)
      .inverted(side === 'callees')
      .resetHeightOnZoom(true)
      .tooltip(NO_TOOLTIP)
      .getName(style.label)
      .setColorMapper(style.color);
  }

  draw(frames: Frames, width: number): void {
    this.chart.width(width);
    const root = nestRows(frames, this.side);
    if (this.isDrawn) this.chart.update(root);
    else select(this.element).datum(root).call(this.chart);
    this.isDrawn = true;
  }

  clear(): void {
    this.element.replaceChildren();
    this.isDrawn = false;
  }

  forEachGroup(visit: (group: SVGGElement, node: LaidOut<FrameNode>) => void): void {
    select(this.element)
      .selectAll<SVGGElement, LaidOut<FrameNode>>('g')
      .each((node, i, groups) => visit(groups[i], node));
  }

  /** Sets the height. Omits the root row of the callers' drawing, because the callees' drawing has it too. */
  setHeight(width: number, levels: number): SVGSVGElement | null {
    const svg = this.element.querySelector('svg');
    const height = levels * ROW_HEIGHT;
    if (svg === null) return null;
    if (this.side === 'callees') setAttributes(svg, { height: height + 1 });
    else setAttributes(svg, { height, viewBox: `0 ${FREE_ROWS_ABOVE * ROW_HEIGHT} ${width} ${height}` });
    return svg;
  }
}

/** Draws windows with d3-flame-graph. The library never gets clicks, because the host sends a new window for a zoom. */
export class FlameGraph {
  readonly colors = new FrameColors();
  private readonly focusRing = svgElement('rect', { class: 'ring focus' });
  private readonly hoverRing = svgElement('rect', { class: 'ring hover' });
  private readonly drawing = element('div');
  private readonly callees: SideDrawing;
  private readonly callers: SideDrawing;
  private measure: Measure = () => 0;
  private font = '';
  private frames: Frames | undefined;
  private width = 0;
  private isPointerDown = false;
  private nodeOfRow: (LaidOut<FrameNode> | undefined)[] = [];
  /** Labels by row; the library asks for each three times. */
  private labelOfRow: string[] = [];
  private readonly labelCache = new LabelCache();
  private groupOfRow: (SVGGElement | undefined)[] = [];
  private readonly rowOfGroup = new Map<Element, number>();
  private highlighted: readonly Element[] = [];

  constructor(private readonly canvas: HTMLElement) {
    const style = {
      label: (node: LaidOut<FrameNode>) => this.labelOf(node),
      color: (node: LaidOut<FrameNode>) => this.colorOf(node),
    };
    this.callees = new SideDrawing('callees', style);
    this.callers = new SideDrawing('callers', style);
    this.drawing.append(this.callers.element, this.callees.element);
    canvas.append(fillPatterns(), this.drawing);
    canvas.addEventListener('pointerdown', () => (this.isPointerDown = true));
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => (this.isPointerDown = false));
  }

  /** Draws a window at a width in CSS pixels. Returns the height in CSS pixels. */
  draw(frames: Frames, width: number): number {
    const previous = this.frames;
    const isSameLayout = width === this.width && previous !== undefined
      && hasSameLayout(previous.window, frames.window);
    this.frames = frames;
    this.width = width;
    this.labelOfRow = [];
    this.updateMeasure();
    // Detached elements change faster, but a click is lost if its element leaves the page while the button is down.
    const isDetached = !isSameLayout && !this.isPointerDown;
    if (isDetached) this.drawing.remove();
    this.callers.element.hidden = frames.rootLevel === 0;
    if (frames.rootLevel === 0 && !this.isPointerDown) this.callers.clear();
    if (!isSameLayout) {
      this.callees.draw(frames, width);
      if (frames.rootLevel > 0) this.callers.draw(frames, width);
    }
    this.decorateFrames();
    if (isDetached) this.canvas.append(this.drawing);
    this.callers.setHeight(width, frames.rootLevel);
    this.callees.setHeight(width, frames.levels.length - frames.rootLevel)?.append(this.hoverRing, this.focusRing);
    return frames.levels.length * ROW_HEIGHT + 1;
  }

  /** Draws the marks; fast enough for every move of the pointer. */
  mark({ hovered, focused }: Marks): void {
    const frames = this.frames;
    if (!frames) return;
    for (const group of this.highlighted) group.classList.remove('same');
    this.highlighted = this.groupsToHighlight(frames, hovered, focused);
    for (const group of this.highlighted) group.classList.add('same');
    this.placeRing(this.hoverRing, hovered);
    this.placeRing(this.focusRing, focused);
  }

  /** The row at a point, in CSS pixels from the top left of the drawing. */
  rowAtPoint(x: number, y: number): number | undefined {
    const level = this.frames?.levels[Math.floor(y / ROW_HEIGHT)] ?? [];
    const fraction = x / this.width;
    return level.find((row) => {
      const node = this.nodeOfRow[row];
      return node !== undefined && node.x0 <= fraction && fraction < node.x1;
    });
  }

  /** Top and bottom of a row, in CSS pixels from the top of the drawing. */
  extentOf(row: number): { readonly top: number; readonly bottom: number } {
    const top = (this.frames?.depth[row] ?? 0) * ROW_HEIGHT;
    return { top, bottom: top + ROW_HEIGHT };
  }

  /** The row of an event's target. */
  rowAt(target: EventTarget | null): number | undefined {
    const group = target instanceof Element ? target.closest('g.frame') : null;
    return group ? this.rowOfGroup.get(group) : undefined;
  }

  /** The element of a row. */
  groupOf(row: number): SVGGElement | undefined {
    return this.groupOfRow[row];
  }

  private decorateFrames(): void {
    const { window, rootLevel } = this.frames as Frames;
    const hasMatches = window.matchedFrames > 0;
    this.nodeOfRow = [];
    this.groupOfRow = [];
    this.rowOfGroup.clear();
    this.highlighted = [];
    const decorate = (group: SVGGElement, node: LaidOut<FrameNode>) => this.decorateFrame(group, node, hasMatches);
    this.callees.forEachGroup(decorate);
    if (rootLevel === 0) return;
    this.callers.forEachGroup((group, node) => {
      // The callees' drawing has the root already.
      if (node.data.row === 0) group.remove();
      else decorate(group, node);
    });
  }

  private decorateFrame(group: SVGGElement, node: LaidOut<FrameNode>, hasMatches: boolean): void {
    const { window } = this.frames as Frames;
    const { row, fade } = node.data;
    this.nodeOfRow[row] = node;
    this.groupOfRow[row] = group;
    this.rowOfGroup.set(group, row);
    const width = this.widthOf(node);
    const isInlined = window.inlined[row] === 1;
    const looks: string[] = [];
    if (fade) looks.push('ancestor');
    if (isInlined) looks.push('inlined');
    if (isRest(window, row)) looks.push('rest');
    // In a difference, the net part shows it.
    if (!window.signed && fewSamplesOf(window, row) > 0) looks.push(width < MIN_DASHED_WIDTH ? 'few narrow' : 'few');
    if (hasMatches) looks.push(window.matched[row] ? 'matched' : 'dimmed');
    if (window.signed) looks.push('signed');
    // A data attribute, because the library overwrites classes at every update.
    const look = looks.join(' ');
    if (group.dataset.look !== look) group.dataset.look = look;
    const rect = group.firstElementChild as Element;
    if (isInlined) rect.setAttribute('stroke-dasharray', `0 ${width} ${width + 2 * ROW_HEIGHT}`);
    else if (rect.hasAttribute('stroke-dasharray')) rect.removeAttribute('stroke-dasharray');
    this.drawNet(rect, row, width);
    const last = group.lastElementChild as Element;
    const label = last.localName === 'foreignObject' ? last : undefined;
    if (width < MIN_LABELED_WIDTH) label?.remove();
    else if (!label) group.append(newLabel(this.labelOf(node), width));
  }

  /** In a difference, fills the net part of a frame, from its left. */
  private drawNet(rect: Element, row: number, width: number): void {
    const { window } = this.frames as Frames;
    const existing = rect.nextElementSibling?.localName === 'path' ? rect.nextElementSibling : undefined;
    const netWidth = netShare(window, row) * width;
    if (netWidth < MIN_NET_WIDTH) return existing?.remove();
    const path = existing ?? svgElement('path');
    setAttributes(path, { class: `net ${netLook(window, row)}`, d: `M0.5,1 h${Math.max(netWidth - 1, 0.5)} v${ROW_HEIGHT - 2} H0.5 z` });
    if (!existing) rect.after(path);
  }

  /** All frames of the hovered function; if none is hovered, of the focused function, if it has at least two frames. */
  private groupsToHighlight({ window }: Frames, hovered?: number, focused?: number): readonly SVGGElement[] {
    const row = hovered ?? focused;
    if (row === undefined || isRest(window, row)) return [];
    const isSame = (other: number) => window.name[other] === window.name[row] && !isRest(window, other);
    const groups = this.groupOfRow.filter((_, other) => isSame(other));
    const drawnGroups = groups.filter((group) => group !== undefined);
    return hovered === undefined && drawnGroups.length < 2 ? [] : drawnGroups;
  }

  private placeRing(ring: SVGRectElement, row: number | undefined): void {
    const node = row === undefined ? undefined : this.nodeOfRow[row];
    if (!node || !this.frames) return setAttributes(ring, { width: 0, height: 0 });
    const level = (this.frames.depth[node.data.row]) - this.frames.rootLevel;
    const [x, y] = [node.x0 * this.width + 1, level * ROW_HEIGHT + 1];
    setAttributes(ring, { x, y, width: Math.max(this.widthOf(node) - 2, 1), height: ROW_HEIGHT - 2 });
  }

  private labelOf(node: LaidOut<FrameNode>): string {
    const width = this.widthOf(node);
    if (width < MIN_LABELED_WIDTH) return '';
    return (this.labelOfRow[node.data.row] ??= this.fitLabel(width - LABEL_PADDING, node.data.row));
  }

  private fitLabel(maxWidth: number, row: number): string {
    const { window } = this.frames as Frames;
    if (isRest(window, row)) return fittingLabel(restLabels(window.rest[row]), maxWidth, this.measure);
    const labels = this.labelCache.get(nameOf(window, row));
    if (!window.signed) return fittingLabel(labels, maxWidth, this.measure);
    const sign = `${netSign(window, row)} `;
    return sign + fittingLabel(labels, maxWidth - this.measure(sign), this.measure);
  }

  private colorOf(node: LaidOut<FrameNode>): string {
    const { window } = this.frames as Frames;
    if (isRest(window, node.data.row)) return `url(#${HATCH})`;
    return window.signed ? 'var(--diff-ground)' : this.colors.cssColor(nameOf(window, node.data.row));
  }

  private widthOf(node: LaidOut<FrameNode>): number {
    return (node.x1 - node.x0) * this.width;
  }

  private updateMeasure(): void {
    const { font } = getComputedStyle(this.canvas);
    if (font === this.font) return;
    this.font = font;
    const context = element('canvas').getContext('2d');
    if (!context) return;
    context.font = font;
    this.measure = measureByCharacter((text) => context.measureText(text).width);
  }
}

/** Keeps the library from adding a `<title>` to each frame: the details are shown below the graph. */
const NO_TOOLTIP: Tooltip = Object.assign(() => undefined, { show: () => undefined, hide: () => undefined });

/** A label like the library's own, so that the library updates it. */
function newLabel(text: string, width: number): SVGForeignObjectElement {
  const label = svgElement('foreignObject', { width, height: ROW_HEIGHT });
  label.append(element('div', { class: 'd3-flame-graph-label' }, text));
  return label;
}
