import type { DrawnGraph, GraphNode } from '../../src/profile/answers/graph';
import { LatestOnly, unlessCancelled } from '../hostLink';
import { type Child, element, svgElement } from '../controls/dom';
import type { PageAccess, Tab } from '../tab';
import { Notice, Waiting } from '../controls/notice';
import { button } from '../controls/toolkit';
import { DetailFooter } from '../controls/detailFooter';
import { missingNodeDetails, nodeDetails } from './nodeDetails';
import { callGraphHelp } from './callGraphHelp';
import { CallGraphPane, type PaneActions } from './callGraphPane';
import { CallGraphToolbar } from './callGraphToolbar';
import type { Point } from './viewport';
import type { CallGraphOptions, TabId } from '../../src/pages/protocol/profilePage';
import { ZOOM_STEP } from './panZoom';
import { awaitsLaterRound, isChange, noFiguresText, type ProfileState } from '../profileState';
import { nextMatch, nodesNamed } from './findNodes';
import { MAX_ROWS } from '../../src/pages/protocol/messageLimits';
import { platformKeys } from '../controls/helpList';
import type { MenuItem } from '../controls/popup';
import { type QuickField, refineItems } from '../refine/refineByFunction';

/** pprof's call graph, with the layout of Graphviz. */
export class CallGraphTab implements Tab {
  readonly id = 'graph';
  readonly name = 'Graph';
  readonly element = element('div', { class: 'call-graph-tab' });
  private readonly toolbar: CallGraphToolbar;
  private readonly pane: CallGraphPane;
  private readonly details: DetailFooter;
  private readonly emptyNotice = new Notice('empty', 'status');
  private readonly waitingText = new Waiting('Laying out…');
  private profile: ProfileState | undefined;
  private graph: DrawnGraph | undefined;
  /** The drawn graph as JSON, to skip drawing an unchanged graph. */
  private drawnKey = '';
  private readonly requests = new LatestOnly((isPending) => this.waitingText.show(isPending));
  private readonly searchRequests = new LatestOnly();
  /** Names that match the search. */
  private found: ReadonlySet<string> = new Set();
  private hovered: number | undefined;
  /** The node that the details are of. */
  private detailed: number | undefined;
  private selected = '';
  /** Whether the next graph is that of a later round, which stays where the user moved it. */
  private keepsPlace = false;

  constructor(private readonly page: PageAccess) {
    this.toolbar = new CallGraphToolbar({
      changeOptions: (changes) => this.setOptions({ ...page.viewState.graph, ...changes }),
      search: (text) => this.search(text),
      selectNextMatch: () => this.selectNextMatch(),
      focusGraph: () => this.pane.focus(),
    });
    this.toolbar.showOptions(page.viewState.graph);
    this.details = new DetailFooter(page.abilities.source, {
      openSource: () => this.detailed !== undefined && this.openSource(this.detailed),
      showCalls: () => {
        if (this.detailed !== undefined) this.selectNode(this.detailed);
        page.openTab('peek');
      },
    });
    const zoomButtons = this.zoomButtons();
    const actions: PaneActions = {
      select: (node) => this.selectNode(node),
      clearSelection: () => page.select(''),
      openSource: (node) => this.openSource(node),
      copyName: (node) => this.copyName(node),
      hover: (node) => this.setHovered(node),
      openMenu: (node, position) => this.openMenu(node, position),
    };
    this.pane = new CallGraphPane(actions, [zoomButtons]);
    const { error } = this.toolbar.searchField;
    const remarks = element('div', { class: 'remarks' }, error, this.waitingText.element);
    const stage = element('div', { class: 'stage' }, this.pane.element, zoomButtons, this.emptyNotice.element, remarks);
    this.element.append(stage, this.details.element);
  }

  get tools(): HTMLElement {
    return this.toolbar.element;
  }

  get searchBox(): HTMLElement {
    return this.toolbar.searchField.element;
  }

  get note(): HTMLElement {
    return this.toolbar.note;
  }

  toolItems(): readonly MenuItem[] {
    return this.toolbar.items();
  }

  show(profile: ProfileState | undefined): void {
    const { profile: previous } = this;
    this.keepsPlace = awaitsLaterRound(profile, previous, this.keepsPlace);
    this.profile = profile;
    const { search } = this.page.viewState;
    const isOtherSearch = this.toolbar.searchText !== search;
    this.toolbar.searchField.showText(search);
    if (isOtherSearch && this.graph) this.search(search);
    if (profile) return this.requestGraph();
    this.requests.cancel();
    this.graph = undefined;
    this.drawnKey = '';
    this.pane.clear();
    this.element.classList.remove('drawn');
  }

  select(name: string): void {
    this.keepsPlace &&= name === this.selected;
    this.highlight(name, { stays: false });
  }

  private highlight(name: string, options: { readonly stays: boolean }): void {
    this.selected = name;
    this.pane.highlight(this.selectedNodes(), options);
    this.showDetails();
  }

  focusContent(): void {
    this.pane.focus();
  }

  focusSearch(): void {
    this.toolbar.focus();
  }

  help(): HTMLElement {
    return callGraphHelp();
  }

  private showGraph(graph: DrawnGraph): void {
    this.page.clearFailure();
    const key = JSON.stringify(graph);
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    this.graph = graph;
    this.hovered = undefined;
    const { keepsPlace } = this;
    this.keepsPlace = false;
    if (keepsPlace) this.pane.drawLater(graph);
    else this.pane.draw(graph);
    this.element.classList.add('drawn');
    this.emptyNotice.show(graph.report.nodes.length === 0 ? noFiguresText(this.profile) : '');
    this.toolbar.showCount(graph.report);
    this.search(this.page.viewState.search);
    this.highlight(this.page.viewState.selected, { stays: keepsPlace });
  }

  /** Requests the graph, even for the same profile, because the granularity may have changed. */
  private requestGraph(): void {
    if (!this.profile) return;
    this.page.ask('callGraph', this.page.viewState.graph, this.requests).then(
      (graph) => this.showGraph(graph),
      unlessCancelled(({ message }) => this.page.showFailure(message, () => this.requestGraph())),
    );
  }

  private setOptions(options: CallGraphOptions): void {
    this.keepsPlace = false;
    this.page.updateViewState({ graph: options });
    this.toolbar.showOptions(options);
    this.requestGraph();
  }

  private selectNode(node: number): void {
    const { function: functionName, name } = this.graph!.report.nodes[node];
    this.page.select(functionName || name);
  }

  private selectedNodes(): number[] {
    if (!this.graph || this.selected === '') return [];
    const isSelected = (node: GraphNode) => [node.function, node.name].includes(this.selected);
    return this.graph.report.nodes.flatMap((node, index) => (isSelected(node) ? [index] : []));
  }

  private setHovered(node: number | undefined): void {
    if (node === this.hovered) return;
    this.hovered = node;
    this.showDetails();
  }

  private showDetails(): void {
    if (!this.graph) return;
    const [first] = this.selectedNodes();
    const isSelected = this.selected !== '';
    this.detailed = this.hovered ?? first;
    if (this.detailed !== undefined) {
      return this.details.show(nodeDetails(this.graph.report, this.detailed, isChange(this.profile)), isSelected);
    }
    if (isSelected) this.details.show(missingNodeDetails(this.selected), true);
    else this.details.hide();
  }

  private openSource(node: number): void {
    const { function: name, file, line } = this.graph!.report.nodes[node];
    if (!this.profile || (name === '' && file === '')) return;
    // File names in the graph may differ from the profile's, so a function is found by its name.
    const position = { ...(name === '' ? { file } : {}), ...(line === 0 ? {} : { line }) };
    this.page.order('openFunction', { function: name, ...position });
  }

  private openMenu(node: number, position: Point): void {
    const { function: name } = this.graph!.report.nodes[node];
    const items = nodeMenu(name, {
      openSource: () => this.openSource(node),
      showIn: (tab) => {
        this.selectNode(node);
        this.page.openTab(tab);
      },
      refineBy: (field) => this.page.refineBy(field, name),
      copyName: () => this.copyName(node),
    });
    this.page.popup.openMenu('Function', position, items);
  }

  private copyName(node: number): void {
    this.page.order('copy', { text: this.graph!.report.nodes[node].name });
    this.page.announce('Name copied');
  }

  private search(search: string): void {
    this.page.updateViewState({ search });
    if (search === '') {
      this.searchRequests.cancel();
      return this.showMatches(new Set());
    }
    const view = { sort: 'flat', direction: 'size', search, from: 0, limit: MAX_ROWS, find: '' } as const;
    this.page.ask('suggest', view, this.searchRequests).then(
      ({ name, function: functions, searchError }) => {
        const names = searchError === undefined ? [...name, ...functions].filter(Boolean) : [];
        this.showMatches(new Set(names), searchError);
      },
      // The matches stay as they are.
      () => {},
    );
  }

  private showMatches(names: ReadonlySet<string>, searchError?: string): void {
    this.found = names;
    const matches = this.matches();
    this.pane.markMatches(matches);
    this.toolbar.showMatches(matches.length, searchError);
  }

  private matches(): number[] {
    return this.graph ? nodesNamed(this.graph.report.nodes, this.found) : [];
  }

  private selectNextMatch(): void {
    const matches = this.matches();
    const [current] = this.selectedNodes();
    const next = nextMatch(matches, current);
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

/** What the items of the menu do with the node. */
interface NodeActions {
  openSource(): void;
  showIn(tab: TabId): void;
  refineBy(field: QuickField): void;
  copyName(): void;
}

/** The context menu of a node. @param name its function; empty if the node is not a function */
function nodeMenu(name: string, actions: NodeActions): MenuItem[] {
  const copyItem: MenuItem = { label: 'Copy name', key: platformKeys('Ctrl+C'), run: () => actions.copyName() };
  if (name === '') return [copyItem];
  return [
    { label: 'Open source', key: 'O', run: () => actions.openSource() },
    { label: 'Callers & callees', run: () => actions.showIn('peek') },
    { label: 'Show in flame graph', run: () => actions.showIn('flame') },
    ...refineItems((field) => actions.refineBy(field)),
    copyItem,
  ];
}
