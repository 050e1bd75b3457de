import type { DrawnGraph, GraphBox } from '../../src/profile/answers/graph';
import { claim, element, svgElement } from '../controls/dom';
import { CallGraphDrawing } from './callGraphDrawing';
import { GraphMap } from './graphMap';
import { hottestPath } from './hottestPath';
import { PanZoom } from './panZoom';
import type { Point } from './viewport';
import { type CallGraphKey, callGraphKey } from './callGraphKeys';
import { type CallStep, Neighbors } from './nodeNeighbors';

/** User actions in the pane. A node is an index into the nodes of the graph's report. */
export interface PaneActions {
  select(node: number): void;
  clear(): void;
  openSource(node: number): void;
  copyName(node: number): void;
  /** Called with the node under the pointer; undefined if there is none. */
  point(node: number | undefined): void;
  openMenu(node: number, at: Point): void;
}

/** The scale from which on the smallest texts are readable. Selecting a node zooms in to this scale. */
const READABLE = 1.25;

/** The drawn call graph with pointer, keys and focus. The graph is one tab stop. */
export class CallGraphPane {
  readonly element = element('div', { class: 'call-graph' });
  private readonly canvas = svgElement('svg', { role: 'listbox', 'aria-label': 'Call graph' });
  private readonly map = new GraphMap((point) => this.view.center(point));
  private readonly view = new PanZoom(this.element, this.canvas, (seen) => this.map.follow(seen));
  private drawing: CallGraphDrawing | undefined;
  private neighbors = new Neighbors([]);
  /** By node; undefined if the layout has no box for the node. */
  private boxes: readonly (GraphBox | undefined)[] = [];
  /** The node that the Tab key focuses. */
  private current = 0;
  /** The node of the last single click. A double click opens it, because the first click may have moved the graph. */
  private clicked: number | undefined;
  /** Whether to focus the graph when it is next drawn. */
  private isFocusWanted = false;

  constructor(private readonly actions: PaneActions) {
    this.element.append(this.canvas, this.map.element);
    this.canvas.addEventListener('click', (event) => this.click(event));
    this.canvas.addEventListener('dblclick', () => {
      if (this.clicked !== undefined) this.actions.openSource(this.clicked);
    });
    this.canvas.addEventListener('pointerover', ({ target }) => this.actions.point(nodeAt(target)));
    this.canvas.addEventListener('pointerleave', () => this.actions.point(undefined));
    this.canvas.addEventListener('focusin', ({ target }) => this.focused(target));
    this.canvas.addEventListener('contextmenu', (event) => this.openMenu(event));
    this.canvas.addEventListener('keydown', (event) => this.press(event));
  }

  /** Draws a graph. A graph that is too large to be readable as a whole opens at its hottest path. */
  draw(graph: DrawnGraph): void {
    const drawing = new CallGraphDrawing(graph);
    const { boxes } = graph.picture;
    this.drawing = drawing;
    this.neighbors = new Neighbors(graph.report.calls);
    const byNode = new Map(boxes.map((box) => [box.node, box]));
    this.boxes = graph.report.nodes.map((_, node) => byNode.get(node));
    this.canvas.replaceChildren(drawing.element);
    drawing.fitTexts();
    this.map.show(graph.picture);
    const nodes = hottestPath(graph.report);
    const path = nodes.flatMap((node) => this.boxes[node] ?? []);
    this.view.show(drawing.element, graph.picture, { path, scale: READABLE });
    this.current = -1;
    this.makeCurrent(nodes.at(-1) ?? 0);
    if (this.isFocusWanted) this.focus();
  }

  /** Focuses the current node, or focuses the graph once it is drawn. */
  focus(): void {
    this.isFocusWanted = this.drawing === undefined;
    this.focusNode(this.current);
  }

  clear(): void {
    this.drawing = undefined;
    this.boxes = [];
    this.canvas.replaceChildren();
    this.map.element.hidden = true;
  }

  /** Highlights nodes with their callers and callees, and scrolls the first into view. */
  light(nodes: readonly number[]): void {
    this.drawing?.light(new Set(nodes));
    const [first] = nodes;
    if (first === undefined) return;
    if (!nodes.includes(this.current)) this.makeCurrent(first);
    this.reveal(this.current, READABLE);
  }

  mark(matched: readonly number[]): void {
    this.drawing?.mark(new Set(matched));
  }

  focusNode(node: number): void {
    this.makeCurrent(node);
    this.drawing?.nodes[node]?.focus({ preventScroll: true });
  }

  zoom(factor: number): void {
    this.view.zoom(factor);
  }

  fit(): void {
    this.view.fit();
  }

  private focused(target: EventTarget | null): void {
    const node = nodeAt(target);
    if (node === undefined) return;
    this.makeCurrent(node);
    // Only for keyboard focus: moving the graph while a mouse button is down would prevent the click.
    if ((target as Element).matches(':focus-visible')) this.reveal(node);
  }

  private reveal(node: number, leastScale = 0): void {
    const box = this.boxes[node];
    if (box) this.view.reveal(box, leastScale);
  }

  private makeCurrent(node: number): void {
    this.drawing?.nodes[this.current]?.setAttribute('tabindex', '-1');
    this.current = node;
    this.drawing?.nodes[node]?.setAttribute('tabindex', '0');
  }

  private click(event: MouseEvent): void {
    if (this.view.hasJustDragged || event.detail > 1) return;
    const node = (this.clicked = nodeAt(event.target));
    if (node === undefined) return this.actions.clear();
    this.focusNode(node);
    this.view.approach({ x: event.clientX, y: event.clientY }, READABLE);
    this.actions.select(node);
    if (event.ctrlKey || event.metaKey || event.altKey) this.actions.openSource(node);
  }

  private openMenu(event: MouseEvent): void {
    claim(event);
    const node = nodeAt(event.target);
    const drawn = node === undefined ? undefined : this.drawing?.nodes[node];
    if (node === undefined || !drawn) return;
    const { left, bottom } = drawn.getBoundingClientRect();
    const isByPointer = event.button === 2;
    this.focusNode(node);
    this.actions.openMenu(node, isByPointer ? { x: event.clientX, y: event.clientY } : { x: left + 8, y: bottom });
  }

  private press(event: KeyboardEvent): void {
    const key = this.boxes.length === 0 ? undefined : callGraphKey(event);
    if (!key) return;
    claim(event);
    this.obey(key);
  }

  private obey(key: CallGraphKey): void {
    switch (key.kind) {
      case 'step':
        return this.walk(key.to);
      case 'openSource':
      case 'select':
      case 'copyName':
        return this.actions[key.kind](this.current);
      case 'clear':
        return this.actions.clear();
      case 'zoomIn':
        return this.view.zoom(ZOOM_STEP);
      case 'zoomOut':
        return this.view.zoom(1 / ZOOM_STEP);
      case 'fit':
        return this.view.fit();
    }
  }

  private walk(step: CallStep): void {
    const xOf = (node: number) => {
      const { x, width } = this.boxes[node] ?? { x: 0, width: 0 };
      return x + width / 2;
    };
    const next = this.neighbors.step(this.current, step, xOf);
    this.focusNode(next);
    this.actions.select(next);
  }
}

/** Zoom factor of a key press or a click on a button. */
export const ZOOM_STEP = 1.25;

function nodeAt(target: EventTarget | null): number | undefined {
  const drawn = target instanceof Element ? target.closest('[data-node]') : null;
  return drawn ? Number(drawn.getAttribute('data-node')) : undefined;
}
