import type { DrawnGraph, GraphArrow, GraphBox, GraphStroke, GraphText } from '../../src/profile/answers/graph';
import { label, percentage } from '../../src/profile/text/measurement';
import { setAttributes, svgElement } from '../controls/dom';

/** Points by which a text may exceed its width in the layout before it is squeezed. Boxes have a margin. */
const SLACK = 8;

/** A call graph as SVG elements. CSS adapts pprof's colors to the theme. */
export class CallGraphDrawing {
  readonly element = svgElement('g', { class: 'scene', role: 'presentation' });
  /** By node, the element that takes the focus; undefined if the layout has no box for the node. */
  readonly nodes: readonly (SVGGElement | undefined)[];
  private readonly boxes: readonly SVGGElement[];
  private readonly arrows: readonly SVGGElement[];
  private readonly texts: { readonly element: SVGTextElement; readonly width: number }[] = [];

  constructor(readonly graph: DrawnGraph) {
    const { picture: { boxes, arrows }, report: { nodes } } = graph;
    this.arrows = arrows.map((arrow) => this.arrow(arrow));
    this.boxes = boxes.map((box) => this.box(box));
    const byNode = new Map(boxes.map(({ node }, place) => [node, this.boxes[place]]));
    this.nodes = nodes.map((_, node) => byNode.get(node)?.querySelector<SVGGElement>('[data-node]') ?? undefined);
    this.element.append(...this.arrows, ...this.boxes);
  }

  /** Squeezes texts that are too wide in the page's font. Call it once the drawing is in the page. */
  fitTexts(): void {
    const wide = this.texts.filter(({ element, width }) => element.getComputedTextLength() > width + SLACK);
    for (const { element, width } of wide) {
      setAttributes(element, { textLength: width + SLACK, lengthAdjust: 'spacingAndGlyphs' });
    }
  }

  /** Highlights nodes, their calls, their callers and their callees; an empty set clears the highlight. */
  light(selected: ReadonlySet<number>): void {
    const { boxes, arrows } = this.graph.picture;
    const isSelected = (place: number) => selected.has(boxes[place].node ?? -1);
    const near = new Set<number>();
    arrows.forEach(({ from, to }, at) => {
      const isLit = isSelected(from) || isSelected(to);
      this.arrows[at].classList.toggle('lit', isLit);
      if (isLit) near.add(from).add(to);
    });
    this.boxes.forEach((drawn, place) => {
      drawn.classList.toggle('near', near.has(place));
      drawn.classList.toggle('selected', isSelected(place));
    });
    this.nodes.forEach((drawn, node) => drawn?.setAttribute('aria-selected', String(selected.has(node))));
    this.element.classList.toggle('with-selection', selected.size > 0);
  }

  /** Marks the nodes that match a search. */
  mark(matched: ReadonlySet<number>): void {
    this.nodes.forEach((drawn, node) => drawn?.parentElement?.classList.toggle('matched', matched.has(node)));
    this.element.classList.toggle('with-matches', matched.size > 0);
  }

  private box(box: GraphBox): SVGGElement {
    const { kind, node, tooltip, strokes, texts } = box;
    const shape = svgElement('g', { role: 'presentation' }, ...strokes.map(stroke));
    if (node !== undefined) {
      setAttributes(shape, { role: 'option', tabindex: -1, 'data-node': node, 'aria-label': this.describe(node) });
    }
    // Outside the shape, whose `aria-label` describes the node for screen readers.
    const words = svgElement('g', { 'aria-hidden': 'true' }, ...texts.map((text) => this.text(text)));
    const drawn = svgElement('g', { class: `box ${kind}`, role: 'presentation' }, shape, words);
    if (tooltip !== '') drawn.prepend(svgElement('title', {}, tooltip));
    return drawn;
  }

  private arrow({ tooltip, strokes, texts }: GraphArrow): SVGGElement {
    const drawn = svgElement('g', { class: 'arrow', role: 'presentation' });
    drawn.append(svgElement('title', {}, tooltip), ...strokes.map(stroke), ...texts.map((text) => this.text(text)));
    return drawn;
  }

  private text({ text, x, y, size, anchor, width }: GraphText): SVGTextElement {
    const drawn = svgElement('text', { x, y, 'font-size': size, 'text-anchor': anchor }, text);
    this.texts.push({ element: drawn, width });
    return drawn;
  }

  private describe(node: number): string {
    const { nodes, total, unit } = this.graph.report;
    const { name, flat, cum } = nodes[node];
    const figure = (value: number) => `${label(value, unit)} (${percentage(value, total)})`;
    return `${name}, flat ${figure(flat)}, cum ${figure(cum)}`;
  }
}

function stroke({ kind, points, pen, fill, width, dotted }: GraphStroke): SVGPathElement {
  const drawn = svgElement('path', { d: pathOf(kind, points), class: fill === '' ? kind : `${kind} filled` });
  drawn.style.setProperty('--pen', pen);
  if (fill !== '') drawn.style.setProperty('--fill', fill);
  if (width !== 1) drawn.style.setProperty('--pen-width', String(width));
  if (dotted) drawn.classList.add('dotted');
  return drawn;
}

function pathOf(kind: GraphStroke['kind'], [x, y, ...others]: readonly number[]): string {
  return `M${x} ${y}${kind === 'curve' ? 'C' : 'L'}${others.join(' ')}${kind === 'polygon' ? 'Z' : ''}`;
}
