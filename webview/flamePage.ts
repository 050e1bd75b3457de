import type { FlameWindow } from '../src/profile/reports';
import type { AskedView, HostMessage, PageMessage, PageState } from '../src/protocol/messages';
import type { Actions } from './actions';
import { isRest, nameOf, pathTo, readFrames, type Frames } from './frames';
import { PageView } from './pageView';
import { keepPlace, placeKey, START, startOf, type Place, type ProfileState, type ViewState } from './viewState';
import { samePlace, WindowRequests } from './windowRequests';

/** Least width in CSS pixels that gets a frame of its own: below it, nothing is left beside the gaps. */
const MIN_WIDTH = 2.5;

/** Most frames at once, well below what the host would send: drawing one takes the same time however small it is. */
const MOST_FRAMES = 1500;

/** So many names tell whether an id still leads to the same frame. */
const PATH_KEPT = 24;

interface Shown {
  readonly frames: Frames;
  readonly view: AskedView;
}

/** What the page talks to: the host, and the place where the view is kept. */
export interface Surroundings {
  send(message: PageMessage): void;
  keep(state: ViewState): void;
}

/** Holds the page's state: what the host said, where the user is, what is drawn; asks for windows and draws them. */
export class FlamePage implements Actions {
  private readonly view: PageView;
  private readonly requests: WindowRequests;
  private profile: ProfileState | undefined;
  private place: Place = START;
  private shown: Shown | undefined;
  private lastZoom: { readonly before: Place; readonly frame: number } | undefined;

  /** @param kept the view as it was when the page was last seen */
  constructor(
    host: HTMLElement,
    private readonly around: Surroundings,
    private kept: ViewState,
  ) {
    this.requests = new WindowRequests((message) => around.send(message));
    this.view = new PageView(host, this);
    this.view.searchBox.showText(kept.search);
    this.view.onResize(() => this.ask());
    this.view.onScroll((scroll) => this.moveTo({ ...this.place, scroll }));
  }

  showState({ profile, notice }: PageState): void {
    const before = this.profile;
    this.profile = profile;
    this.view.showState(profile, notice);
    if (!profile) {
      this.shown = undefined;
      return this.requests.abandon();
    }
    if (before && before.id === profile.id && placeKey(before) === placeKey(profile)) return this.showStart();
    this.requests.abandon();
    this.place = this.kept.places[placeKey(profile)] ?? sameIn(profile, before, this.place);
    if (before?.id !== profile.id) this.shown = undefined;
    this.showStart();
    this.ask();
  }

  showWindow({ profile, request, window }: Extract<HostMessage, { kind: 'window' }>): void {
    const view = this.requests.settle(profile, request);
    if (!view) return;
    this.view.answered(this.requests.asking);
    const frames = readFrames(window, view.width);
    const arrived = view.root === 0 || samePath(namesTo(window, window.zoomed), this.place.path);
    if (!arrived) return this.moveAndAsk(beginning(this.place));
    this.draw({ frames, view });
  }

  showFailure({ profile, request, message }: Extract<HostMessage, { kind: 'windowFailed' }>): void {
    if (!this.requests.settle(profile, request)) return;
    this.view.answered(this.requests.asking);
    this.view.showFailure(message);
  }

  zoom(row: number): void {
    if (!this.shown) return;
    const { window } = this.shown.frames;
    const frame = window.id[row] as number;
    const rest = isRest(window, row);
    this.lastZoom = rest ? undefined : { before: this.place, frame };
    const restFrom = rest ? (window.restFrom[row] as number) : 0;
    if (frame === this.place.root && restFrom === this.place.restFrom) return;
    const path = namesTo(window, row);
    this.moveAndAsk({ ...this.place, root: frame, restFrom, path, focus: frame });
  }

  zoomOut(): void {
    if (!this.shown) return;
    const { window } = this.shown.frames;
    if (this.place.restFrom > 0) this.moveAndAsk({ ...this.place, restFrom: 0 });
    else this.zoom(window.parent[window.zoomed] as number);
  }

  resetZoom(): void {
    if (this.place.root !== 0 || this.place.restFrom !== 0) this.moveAndAsk(beginning(this.place));
  }

  focus(row: number): void {
    if (!this.shown) return;
    this.moveTo({ ...this.place, focus: this.shown.frames.window.id[row] as number });
    this.view.graph.focusRow(row);
  }

  openSource(row: number): void {
    this.lastZoom = undefined;
    if (!this.shown || isRest(this.shown.frames.window, row)) return;
    this.openFrame(this.shown.frames.window.id[row] as number);
  }

  openZoomed(): void {
    if (!this.lastZoom) return;
    const { before, frame } = this.lastZoom;
    const zoomed = before.root !== this.place.root || before.restFrom !== this.place.restFrom;
    if (zoomed) this.moveAndAsk({ ...before, focus: frame });
    this.openFrame(frame);
  }

  copyName(row: number): void {
    if (!this.shown || isRest(this.shown.frames.window, row)) return;
    this.around.send({ kind: 'copy', text: nameOf(this.shown.frames.window, row) });
    this.view.say('Name copied');
  }

  startAt(from: string): void {
    this.moveAndAsk({ ...START, from });
    this.showStart();
  }

  search(text: string): void {
    if (text === this.kept.search) return;
    this.kept = { ...this.kept, search: text };
    this.around.keep(this.kept);
    this.view.searchBox.showText(text);
    this.ask();
  }

  chooseProfile(id: number): void {
    if (id !== this.profile?.id) this.around.send({ kind: 'setProfile', profile: id });
  }

  chooseSampleType(sampleType: number): void {
    if (!this.profile || sampleType === this.profile.sampleType) return;
    this.around.send({ kind: 'setSampleType', profile: this.profile.id, sampleType });
  }

  noticeAction(): void {
    this.around.send({ kind: 'noticeAction' });
  }

  retry(): void {
    this.ask();
  }

  private draw(shown: Shown): void {
    const before = this.shown?.view;
    this.shown = shown;
    const { frames, view } = shown;
    const focused = this.rowToFocus(frames);
    this.view.draw({ frames, view, focused, start: this.profile && startOf(this.place, this.profile) });
    if (!before) this.view.graph.scrollTo(this.place.scroll);
    else if (!samePlace(before, view)) this.view.graph.reveal(focused);
  }

  private rowToFocus({ window, levels }: Frames): number {
    const { focus, root } = this.place;
    const row = focus === root ? -1 : window.id.indexOf(focus);
    return levels.some((level) => level.includes(row)) ? row : window.zoomed;
  }

  private openFrame(frame: number): void {
    if (!this.profile) return;
    const from = this.shown?.view.from;
    this.around.send({ kind: 'openSource', profile: this.profile.id, frame, ...fromPart(from) });
  }

  private moveAndAsk(place: Place): void {
    this.moveTo(place);
    this.ask();
  }

  private moveTo(place: Place): void {
    this.place = place;
    if (!this.profile) return;
    this.kept = keepPlace(this.kept, placeKey(this.profile), place);
    this.around.keep(this.kept);
  }

  private ask(): void {
    const width = this.view.graphWidth;
    if (!this.profile || width <= 0) return;
    const { root, restFrom } = this.place;
    const from = startOf(this.place, this.profile);
    const size = { width, minWidth: MIN_WIDTH, maxFrames: MOST_FRAMES };
    const view: AskedView = { root, restFrom, ...size, search: this.kept.search, ...fromPart(from) };
    this.requests.ask(this.profile.id, view);
    this.view.asked();
  }

  private showStart(): void {
    if (this.profile) this.view.startSwitch.show(this.profile, this.place);
  }
}

/** The place to begin with in a profile seen for the first time: the same frame, where only the sample type changed. */
function sameIn(profile: ProfileState, before: ProfileState | undefined, place: Place): Place {
  return before?.id === profile.id ? { ...place, restFrom: 0 } : START;
}

function beginning({ from }: Place): Place {
  return from === undefined ? START : { ...START, from };
}

function fromPart(from: string | undefined): { readonly from?: string } {
  return from === undefined ? {} : { from };
}

/** Names of the innermost frames down to a row; of very deep stacks the window itself leaves some out further up. */
function namesTo(window: FlameWindow, row: number): string[] {
  const frames = pathTo(window, row).filter((above) => !isRest(window, above));
  return frames.slice(-PATH_KEPT).map((frame) => nameOf(window, frame));
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
