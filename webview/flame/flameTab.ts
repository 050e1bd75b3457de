import type { FlameWindow } from '../../src/profile/answers/flame';
import type { FlameRequest, FlameStart, TreeRequest } from '../../src/pages/protocol/profilePage';
import { type AskError, LatestOnly, unlessCancelled } from '../hostLink';
import type { SourceWords } from '../hostAbilities';
import {
  fileOf, type Frames, isRest, MAX_FRAMES, MIN_FRAME_WIDTH, nameOf, readFrames, withOneBenchmarkRow,
} from './flameFrames';
import type { FlameActions, StackOption } from './flameActions';
import type { MenuItem } from '../controls/popup';
import type { PageAccess, Tab } from '../tab';
import type { QuickField } from '../refine/refineByFunction';
import { FlameLayout } from './flameLayout';
import { flameHelp } from './flameHelp';
import {
  fallbackPlace, hasSandwich, INITIAL_PLACE, isFunction, isSamePlace, isSameView, isSameZoom, type Place,
  placeInProfile, placeKey, SandwichView, startFunction, unzoomed, withoutUndefined, withPlace,
} from './flamePlaces';
import { flameSvg, svgRemarks } from './flameSvg';
import { zoomedText } from './frameLabels';
import { isAt, isSamePath, placePath, rowOnPath, type SoughtPlace, soughtPlace } from './soughtPlace';
import { isLaterRound, kindOf, type ProfileState } from '../profileState';
import { restText } from './shownShare';
import { LineSearch } from './lineSearch';
import { WholeGraph } from './wholeGraph';

interface DrawnWindow {
  readonly frames: Frames;
  readonly view: FlameRequest;
  /** The id of the benchmark's function if row 0 is that function; otherwise 0. */
  readonly benchmark: number;
}

/** The state of the flame graph: the profile, the zoom and the drawn window. Requests windows and draws them. */
export class FlameTab implements Tab, FlameActions {
  readonly id = 'flame';
  readonly name = 'Flame Graph';
  readonly lines = new LineSearch(this, () => ({ page: this.page, view: this.viewToRequest(1) }));
  private readonly layout: FlameLayout;
  private readonly requests = new LatestOnly((isPending) => this.layout.showWaiting(isPending));
  /** Requests for the drawn window with its `fewSamples`. */
  private readonly sampleRequests = new LatestOnly();
  private readonly whole: WholeGraph;
  /** The view of the last requested window; undefined once it has arrived. */
  private requestedView: FlameRequest | undefined;
  private profile: ProfileState | undefined;
  private place: Place = INITIAL_PLACE;
  private drawn: DrawnWindow | undefined;
  private lastZoom: { readonly before: Place; readonly frame: number } | undefined;
  /** Whether to save the window as an SVG once it and its frames of few samples are known. */
  private isSavePending = false;
  private readonly sandwich = new SandwichView();
  /** The selected function until its frame is found in a drawn window; then empty. */
  private pendingSelection = '';
  /** Where the user was in the round before, until it is found in this one. */
  private sought: SoughtPlace | undefined;
  /** Whether the next drawing stays where the user scrolled to, although a function is selected. */
  private keepsScroll = false;

  constructor(private readonly page: PageAccess) {
    this.layout = new FlameLayout(this, page.popup);
    const redraw = () => this.drawn && this.draw(this.drawn);
    this.whole = new WholeGraph(page.ask, (window, view) => this.withOneBenchmarkRow(window, view), redraw);
    this.layout.toolbar.viewMenu.show(page.viewState.stackOptions);
    this.layout.onResize(() => this.requestWindow());
    this.layout.onScroll((scroll) => this.moveTo({ ...this.place, scroll }));
  }

  get element(): HTMLElement {
    return this.layout.element;
  }

  get sourceWords(): SourceWords {
    return this.page.abilities.source;
  }

  get hasSelection(): boolean {
    return this.page.viewState.selected !== '';
  }

  get tools(): HTMLElement {
    return this.layout.toolbar.element;
  }

  get searchBox(): HTMLElement {
    return this.layout.toolbar.search.element;
  }

  get note(): HTMLElement {
    return this.layout.note;
  }

  toolItems(): readonly MenuItem[] {
    return this.layout.toolbar.items();
  }

  show(profile: ProfileState | undefined): void {
    const previous = this.profile;
    this.profile = profile;
    this.layout.toolbar.search.showText(this.page.viewState.search);
    if (!profile) {
      this.drawn = undefined;
      this.sampleRequests.cancel();
      return this.requests.cancel();
    }
    if (previous && previous.id === profile.id && placeKey(previous) === placeKey(profile)) {
      // While another tab was visible, a change of profile may have cancelled the request.
      const isCancelled = this.requestedView !== undefined && !this.requests.isPending;
      const isOtherSearch = this.drawn !== undefined && this.drawn.view.search !== this.page.viewState.search;
      if (isCancelled || isOtherSearch) this.requestWindow();
      return this.updateStartSwitch();
    }
    this.requests.cancel();
    if (previous && isLaterRound(profile, previous)) this.stayIn(previous);
    else {
      this.place = this.page.viewState.places[placeKey(profile)] ?? placeInProfile(profile, previous, this.place);
      if (previous?.id !== profile.id) {
        this.sought = undefined;
        this.keepsScroll = false;
        this.sandwich.forget();
      }
    }
    if (previous?.id !== profile.id) this.drawn = this.lastZoom = undefined;
    if (previous && previous.id !== profile.id) this.pendingSelection = this.page.viewState.selected;
    this.updateStartSwitch();
    this.requestWindow();
  }

  select(name: string): void {
    this.pendingSelection = name;
    this.keepsScroll = false;
    if (!this.drawn) return;
    const { frames } = this.drawn;
    const { graph } = this.layout;
    const row = this.rowToSelect(frames, graph.focusedRow ?? frames.window.zoomed);
    if (row === undefined) return this.layout.focus(undefined, name);
    if (row !== graph.focusedRow) {
      this.layout.focus(row);
      graph.reveal(row);
    } else this.layout.updateDetails();
    this.finishSelection(row);
  }

  focusContent(): void {
    this.layout.graph.element.focus();
  }

  focusSearch(): void {
    this.layout.toolbar.search.focus();
  }

  help(): HTMLElement {
    return flameHelp(this.sourceWords);
  }

  private showWindow(answer: FlameWindow, view: FlameRequest): void {
    this.finishRequest(view);
    const window = this.withOneBenchmarkRow(answer, view);
    if (this.moveToFallback(window, view) || this.seekIn(window)) return;
    const frames = readFrames(window, view.width);
    const path = placePath(window, window.zoomed);
    const isPathUnknown = this.place.path.length === 0;
    const isRequestedFrame = view.root === 0 || isPathUnknown || isSamePath(path, this.place.path);
    if (!isRequestedFrame) return this.moveAndRequest(unzoomed(this.place));
    if (view.root !== 0 && isPathUnknown) this.moveTo({ ...this.place, root: window.id[window.zoomed], path });
    const drawn = { frames, view, benchmark: window === answer ? 0 : answer.id[1] };
    this.draw(drawn);
    if (answer.fewSamples === undefined && !this.requests.isPending) this.requestSamples(drawn);
    this.savePending();
  }

  /** Keeps the place of an earlier round, whose frames have other ids. */
  private stayIn(previous: ProfileState): void {
    const { drawn, place } = this;
    // If the window of the earlier round did not arrive, its place is still sought.
    if (drawn) {
      const isOfPlace = drawn.view.from === this.start && drawn.view.callers === place.callers;
      const { focusedRow } = this.layout.graph;
      this.sought = isOfPlace ? soughtPlace(drawn.frames.window, place, focusedRow) : undefined;
    }
    this.keepsScroll = true;
    this.moveTo({ ...place, focus: place.root }, previous);
  }

  /** Requests the row on the sought path that is nearest to its end, unless this is the zoomed one. */
  private seekIn(window: FlameWindow): boolean {
    const { sought } = this;
    if (!sought) return false;
    const row = rowOnPath(window, sought.zoomed);
    const isFound = isAt(window, window.zoomed, sought.zoomed);
    if (!isFound && row !== window.zoomed) {
      const restFrom = isAt(window, row, sought.zoomed) ? sought.restFrom : 0;
      const root = window.id[row];
      this.moveAndRequest({ ...this.place, root, restFrom, path: placePath(window, row), focus: root });
      this.sought = sought;
      return true;
    }
    this.sought = undefined;
    const focused = rowOnPath(window, sought.focused);
    if (isAt(window, focused, sought.focused)) this.moveTo({ ...this.place, focus: window.id[focused] });
    return false;
  }

  private withOneBenchmarkRow(window: FlameWindow, { from }: FlameRequest): FlameWindow {
    const { startAt, comparison } = this.profile ?? {};
    const row = withOneBenchmarkRow(window, from === startAt ? startAt : undefined);
    if (!comparison?.areSides) return row;
    return { ...row, sides: { now: comparison.now, before: comparison.before } };
  }

  /** Requests a drawn window again, with `fewSamples`. Later windows of the same tree have them at once. */
  private requestSamples(drawn: DrawnWindow): void {
    const { view } = drawn;
    this.page.ask('flame', { ...view, awaitSamples: true }, this.sampleRequests).then(
      (answer) => {
        const hasFew = answer.fewSamples?.some((count) => count > 0);
        if (hasFew) this.draw({ ...drawn, frames: readFrames(this.withOneBenchmarkRow(answer, view), view.width) });
        this.savePending();
      },
      // The frames stay as they are.
      () => this.savePending(),
    );
  }

  /** Requests whole stacks if the start covers too little of the total (see fallbackPlace). Returns whether it did. */
  private moveToFallback({ covered }: FlameWindow, { from, callers }: FlameRequest): boolean {
    if (!this.profile || from === undefined || callers) return false;
    const fallback = fallbackPlace(covered, this.place, this.profile, this.startChoice);
    if (!fallback) return false;
    this.moveAndRequest(fallback);
    this.updateStartSwitch();
    return true;
  }

  private onFailure({ message }: AskError, view: FlameRequest): void {
    this.finishRequest(view);
    this.page.showFailure(message, () => this.requestWindow());
  }

  /** Requests the next window if the width or the search has changed. */
  private finishRequest(view: FlameRequest): void {
    this.requestedView = undefined;
    const nextView = this.viewToRequest();
    if (nextView && !isSameView(nextView, view)) this.requestWindow();
  }

  zoom(row: number): void {
    if (!this.drawn) return;
    const { window } = this.drawn.frames;
    const frame = window.id[row];
    this.lastZoom = isRest(window, row) ? undefined : { before: this.place, frame };
    const restFrom = isRest(window, row) ? window.restFrom[row] : 0;
    if (frame === this.place.root && restFrom === this.place.restFrom) return;
    this.moveAndRequest({ ...this.place, root: frame, restFrom, path: placePath(window, row), focus: frame });
  }

  zoomToFrame(frame: number): void {
    if (frame === 0) this.resetZoom();
    else this.moveAndRequest({ ...unzoomed(this.place), root: frame, focus: frame });
  }

  zoomOut(): void {
    if (!this.drawn) return;
    const { window } = this.drawn.frames;
    if (this.place.restFrom > 0) this.moveAndRequest({ ...this.place, restFrom: 0 });
    else if (window.zoomed === 0) this.leaveSandwich();
    else this.zoom(window.parent[window.zoomed]);
  }

  resetZoom(): void {
    if (this.place.root !== 0 || this.place.restFrom !== 0) this.moveAndRequest(unzoomed(this.place));
  }

  focus(row: number): void {
    if (!this.drawn) return;
    const { window } = this.drawn.frames;
    this.moveTo({ ...this.place, focus: window.id[row] });
    this.layout.focus(row);
    if (!isRest(window, row)) this.page.select(this.functionOf(row));
    this.pendingSelection = '';
  }

  openSource(row: number): void {
    this.lastZoom = undefined;
    if (!this.drawn || isRest(this.drawn.frames.window, row)) return;
    this.openFrame(this.drawn.frames.window.id[row]);
  }

  onDoubleClick(): void {
    if (!this.lastZoom) return;
    const { before, frame } = this.lastZoom;
    const hasZoomed = before.root !== this.place.root || before.restFrom !== this.place.restFrom;
    if (hasZoomed) this.moveAndRequest({ ...before, focus: frame });
    this.openFrame(frame);
  }

  refineBy(field: QuickField, row: number): void {
    if (this.drawn) this.page.refineBy(field, nameOf(this.drawn.frames.window, row));
  }

  copyName(row: number): void {
    if (!this.drawn || isRest(this.drawn.frames.window, row)) return;
    this.page.order('copy', { text: nameOf(this.drawn.frames.window, row) });
    this.page.announce('Name copied');
  }

  startAt(from: string): void {
    const { profile } = this;
    if (!profile) return;
    const isFunction = from !== '' && from !== profile.startAt;
    if (!isFunction && profile.startAt) this.page.setFlameStart(kindOf(profile), from === '' ? 'everything' : 'measured');
    this.moveAndRequest(isFunction ? { ...INITIAL_PLACE, from } : INITIAL_PLACE);
    this.updateStartSwitch();
  }

  showSandwich(row: number): void {
    if (!this.canShowSandwich(row)) return;
    this.moveAndRequest(this.sandwich.enter(this.place, this.functionOf(row)));
    this.updateStartSwitch();
  }

  canShowSandwich(row: number): boolean {
    return this.drawn !== undefined && this.functionOf(row) !== '' && hasSandwich(row, this.drawn.view);
  }

  functionOf(row: number): string {
    if (!this.drawn || isRest(this.drawn.frames.window, row)) return '';
    const { view, benchmark, frames } = this.drawn;
    return isFunction(row, view, benchmark > 0 ? undefined : this.profile?.startAt) ? nameOf(frames.window, row) : '';
  }

  leaveSandwich(): void {
    if (!this.place.callers) return;
    this.moveAndRequest(this.sandwich.leave());
    this.updateStartSwitch();
  }

  toggle(option: StackOption): void {
    const { stackOptions } = this.page.viewState;
    const others = stackOptions.filter((other) => other !== option);
    this.page.updateViewState({ stackOptions: stackOptions.includes(option) ? others : [...others, option] });
    this.layout.toolbar.viewMenu.show(this.page.viewState.stackOptions);
    // Collapsing wrappers keeps the ids of frames but changes the names on the path.
    this.moveAndRequest(option === 'foldWrappers' ? { ...this.place, path: [] } : unzoomed(this.place));
  }

  saveSvg(): void {
    const { drawn, profile } = this;
    // Frames of few samples are pale in the picture too.
    const isPending = !drawn || this.requests.isPending || this.sampleRequests.isPending;
    this.isSavePending = profile !== undefined && isPending;
    if (!drawn || !profile || this.isSavePending) return;
    const { frames, view } = drawn;
    const { title } = profile;
    const caption = view.callers ? `${title}: callers and callees of ${view.from}` : title;
    const toneOf = (name: string) => this.layout.graph.colors.toneOf(name);
    const remarks = svgRemarks({ frames, view, profile, refinement: this.page.refinement });
    const svg = flameSvg({ frames, width: view.width, toneOf, caption, remarks });
    this.page.order('saveSvg', { name: `${title} flame graph`, svg });
  }

  private savePending(): void {
    if (this.isSavePending) this.saveSvg();
  }

  search(text: string): void {
    if (text === this.page.viewState.search) return;
    this.page.updateViewState({ search: text });
    this.layout.toolbar.search.showText(text);
    this.requestWindow();
  }

  clear(): void {
    if (this.page.viewState.search !== '') return this.search('');
    if (!this.drawn || !this.hasSelection) return;
    this.page.select('');
    this.moveTo({ ...this.place, focus: this.place.root });
    this.layout.focus(this.drawn.frames.window.zoomed);
  }

  private draw(drawn: DrawnWindow): void {
    const { drawn: previous, pendingSelection } = this;
    this.drawn = drawn;
    this.page.clearFailure();
    const { frames, view } = drawn;
    const focused = this.rowToSelect(frames, this.rowToFocus(frames));
    const isRefined = Object.keys(this.page.refinement).length > 0;
    const rest = restText(view.callers ? undefined : view.from, frames.window, this.profile ?? {});
    const whole = this.whole.of(frames, view, this.profile);
    this.layout.draw({ frames, whole, view, focused, pendingSelection, isRefined, restText: rest });
    const isFound = pendingSelection !== '' && focused !== undefined;
    if (!previous) this.layout.graph.scrollTo(this.place.scroll);
    const hasMoved = previous !== undefined && !isSamePlace(previous.view, view);
    if (previous && !isSameZoom(previous.view, view)) this.page.announce(zoomedText(frames.window, view.callers));
    if ((isFound && !this.keepsScroll) || hasMoved) this.layout.graph.reveal(focused ?? frames.window.zoomed);
    this.keepsScroll = false;
    if (isFound) this.finishSelection(focused);
  }

  private rowToFocus({ window, levels }: Frames): number {
    const { focus, root } = this.place;
    const row = focus === root ? -1 : window.id.indexOf(focus);
    return levels.some((level) => level.includes(row)) ? row : window.zoomed;
  }

  /** The row of the selected function, undefined if it has no row; `fallback` if no selection is pending. */
  private rowToSelect({ window, levels }: Frames, fallback: number): number | undefined {
    const isSelected = (row: number) => nameOf(window, row) === this.pendingSelection && !isRest(window, row);
    return this.pendingSelection === '' || isSelected(fallback) ? fallback : levels.flat().find(isSelected);
  }

  /** Ends the search for the selected function's frame, unless another window is requested. */
  private finishSelection(row: number): void {
    if (!this.drawn || this.pendingSelection === '') return;
    const focus = this.drawn.frames.window.id[row];
    if (focus !== this.place.focus) this.moveTo({ ...this.place, focus });
    if (!this.requests.isPending) this.pendingSelection = '';
  }

  private openFrame(frame: number): void {
    if (!this.profile) return;
    const { from, callers, collapseRecursion, hideTestingFrames }: TreeRequest = this.drawn?.view ?? {};
    const tree = withoutUndefined({ from, callers, collapseRecursion, hideTestingFrames });
    // The root of whole stacks and of the module's code is not a function.
    if (frame === 0 && this.drawn && fileOf(this.drawn.frames.window, 0) === '') return;
    this.page.order('openSource', { frame: frame || (this.drawn?.benchmark ?? 0), ...tree });
  }

  private moveAndRequest(place: Place): void {
    this.sought = undefined;
    this.moveTo(place);
    this.requestWindow();
  }

  /** @param replaced the earlier round, whose place is no longer needed */
  private moveTo(place: Place, replaced = this.profile): void {
    this.place = place;
    if (!this.profile) return;
    const { places } = this.page.viewState;
    const key = placeKey(this.profile);
    this.page.updateViewState({ places: withPlace(places, key, place, replaced && placeKey(replaced)) });
  }

  /** Requests the window to show; while a request for the same place is open, waits for it (see finishRequest). */
  private requestWindow(): void {
    const view = this.viewToRequest();
    if (!view) return;
    this.sampleRequests.cancel();
    if (this.requestedView && this.requests.isPending && isSamePlace(this.requestedView, view)) return;
    this.requestedView = view;
    this.page.ask('flame', view, this.requests).then(
      (window) => this.showWindow(window, view),
      unlessCancelled((error) => this.onFailure(error, view)),
    );
  }

  /** The view to request; undefined without a profile or a width. */
  private viewToRequest(width = this.layout.graphWidth): FlameRequest | undefined {
    if (!this.profile || width <= 0) return undefined;
    const { root, restFrom, callers } = this.place;
    const { search, stackOptions } = this.page.viewState;
    const size = { width, minWidth: MIN_FRAME_WIDTH, maxFrames: MAX_FRAMES };
    const tree = withoutUndefined({ from: this.start, callers });
    const options = Object.fromEntries(stackOptions.map((option) => [option, true]));
    return { root, restFrom, ...size, search, ...tree, ...options };
  }

  private updateStartSwitch(): void {
    if (this.profile) this.layout.toolbar.startSwitch.show(this.profile, this.place, this.startChoice);
  }

  private get startChoice(): FlameStart | undefined {
    return this.profile && this.page.flameStarts[kindOf(this.profile)];
  }

  private get start(): string | undefined {
    return this.profile && startFunction(this.place, this.profile, this.startChoice);
  }
}
