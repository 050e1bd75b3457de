import type { DrawnGraph, GraphNode } from '../../src/profile/answers/graph';
import type { TabId } from '../../src/protocol/messages';
import { LatestOnly, unlessCancelled } from '../ask';
import { type Child, element, svgElement } from '../controls/dom';
import type { PageAccess, Tab } from '../tab';
import { keysHere } from '../controls/helpList';
import { Notice } from '../controls/notice';
import type { MenuItem } from '../controls/popup';
import { refineItems } from '../refine/refineItems';
import { button } from '../controls/toolkit';
import type { ProfileState } from '../viewState';
import { CallGraphDetails } from './nodeDetails';
import { callGraphHelp } from './callGraphHelp';
import { CallGraphPane, ZOOM_STEP } from './callGraphPane';
import { CallGraphTools } from './callGraphToolbar';
import type { Point } from './viewport';
import type { AskedGraph } from '../../src/protocol/questions';

/** Delay before the waiting text shows, in milliseconds. */
const PATIENCE = 300;

/** pprof's call graph, with the layout of Graphviz. */
export class CallGraphTab implements Tab {
  readonly id = 'graph';
  readonly name = 'Graph';
  readonly element = element('div', { class: 'call-graph-tab' });
  private readonly controls: CallGraphTools;
  private readonly pane: CallGraphPane;
  private readonly details = new CallGraphDetails((node) => this.openSource(node));
  private readonly empty = new Notice('empty', 'status');
  private readonly waiting = element('div', { class: 'waiting', hidden: true }, 'Laying out…');
  private profile: ProfileState | undefined;
  private graph: DrawnGraph | undefined;
  /** The drawn graph as JSON, to skip drawing an unchanged graph. */
  private drawn = '';
  private readonly requests = new LatestOnly();
  private pointed: number | undefined;
  private selected = '';
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: PageAccess) {
    this.controls = new CallGraphTools({
      choose: (changes) => this.choose({ ...around.kept.graph, ...changes }),
      search: (text) => this.search(text),
      next: () => this.nextMatch(),
    });
    this.controls.showAsked(around.kept.graph);
    this.pane = new CallGraphPane({
      select: (node) => this.selectNode(node),
      clear: () => around.select(''),
      openSource: (node) => this.openSource(node),
      copyName: (node) => this.copyName(node),
      point: (node) => this.point(node),
      openMenu: (node, at) => this.openMenu(node, at),
    });
    const remarks = element('div', { class: 'remarks' }, this.waiting);
    const stage = element('div', { class: 'stage' }, this.pane.element, this.zoomButtons(), this.empty.element, remarks);
    this.element.append(stage, this.details.element);
  }

  get tools(): HTMLElement {
    return this.controls.element;
  }

  show(profile: ProfileState | undefined): void {
    this.profile = profile;
    if (profile) return this.ask();
    this.requests.cancel();
    this.stopWaiting();
    this.graph = undefined;
    this.drawn = '';
    this.pane.clear();
    this.element.classList.remove('drawn');
  }

  select(name: string): void {
    this.selected = name;
    this.pane.light(this.selectedNodes());
    this.describe();
  }

  takeKeys(): void {
    this.pane.focus();
  }

  focusSearch(): void {
    this.controls.focus();
  }

  help(): HTMLElement {
    return callGraphHelp();
  }

  private showGraph(graph: DrawnGraph): void {
    this.stopWaiting();
    this.around.clearFailure();
    const text = JSON.stringify(graph);
    if (text === this.drawn) return;
    this.drawn = text;
    this.graph = graph;
    this.pointed = undefined;
    this.pane.draw(graph);
    this.element.classList.add('drawn');
    this.empty.show(graph.report.nodes.length === 0 ? 'The profile has no samples of this type.' : '');
    this.controls.showCount(graph.report);
    this.search(this.controls.searched);
    this.select(this.around.kept.selected);
  }

  /** Requests the graph, even for the same profile, because the granularity may have changed. */
  private ask(): void {
    if (!this.profile) return;
    this.patience ??= setTimeout(() => (this.waiting.hidden = false), PATIENCE);
    this.around.ask('callGraph', this.around.kept.graph, this.requests).then(
      (graph) => this.showGraph(graph),
      unlessCancelled(({ message }) => {
        this.stopWaiting();
        this.around.showFailure(message, () => this.ask());
      }),
    );
  }

  private choose(asked: AskedGraph): void {
    this.around.keep({ graph: asked });
    this.controls.showAsked(asked);
    this.ask();
  }

  private stopWaiting(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.waiting.hidden = true;
  }

  private selectNode(node: number): void {
    const { function: of, name } = this.graph!.report.nodes[node];
    this.around.select(of || name);
  }

  private selectedNodes(): number[] {
    if (!this.graph || this.selected === '') return [];
    const isSelected = (node: GraphNode) => [node.function, node.name].includes(this.selected);
    return this.graph.report.nodes.flatMap((node, place) => (isSelected(node) ? [place] : []));
  }

  private point(node: number | undefined): void {
    if (node === this.pointed) return;
    this.pointed = node;
    this.describe();
  }

  private describe(): void {
    if (!this.graph) return;
    const { report } = this.graph;
    const [first] = this.selectedNodes();
    const node = this.pointed ?? first;
    if (node !== undefined) return this.details.show(report, node);
    if (this.selected !== '') return this.details.showNone(this.selected, 'Not among the functions that the graph shows.');
    this.details.showNone('Call graph', 'Click a function to see who calls it and what it calls.');
  }

  private openSource(node: number): void {
    const { function: name, file, line } = this.graph!.report.nodes[node];
    if (!this.profile || (name === '' && file === '')) return;
    // File names in the graph may differ from the profile's, so a function is found by its name.
    const place = { ...(name === '' ? { file } : {}), ...(line === 0 ? {} : { line }) };
    this.around.send({ kind: 'openFunction', profile: this.profile.id, function: name, ...place });
  }

  private openMenu(node: number, at: Point): void {
    const { function: name } = this.graph!.report.nodes[node];
    const copy: MenuItem = { label: 'Copy name', key: keysHere('Ctrl+C'), run: () => this.copyName(node) };
    const show = (tab: TabId) => () => {
      this.selectNode(node);
      this.around.open(tab);
    };
    const ofFunction: MenuItem[] = [
      { label: 'Open source', key: 'Enter', run: () => this.openSource(node) },
      { label: 'Peek', run: show('peek') },
      { label: 'Show in flame graph', run: show('flame') },
      ...refineItems((field) => this.around.refineBy(field, name)),
    ];
    this.around.popup.openMenu('Function', at, name === '' ? [copy] : [...ofFunction, copy]);
  }

  private copyName(node: number): void {
    this.around.send({ kind: 'copy', text: this.graph!.report.nodes[node].name });
    this.around.say('Name copied');
  }

  private search(text: string): void {
    const matches = this.matchesOf(text);
    this.pane.mark(matches);
    this.controls.showMatches(matches.length);
  }

  private matchesOf(text: string): number[] {
    const wanted = text.toLowerCase();
    if (!this.graph || wanted === '') return [];
    return this.graph.report.nodes.flatMap(({ name }, node) => (name.toLowerCase().includes(wanted) ? [node] : []));
  }

  private nextMatch(): void {
    const matches = this.matchesOf(this.controls.searched);
    const [here] = this.selectedNodes();
    const next = matches[(matches.indexOf(here ?? -1) + 1) % matches.length];
    if (next !== undefined) this.selectNode(next);
  }

  private zoomButtons(): HTMLElement {
    const zoom = (hint: string, sign: Child, onClick: () => void) => button({ appearance: 'icon', hint, onClick }, sign);
    const corners = svgElement('path', { d: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4' });
    return element(
      'div',
      { class: 'zoom-buttons' },
      zoom('Zoom in', '+', () => this.pane.zoom(ZOOM_STEP)),
      zoom('Zoom out', '−', () => this.pane.zoom(1 / ZOOM_STEP)),
      zoom('Show everything', svgElement('svg', { viewBox: '0 0 16 16' }, corners), () => this.pane.fit()),
    );
  }
}
