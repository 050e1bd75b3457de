import type { DrawnGraph, GraphBox, GraphNode } from '../../src/profile/answers/graph';
import { element, stopEvent, svgElement } from '../controls/dom';
import { CallGraphDrawing } from './callGraphDrawing';
import { GraphMap } from './graphMap';
import { type CallStep, hottestPath, Neighbors } from './findNodes';
import { PanZoom, ZOOM_STEP } from './panZoom';
import { CLOSE_SCALE, type Point, READABLE_SCALE } from './viewport';
import { type CallGraphKeyAction, callGraphKeyAction } from './callGraphKeys';

/** User actions in the pane. A node is an index into the nodes of the graph's report. */
export interface PaneActions {
  select(node: number): void;
  clearSelection(): void;
  openSource(node: number): void;
  copyName(node: number): void;
  /** Called with the node under the pointer; undefined if there is none. */
  hover(node: number | undefined): void;
  openMenu(node: number, position: Point): void;
}

/** The drawn call graph with pointer, keys and focus. The graph is one tab stop. */
export class CallGraphPane {
  readonly element = element('div', { class: 'call-graph' });
  private readonly canvas = svgElement('svg', { role: 'listbox', 'aria-label': 'Call graph' });
  private readonly graphMap = new GraphMap((point) => this.panZoom.center(point));
  private readonly panZoom: PanZoom;
  private drawing: CallGraphDrawing | undefined;
  private neighbors = new Neighbors([]);
  private nodes: readonly GraphNode[] = [];
  /** By node; undefined if the layout has no box for the node. */
  private boxes: readonly (GraphBox | undefined)[] = [];
  /** The node that the Tab key focuses. */
  private current = 0;
  /** The node of the last single click. A double click opens it, because the first click may have moved the graph. */
  private lastClicked: number | undefined;
  /** Whether to focus the graph when it is next drawn. */
  private isFocusPending = false;

  /** @param covers elements that lie on the pane */
  constructor(
    private readonly actions: PaneActions,
    covers: readonly HTMLElement[],
  ) {
    this.panZoom = new PanZoom(this.element, this.canvas, [this.graphMap.element, ...covers], (visible) =>
      this.graphMap.showViewport(visible));
    this.element.append(this.canvas, this.graphMap.element);
    this.canvas.addEventListener('click', (event) => this.onClick(event));
    this.canvas.addEventListener('dblclick', () => {
      if (this.lastClicked !== undefined) this.actions.openSource(this.lastClicked);
    });
    this.canvas.addEventListener('pointerover', ({ target }) => this.actions.hover(nodeAt(target)));
    this.canvas.addEventListener('pointerleave', () => this.actions.hover(undefined));
    this.canvas.addEventListener('focusin', ({ target }) => this.onFocusIn(target));
    this.canvas.addEventListener('contextmenu', (event) => this.openMenu(event));
    this.canvas.addEventListener('keydown', (event) => this.onKeydown(event));
  }

  /** Draws a graph as a whole. */
  draw(graph: DrawnGraph): void {
    const { drawing, last } = this.replace(graph);
    this.panZoom.show(drawing.element, graph.picture);
    this.setCurrent(last);
    if (this.isFocusPending) this.focus();
  }

  /**
   * Draws the graph of a later round of the same profile. Keeps the focus; if the user has moved the graph, keeps the
   * node in the middle in its place, too.
   */
  drawLater(graph: DrawnGraph): void {
    const { drawing: before } = this;
    const { nodes } = this;
    const isMoved = this.panZoom.isMoved;
    const shown = this.boxes.flatMap((box, node) => (box ? [{ ...box, key: keyOf(nodes[node]) }] : []));
    const middle = this.panZoom.middleOf(shown);
    const currentKey = nodes[this.current] && keyOf(nodes[this.current]);
    const hadFocus = this.canvas.contains(document.activeElement);
    const nodeNow = (key: string | undefined) => graph.report.nodes.findIndex((node) => keyOf(node) === key);
    const { drawing, last } = this.replace(graph);
    const box = middle && this.boxes[nodeNow(middle.key)];
    if (before && isMoved && box) this.panZoom.keep(drawing.element, graph.picture, { before: middle, now: box });
    else this.panZoom.show(drawing.element, graph.picture);
    const current = nodeNow(currentKey);
    this.setCurrent(current < 0 ? last : current);
    if (hadFocus || this.isFocusPending) this.focus();
  }

  private replace(graph: DrawnGraph) {
    const drawing = new CallGraphDrawing(graph);
    const { boxes } = graph.picture;
    this.drawing = drawing;
    this.neighbors = new Neighbors(graph.report.calls);
    const boxOfNode = new Map(boxes.map((box) => [box.node, box]));
    this.nodes = graph.report.nodes;
    this.boxes = this.nodes.map((_, node) => boxOfNode.get(node));
    this.canvas.replaceChildren(drawing.element);
    drawing.fitTexts();
    this.graphMap.show(graph.picture);
    this.current = -1;
    return { drawing, last: hottestPath(graph.report).at(-1) ?? 0 };
  }

  /** Focuses the current node, or focuses the graph once it is drawn. */
  focus(): void {
    this.isFocusPending = this.drawing === undefined;
    this.focusNode(this.current);
  }

  clear(): void {
    this.drawing = undefined;
    this.boxes = [];
    this.nodes = [];
    this.canvas.replaceChildren();
    this.graphMap.clear();
  }

  /**
   * Highlights nodes with their callers and callees, and moves one into view, unless the graph stays where it is: the
   * current node if it is among them.
   */
  highlight(nodes: readonly number[], { stays = false } = {}): void {
    this.drawing?.highlight(new Set(nodes));
    const [first] = nodes;
    if (first === undefined) return;
    if (!nodes.includes(this.current)) this.setCurrent(first);
    if (!stays) this.reveal(this.current, READABLE_SCALE);
  }

  markMatches(nodes: readonly number[]): void {
    this.drawing?.markMatches(new Set(nodes));
  }

  focusNode(node: number): void {
    this.setCurrent(node);
    this.drawing?.nodes[node]?.focus({ preventScroll: true });
  }

  zoom(factor: number): void {
    this.panZoom.zoom(factor);
  }

  fit(): void {
    this.panZoom.fit();
  }

  private onFocusIn(target: EventTarget | null): void {
    const node = nodeAt(target);
    if (node === undefined) return;
    this.setCurrent(node);
    // Only for keyboard focus: moving the graph while a mouse button is down would prevent the click.
    if ((target as Element).matches(':focus-visible')) this.reveal(node);
  }

  private reveal(node: number, minScale = 0): void {
    const box = this.boxes[node];
    if (box) this.panZoom.reveal(box, minScale);
  }

  private setCurrent(node: number): void {
    this.drawing?.nodes[this.current]?.setAttribute('tabindex', '-1');
    this.current = node;
    this.drawing?.nodes[node]?.setAttribute('tabindex', '0');
  }

  private onClick(event: MouseEvent): void {
    if (this.panZoom.hasJustDragged || event.detail > 1) return;
    const node = (this.lastClicked = nodeAt(event.target));
    if (node === undefined) return this.actions.clearSelection();
    this.focusNode(node);
    this.panZoom.zoomInAt({ x: event.clientX, y: event.clientY }, READABLE_SCALE);
    this.actions.select(node);
    if (event.ctrlKey || event.metaKey || event.altKey) this.actions.openSource(node);
  }

  private openMenu(event: MouseEvent): void {
    stopEvent(event);
    const node = nodeAt(event.target);
    const nodeElement = node === undefined ? undefined : this.drawing?.nodes[node];
    if (node === undefined || !nodeElement) return;
    const { left, bottom } = nodeElement.getBoundingClientRect();
    const isByPointer = event.button === 2;
    this.focusNode(node);
    this.actions.openMenu(node, isByPointer ? { x: event.clientX, y: event.clientY } : { x: left + 8, y: bottom });
  }

  private onKeydown(event: KeyboardEvent): void {
    const action = this.boxes.length === 0 ? undefined : callGraphKeyAction(event);
    if (!action) return;
    stopEvent(event);
    this.runKeyAction(action);
  }

  private runKeyAction(action: CallGraphKeyAction): void {
    switch (action.kind) {
      case 'step':
        return this.moveFocus(action.to);
      case 'goIn':
        return this.goIn(this.current);
      case 'openSource':
      case 'select':
      case 'copyName':
        return this.actions[action.kind](this.current);
      case 'clear':
        return this.actions.clearSelection();
      case 'zoomIn':
        return this.panZoom.zoom(ZOOM_STEP);
      case 'zoomOut':
        return this.panZoom.zoom(1 / ZOOM_STEP);
      case 'fit':
        return this.panZoom.fit();
    }
  }

  private goIn(node: number): void {
    this.actions.select(node);
    const box = this.boxes[node];
    if (box) this.panZoom.zoomTo(box, CLOSE_SCALE);
  }

  private moveFocus(step: CallStep): void {
    const xOf = (node: number) => {
      const { x, width } = this.boxes[node] ?? { x: 0, width: 0 };
      return x + width / 2;
    };
    const next = this.neighbors.step(this.current, step, xOf);
    this.focusNode(next);
    this.actions.select(next);
  }
}

/** Names a node in graphs of the same profile. */
function keyOf({ name, file, line }: GraphNode): string {
  return JSON.stringify([name, file, line]);
}

function nodeAt(target: EventTarget | null): number | undefined {
  const nodeElement = target instanceof Element ? target.closest('[data-node]') : null;
  return nodeElement ? Number(nodeElement.getAttribute('data-node')) : undefined;
}
