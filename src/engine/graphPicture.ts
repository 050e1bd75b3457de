import type { GraphArrow, GraphBox, GraphPicture, GraphStroke, GraphText } from '../profile/answers/graph';
import { instance } from '@viz-js/viz';
import type { LayoutReply } from './graphvizClient';

/**
 * Converts Graphviz's `json` output to a picture. The output's drawing operations work like a pen plotter's: set a
 * color, set a line style, then draw points or a text.
 * Source: https://graphviz.org/docs/outputs/json/ and https://graphviz.org/docs/outputs/canon/#xdot
 */

type Point = readonly [x: number, y: number];

type Operation =
  | { readonly op: 'c' | 'C'; readonly color: string }
  | { readonly op: 'S'; readonly style: string }
  | { readonly op: 'F'; readonly size: number }
  | { readonly op: 'P' | 'p' | 'L' | 'b' | 'B'; readonly points: readonly Point[] }
  | { readonly op: 'T'; readonly pt: Point; readonly align: 'l' | 'c' | 'r'; readonly width: number; readonly text: string };

interface Drawable {
  readonly _draw_?: readonly Operation[];
  readonly _hdraw_?: readonly Operation[];
  readonly _ldraw_?: readonly Operation[];
  readonly tooltip?: string;
}

interface GraphObject extends Drawable {
  readonly _gvid: number;
  readonly name: string;
  readonly shape?: string;
  /** Only clusters have nodes. */
  readonly nodes?: readonly number[];
}

interface GraphEdge extends Drawable {
  readonly tail: number;
  readonly head: number;
}

export interface GraphvizJson {
  /** Two corners, `x,y,x,y`. */
  readonly bb: string;
  readonly objects?: readonly GraphObject[];
  readonly edges?: readonly GraphEdge[];
}

/** The picture of a graph that pprof's DOT describes, in which node 3 is `N4`. The y axis must point down. */
function graphPicture({ bb, objects = [], edges = [] }: GraphvizJson): GraphPicture {
  const [left, top, right, bottom] = bb.split(',').map(Number) as [number, number, number, number];
  const boxes = objects.filter(({ nodes }) => nodes === undefined);
  const indexes = new Map(boxes.map(({ _gvid }, index) => [_gvid, index]));
  return {
    width: Math.abs(right - left),
    height: Math.abs(bottom - top),
    boxes: boxes.map(boxOf),
    arrows: edges.map((edge) => arrowOf(edge, indexes)),
  };
}

function boxOf(object: GraphObject): GraphBox {
  const drawing = drawingOf(object);
  const points = drawing.strokes.flatMap((stroke) => stroke.points);
  const [xs, ys] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis)) as [number[], number[]];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const size = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  const number = /^N(\d+)$/.exec(object.name)?.[1];
  if (number !== undefined) return { kind: 'function', node: Number(number) - 1, ...size, ...drawing };
  return { kind: object.shape === 'box3d' ? 'label' : 'legend', ...size, ...drawing };
}

function arrowOf(edge: GraphEdge, indexes: ReadonlyMap<number, number>): GraphArrow {
  return { from: indexes.get(edge.tail)!, to: indexes.get(edge.head)!, ...drawingOf(edge) };
}

function drawingOf({ _draw_ = [], _hdraw_ = [], _ldraw_ = [], tooltip = '' }: Drawable) {
  const plotter = new Plotter();
  for (const group of [_draw_, _hdraw_, _ldraw_]) plotter.draw(group);
  return { strokes: plotter.strokes, texts: plotter.texts, tooltip: plainTooltip(tooltip) };
}

/** Undoes the escapes in a tooltip, which Graphviz copies from the DOT. */
function plainTooltip(tooltip: string): string {
  const plain = tooltip.replace(/\\(.)/g, (_, escaped: string) => (/[nlr]/.test(escaped) ? '\n' : escaped));
  return plain.replaceAll('&amp;', '&');
}

const ANCHORS = { l: 'start', c: 'middle', r: 'end' } as const;

/** Collects strokes and texts. Each group of operations starts with a thin black pen. */
class Plotter {
  readonly strokes: GraphStroke[] = [];
  readonly texts: GraphText[] = [];
  private pen = '#000000';
  private fill = '';
  private width = 1;
  private dotted = false;
  private size = 14;

  draw(group: readonly Operation[]): void {
    this.pen = '#000000';
    this.fill = '';
    this.width = 1;
    this.dotted = false;
    for (const operation of group) this.apply(operation);
  }

  private apply(operation: Operation): void {
    switch (operation.op) {
      case 'c':
        this.pen = operation.color.slice(0, 7);
        return;
      case 'C':
        this.fill = operation.color.slice(0, 7);
        return;
      case 'S':
        return this.style(operation.style);
      case 'F':
        this.size = operation.size;
        return;
      case 'P':
        return this.stroke('polygon', operation.points, this.fill);
      case 'p':
        return this.stroke('polygon', operation.points);
      case 'L':
        return this.stroke('line', operation.points);
      case 'b':
      case 'B':
        return this.stroke('curve', operation.points);
      case 'T':
        return this.text(operation);
    }
  }

  private style(style: string): void {
    const width = /^setlinewidth\((.+)\)$/.exec(style)?.[1];
    if (width !== undefined) this.width = Number(width);
    else this.dotted = style === 'dotted' || style === 'dashed';
  }

  private stroke(kind: GraphStroke['kind'], points: readonly Point[], fill = ''): void {
    const { pen, width, dotted } = this;
    this.strokes.push({ kind, points: points.flat(), pen, fill, width, dotted });
  }

  private text({ text, pt: [x, y], align, width }: Extract<Operation, { op: 'T' }>): void {
    this.texts.push({ text: text.replaceAll('\\\\', '\\'), x, y, size: this.size, anchor: ANCHORS[align], width });
  }
}

/** Graphviz knows the character widths of this font; the page's font is about as wide. */
const FONT = { fontname: 'Arial' };
/** Graphviz would truncate a text at a control character, or write the character into its JSON unescaped. */
const CONTROL_CHARACTERS = /[\0-\x08\x0b-\x1f\x7f]/g;

const loading = instance();

/** Lays out a graph in pprof's DOT with Graphviz's `dot`. Blocks the thread. */
export async function layOutDot(dot: string): Promise<LayoutReply> {
  const graphviz = await loading;
  const options = { format: 'json', yInvert: true, nodeAttributes: FONT, edgeAttributes: FONT };
  const { status, output, errors } = graphviz.render(escapeDot(dot), options);
  if (status === 'success') return { picture: graphPicture(JSON.parse(output) as GraphvizJson) };
  return { problem: errors.find(({ level }) => level === 'error')?.message ?? 'no reason given' };
}

/**
 * Escapes DOT and replaces control characters, so that Graphviz draws the texts literally; otherwise it would draw
 * `&lt;` as `<`.
 */
function escapeDot(dot: string): string {
  return dot.replace(CONTROL_CHARACTERS, '\ufffd').replaceAll('&', '&amp;');
}
