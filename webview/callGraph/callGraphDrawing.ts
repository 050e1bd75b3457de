import type { DrawnGraph, GraphArrow, GraphBox, GraphStroke, GraphText } from '../../src/profile/answers/graph';
import { setAttributes, svgElement } from '../controls/dom';
import { FEW_SAMPLES_TEXT, panelText } from '../text/figureTexts';
import { shareText } from '../../src/profile/text/screen/share';

/** Points by which a text may exceed its width in the layout before it is squeezed. Boxes have a margin. */
const MAX_OVERFLOW = 8;

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
    const elementOfNode = new Map(boxes.map(({ node }, index) => [node, this.boxes[index]]));
    this.nodes = nodes.map((_, node) => elementOfNode.get(node)?.querySelector<SVGGElement>('[data-node]') ?? undefined);
    this.element.append(...this.arrows, ...this.boxes);
  }

  /** Squeezes texts that are too wide in the page's font. Call it once the drawing is in the page. */
  fitTexts(): void {
    const tooWide = this.texts.filter(({ element, width }) => element.getComputedTextLength() > width + MAX_OVERFLOW);
    for (const { element, width } of tooWide) {
      setAttributes(element, { textLength: width + MAX_OVERFLOW, lengthAdjust: 'spacingAndGlyphs' });
    }
  }

  /** Highlights nodes, their calls, their callers and their callees; an empty set clears the highlight. */
  highlight(selected: ReadonlySet<number>): void {
    const { boxes, arrows } = this.graph.picture;
    const isSelected = (index: number) => selected.has(boxes[index].node ?? -1);
    const neighbors = new Set<number>();
    arrows.forEach(({ from, to }, index) => {
      const isHighlighted = isSelected(from) || isSelected(to);
      this.arrows[index].classList.toggle('lit', isHighlighted);
      if (isHighlighted) neighbors.add(from).add(to);
    });
    this.boxes.forEach((boxElement, index) => {
      boxElement.classList.toggle('near', neighbors.has(index));
      boxElement.classList.toggle('selected', isSelected(index));
    });
    this.nodes.forEach((boxElement, node) => boxElement?.setAttribute('aria-selected', String(selected.has(node))));
    this.element.classList.toggle('with-selection', selected.size > 0);
  }

  /** Marks the nodes that match a search. */
  markMatches(matches: ReadonlySet<number>): void {
    this.nodes.forEach((drawn, node) => drawn?.parentElement?.classList.toggle('matched', matches.has(node)));
    this.element.classList.toggle('with-matches', matches.size > 0);
  }

  private box(box: GraphBox): SVGGElement {
    const { kind, node, tooltip, strokes, texts } = box;
    const shape = svgElement('g', { role: 'presentation' }, ...strokes.map(stroke));
    if (node !== undefined) {
      setAttributes(shape, { role: 'option', tabindex: -1, 'data-node': node, 'aria-label': this.accessibleName(node) });
    }
    // Outside the shape, whose `aria-label` describes the node for screen readers.
    const textGroup = svgElement('g', { 'aria-hidden': 'true' }, ...texts.map((text) => this.text(text)));
    const { few, remarks } = node === undefined ? {} : this.graph.report.nodes[node];
    const isUnsure = remarks ? remarks.cum.sign !== '' : few?.cum;
    const boxClass = isUnsure ? `box ${kind} few` : `box ${kind}`;
    const group = svgElement('g', { class: boxClass, role: 'presentation' }, shape, textGroup);
    const remark = remarks ? remarks.cum.text : few?.cum ? FEW_SAMPLES_TEXT : '';
    const title = remark === '' ? tooltip : `${tooltip}\n${remark}`;
    if (title !== '') group.prepend(svgElement('title', {}, title));
    return group;
  }

  private arrow({ tooltip, strokes, texts }: GraphArrow): SVGGElement {
    const group = svgElement('g', { class: 'arrow', role: 'presentation' });
    group.append(svgElement('title', {}, tooltip), ...strokes.map(stroke), ...texts.map((text) => this.text(text)));
    return group;
  }

  private text({ text, x, y, size, anchor, width }: GraphText): SVGTextElement {
    const textElement = svgElement('text', { x, y, 'font-size': size, 'text-anchor': anchor }, text);
    this.texts.push({ element: textElement, width });
    return textElement;
  }

  private accessibleName(node: number): string {
    const { nodes, ...scale } = this.graph.report;
    const { name, few, remarks, ...figures } = nodes[node];
    const figure = (column: 'flat' | 'cum') => {
      const text = remarks?.[column].text ?? (few?.[column] ? 'mostly chance' : '');
      const remark = text === '' ? '' : `, ${text}`;
      return `${column} ${panelText(figures[column], scale)} (${shareText(figures[column], scale.total, remarks !== undefined, scale.weight)})${remark}`;
    };
    return `${name}, ${figure('flat')}, ${figure('cum')}`;
  }
}

function stroke({ kind, points, pen, fill, width, dotted }: GraphStroke): SVGPathElement {
  const path = svgElement('path', { d: pathOf(kind, points), class: fill === '' ? kind : `${kind} filled` });
  path.style.setProperty('--pen', pen);
  if (fill !== '') path.style.setProperty('--fill', fill);
  if (width !== 1) path.style.setProperty('--pen-width', String(width));
  if (dotted) path.classList.add('dotted');
  return path;
}

function pathOf(kind: GraphStroke['kind'], [x, y, ...others]: readonly number[]): string {
  return `M${x} ${y}${kind === 'curve' ? 'C' : 'L'}${others.join(' ')}${kind === 'polygon' ? 'Z' : ''}`;
}
