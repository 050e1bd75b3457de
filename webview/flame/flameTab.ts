import type { FlameWindow } from '../../src/profile/answers/flame';
import type { FlameStart } from '../../src/protocol/messages';
import { type AskError, LatestOnly, unlessCancelled } from '../ask';
import type { Actions } from './actions';
import type { PageAccess, Tab } from '../tab';
import type { QuickField } from '../refine/refineBar';
import { FlameLayout } from './flameLayout';
import { isRest, nameOf, pathTo, readFrames, type Frames } from './flameFrames';
import { flameHelp } from './flameHelp';
import { placeInstead, startOf } from './flameStart';
import { flameSvg } from './flameSvg';
import { svgRemarks } from './svgRemarks';
import { keepPlace, kindOf, placeKey, START, type Place, type ProfileState } from '../viewState';
import type { StackOption } from './stackOptions';
import { samePlace, sameView } from './sameView';
import type { AskedTree, AskedView } from '../../src/protocol/questions';

/** Minimum width of a frame in CSS pixels. A narrower frame would consist only of the gap between frames. */
const MIN_WIDTH = 2.5;

/** Maximum number of frames. Far below the host's limit, because the time to draw grows with the number. */
const MAX_FRAMES = 1200;

/** Maximum number of names that identify a zoomed frame. */
const PATH_KEPT = 24;

interface Shown {
  readonly frames: Frames;
  readonly view: AskedView;
}

/** The state of the flame graph: the profile, the zoom and the drawn window. Requests windows and draws them. */
export class FlameTab implements Tab, Actions {
  readonly id = 'flame';
  readonly name = 'Flame Graph';
  private readonly layout: FlameLayout;
  private readonly requests = new LatestOnly();
  /** The view of the last requested window; undefined once it has arrived. */
  private asked: AskedView | undefined;
  private profile: ProfileState | undefined;
  private place: Place = START;
  private shown: Shown | undefined;
  private lastZoom: { readonly before: Place; readonly frame: number } | undefined;
  /** Whether to save the next drawn window as an SVG. */
  private isSaveWanted = false;
  /** The place before the graph was turned around a function. */
  private turnedAt: Place | undefined;
  /** The selected function until its frame is found in a drawn window; then empty. */
  private wanted = '';

  constructor(private readonly around: PageAccess) {
    this.layout = new FlameLayout(this, around.popup);
    this.layout.toolbar.search.showText(around.kept.search);
    this.layout.toolbar.viewMenu.show(around.kept.stackOptions);
    this.layout.onResize(() => this.ask());
    this.layout.onScroll((scroll) => this.moveTo({ ...this.place, scroll }));
  }

  get element(): HTMLElement {
    return this.layout.element;
  }

  get tools(): HTMLElement {
    return this.layout.toolbar.element;
  }

  show(profile: ProfileState | undefined): void {
    const before = this.profile;
    this.profile = profile;
    if (!profile) {
      this.shown = undefined;
      this.layout.stopWaiting();
      return this.requests.cancel();
    }
    if (before && before.id === profile.id && placeKey(before) === placeKey(profile)) {
      // While another tab was visible, a change of profile may have cancelled the request.
      if (this.asked && !this.requests.isAsking) this.ask();
      return this.showStart();
    }
    this.requests.cancel();
    this.place = this.around.kept.places[placeKey(profile)] ?? sameIn(profile, before, this.place);
    if (before?.id !== profile.id) this.shown = this.turnedAt = undefined;
    if (before && before.id !== profile.id) this.wanted = this.around.kept.selected;
    this.showStart();
    this.ask();
  }

  select(name: string): void {
    this.wanted = name;
    if (!this.shown) return;
    const { frames } = this.shown;
    const { graph } = this.layout;
    const row = this.rowWanted(frames, graph.focusedRow ?? frames.window.zoomed);
    if (row === undefined) return this.layout.focus(undefined, name);
    if (row !== graph.focusedRow) {
      this.layout.focus(row);
      graph.reveal(row);
    }
    this.found(row);
  }

  takeKeys(): void {
    this.layout.graph.element.focus();
  }

  focusSearch(): void {
    this.layout.toolbar.search.focus();
  }

  help(): HTMLElement {
    return flameHelp();
  }

  private showWindow(window: FlameWindow, view: AskedView): void {
    this.settled(view);
    if (this.leavesStart(window, view)) return;
    const frames = readFrames(window, view.width);
    const path = namesTo(window, window.zoomed);
    const isUnknown = this.place.path.length === 0;
    const arrived = view.root === 0 || isUnknown || samePath(path, this.place.path);
    if (!arrived) return this.moveAndAsk(beginning(this.place));
    if (view.root !== 0 && isUnknown) this.moveTo({ ...this.place, root: window.id[window.zoomed], path });
    this.draw({ frames, view });
  }

  /** Requests whole stacks if too little is under the start, see placeInstead. Returns whether it did. */
  private leavesStart({ covered }: FlameWindow, { from, callers }: AskedView): boolean {
    if (!this.profile || from === undefined || callers) return false;
    const instead = placeInstead(covered, this.place, this.profile, this.choice);
    if (!instead) return false;
    this.moveAndAsk(instead);
    this.showStart();
    return true;
  }

  private showFailed({ message }: AskError, view: AskedView): void {
    this.settled(view);
    this.around.showFailure(message, () => this.ask());
  }

  /** Requests another window if the width or the search has changed. */
  private settled(view: AskedView): void {
    this.asked = undefined;
    const wanted = this.wantedView();
    if (wanted && !sameView(wanted, view)) this.ask();
    this.layout.answered(this.requests.isAsking);
  }

  zoom(row: number): void {
    if (!this.shown) return;
    const { window } = this.shown.frames;
    const frame = window.id[row];
    const rest = isRest(window, row);
    this.lastZoom = rest ? undefined : { before: this.place, frame };
    const restFrom = rest ? (window.restFrom[row]) : 0;
    if (frame === this.place.root && restFrom === this.place.restFrom) return;
    const path = namesTo(window, row);
    this.moveAndAsk({ ...this.place, root: frame, restFrom, path, focus: frame });
  }

  zoomOut(): void {
    if (!this.shown) return;
    const { window } = this.shown.frames;
    if (this.place.restFrom > 0) this.moveAndAsk({ ...this.place, restFrom: 0 });
    else if (window.zoomed === 0) this.turnBack();
    else this.zoom(window.parent[window.zoomed]);
  }

  resetZoom(): void {
    if (this.place.root !== 0 || this.place.restFrom !== 0) this.moveAndAsk(beginning(this.place));
  }

  focus(row: number): void {
    if (!this.shown) return;
    const { window } = this.shown.frames;
    this.moveTo({ ...this.place, focus: window.id[row] });
    this.layout.focus(row);
    if (!isRest(window, row)) this.around.select(nameOf(window, row));
    this.wanted = '';
  }

  openSource(row: number): void {
    this.lastZoom = undefined;
    if (!this.shown || isRest(this.shown.frames.window, row)) return;
    this.openFrame(this.shown.frames.window.id[row]);
  }

  openZoomed(): void {
    if (!this.lastZoom) return;
    const { before, frame } = this.lastZoom;
    const zoomed = before.root !== this.place.root || before.restFrom !== this.place.restFrom;
    if (zoomed) this.moveAndAsk({ ...before, focus: frame });
    this.openFrame(frame);
  }

  refineBy(field: QuickField, row: number): void {
    if (this.shown) this.around.refineBy(field, nameOf(this.shown.frames.window, row));
  }

  copyName(row: number): void {
    if (!this.shown || isRest(this.shown.frames.window, row)) return;
    this.around.send({ kind: 'copy', text: nameOf(this.shown.frames.window, row) });
    this.around.say('Name copied');
  }

  startAt(from: string): void {
    const { profile } = this;
    if (!profile) return;
    const isFunction = from !== '' && from !== profile.startAt;
    if (!isFunction && profile.startAt) this.around.keepStart(kindOf(profile), from === '' ? 'everything' : 'measured');
    this.moveAndAsk(isFunction ? { ...START, from } : START);
    this.showStart();
  }

  turnAround(row: number): void {
    if (!this.canTurnAround(row)) return;
    const { window } = (this.shown as Shown).frames;
    if (!this.place.callers) this.turnedAt = this.place;
    this.moveAndAsk({ ...START, from: nameOf(window, row), callers: true });
    this.showStart();
  }

  canTurnAround(row: number): boolean {
    if (!this.shown || isRest(this.shown.frames.window, row)) return false;
    const { from, callers } = this.shown.view;
    const isFunction = row > 0 || (from !== undefined && from !== this.profile?.startAt);
    return isFunction && !(callers && row === 0);
  }

  turnBack(): void {
    if (!this.place.callers) return;
    this.moveAndAsk(this.turnedAt ?? START);
    this.turnedAt = undefined;
    this.showStart();
  }

  toggle(option: StackOption): void {
    const { stackOptions } = this.around.kept;
    const isOn = stackOptions.includes(option);
    const others = stackOptions.filter((other) => other !== option);
    this.around.keep({ stackOptions: isOn ? others : [...others, option] });
    this.layout.toolbar.viewMenu.show(this.around.kept.stackOptions);
    // Collapsing wrappers keeps the ids of frames but changes the names on the path.
    if (option === 'foldWrappers') this.moveAndAsk({ ...this.place, path: [] });
    else this.moveAndAsk(beginning(this.place));
  }

  saveSvg(): void {
    this.isSaveWanted = this.profile !== undefined && !this.shown;
    if (!this.shown || !this.profile) return;
    const { frames, view } = this.shown;
    const { title } = this.profile;
    const caption = view.callers ? `${title}: callers and callees of ${view.from}` : title;
    const toneOf = (name: string) => this.layout.graph.colors.toneOf(name);
    const { refinement } = this.around;
    const remarks = svgRemarks({ frames, view, profile: this.profile, refinement });
    const svg = flameSvg({ frames, width: view.width, toneOf, caption, remarks });
    this.around.send({ kind: 'saveSvg', name: `${title} flame graph`, svg });
  }

  search(text: string): void {
    if (text === this.around.kept.search) return;
    this.around.keep({ search: text });
    this.layout.toolbar.search.showText(text);
    this.ask();
  }

  private draw(shown: Shown): void {
    const before = this.shown?.view;
    this.shown = shown;
    this.around.clearFailure();
    const { frames, view } = shown;
    const { wanted } = this;
    const focused = this.rowWanted(frames, this.rowToFocus(frames));
    const isRefined = Object.keys(this.around.refinement).length > 0;
    this.layout.draw({ frames, view, focused, wanted, isRefined });
    if (this.isSaveWanted) this.saveSvg();
    const isFound = wanted !== '' && focused !== undefined;
    if (!before) this.layout.graph.scrollTo(this.place.scroll);
    if (isFound || (before && !samePlace(before, view))) this.layout.graph.reveal(focused ?? frames.window.zoomed);
    if (isFound) this.found(focused);
  }

  private rowToFocus({ window, levels }: Frames): number {
    const { focus, root } = this.place;
    const row = focus === root ? -1 : window.id.indexOf(focus);
    return levels.some((level) => level.includes(row)) ? row : window.zoomed;
  }

  /** The row of the wanted function, undefined if it has no row; `otherwise` if no function is wanted. */
  private rowWanted({ window, levels }: Frames, otherwise: number): number | undefined {
    const isWanted = (row: number) => nameOf(window, row) === this.wanted && !isRest(window, row);
    return this.wanted === '' || isWanted(otherwise) ? otherwise : levels.flat().find(isWanted);
  }

  /** Ends the search for the wanted function, unless another window is in flight. */
  private found(row: number): void {
    if (!this.shown || this.wanted === '') return;
    const focus = this.shown.frames.window.id[row];
    if (focus !== this.place.focus) this.moveTo({ ...this.place, focus });
    if (!this.requests.isAsking) this.wanted = '';
  }

  private openFrame(frame: number): void {
    if (!this.profile) return;
    const { from, callers, collapseRecursion, hideTestingFrames }: AskedTree = this.shown?.view ?? {};
    const tree = onlySet({ from, callers, collapseRecursion, hideTestingFrames });
    this.around.send({ kind: 'openSource', profile: this.profile.id, frame, ...tree });
  }

  private moveAndAsk(place: Place): void {
    this.moveTo(place);
    this.ask();
  }

  private moveTo(place: Place): void {
    this.place = place;
    if (!this.profile) return;
    this.around.keep(keepPlace(this.around.kept, placeKey(this.profile), place));
  }

  /** Requests the window to show, unless a window of the same place is already requested: `settled` asks again. */
  private ask(): void {
    const view = this.wantedView();
    if (!view) return;
    this.layout.asked();
    if (this.asked && this.requests.isAsking && samePlace(this.asked, view)) return;
    this.asked = view;
    this.around.ask('flame', view, this.requests).then(
      (window) => this.showWindow(window, view),
      unlessCancelled((error) => this.showFailed(error, view)),
    );
  }

  /** The view to request; undefined without a profile or a width. */
  private wantedView(): AskedView | undefined {
    const width = this.layout.graphWidth;
    if (!this.profile || width <= 0) return undefined;
    const { root, restFrom, callers } = this.place;
    const { search, stackOptions } = this.around.kept;
    const size = { width, minWidth: MIN_WIDTH, maxFrames: MAX_FRAMES };
    const tree = onlySet({ from: this.start, callers });
    const options = Object.fromEntries(stackOptions.map((option) => [option, true]));
    return { root, restFrom, ...size, search, ...tree, ...options };
  }

  private showStart(): void {
    if (this.profile) this.layout.toolbar.startSwitch.show(this.profile, this.place, this.choice);
  }

  private get choice(): FlameStart | undefined {
    return this.profile && this.around.starts[kindOf(this.profile)];
  }

  private get start(): string | undefined {
    return this.profile && startOf(this.place, this.profile, this.choice);
  }
}

/** The first place in a new profile: the same frame if only the sample type changed. */
function sameIn(profile: ProfileState, before: ProfileState | undefined, place: Place): Place {
  return before?.id === profile.id ? { ...place, restFrom: 0 } : START;
}

function beginning({ from, outside, callers }: Place): Place {
  return { ...START, ...onlySet({ from, outside, callers }) };
}

/** The fields that are not undefined. */
function onlySet<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Names of the innermost frames down to a row. Windows of very deep stacks omit some outer frames. */
function namesTo(window: FlameWindow, row: number): string[] {
  const frames = pathTo(window, row).filter((above) => !isRest(window, above));
  return frames.slice(-PATH_KEPT).map((frame) => nameOf(window, frame));
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
