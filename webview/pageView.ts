import type { AskedView, PageState } from '../src/protocol/messages';
import type { Actions } from './actions';
import { Breadcrumb } from './breadcrumb';
import { Details } from './details';
import { claim, element, setText } from './dom';
import type { Frames } from './frames';
import { GraphPane } from './graphPane';
import { helpContent } from './help';
import { Notice } from './notice';
import { Popup } from './popup';
import { SearchBox } from './searchBox';
import { StartSwitch } from './startSwitch';
import { Toolbar } from './toolbar';
import type { ProfileState } from './viewState';

/** An answer quicker than this shows no sign of waiting. Milliseconds. */
const PATIENCE = 300;

export interface Drawing {
  readonly frames: Frames;
  readonly view: AskedView;
  readonly focused: number;
  /** Function that stacks start at. */
  readonly start: string | undefined;
}

/** The parts of the page and how they stand together. Decides nothing: what the user does goes to `actions`. */
export class PageView {
  readonly searchBox: SearchBox;
  readonly startSwitch: StartSwitch;
  readonly graph: GraphPane;
  private readonly main = element('main', { class: 'page' });
  private readonly popup = new Popup(this.main);
  private readonly toolbar: Toolbar;
  private readonly breadcrumb: Breadcrumb;
  private readonly details: Details;
  private readonly banner = new Notice('banner', 'alert');
  private readonly empty = new Notice('empty', 'status');
  private readonly waiting = element('div', { class: 'waiting', hidden: true }, 'Computing…');
  private readonly spoken = element('div', { class: 'spoken', 'aria-live': 'polite' });
  private frames: Frames | undefined;
  private notice: PageState['notice'];
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: HTMLElement,
    private readonly actions: Actions,
  ) {
    this.graph = new GraphPane(actions, this.popup, (row) => this.frames && this.details.show(this.frames, row));
    this.searchBox = new SearchBox(actions, () => this.graph.focusMatch());
    this.toolbar = new Toolbar(actions, this.searchBox.element, (anchor) => this.toggleHelp(anchor));
    this.startSwitch = new StartSwitch(actions);
    this.breadcrumb = new Breadcrumb(actions, this.popup);
    this.details = new Details(actions);
    const where = element('div', { class: 'where' }, this.startSwitch.element, this.breadcrumb.element);
    const remarks = element('div', { class: 'remarks' }, this.searchBox.error, this.waiting);
    const stage = element('div', { class: 'stage' }, this.graph.element, this.empty.element, remarks);
    this.main.append(this.toolbar.element, where, this.banner.element, stage, this.details.element, this.spoken);
    host.append(this.main);
    this.searchBox.connected();
    document.addEventListener('keydown', (event) => this.press(event));
  }

  /** CSS pixels at hand for the graph; 0 while the page is hidden. */
  get graphWidth(): number {
    return this.graph.width;
  }

  showState(profile: ProfileState | undefined, notice: PageState['notice']): void {
    this.notice = notice;
    this.main.classList.toggle('without-profile', !profile);
    if (profile) {
      this.toolbar.show(profile);
      this.empty.hide();
      this.showNoticeIn(this.banner);
      return;
    }
    this.stopWaiting();
    this.banner.hide();
    this.showNoticeIn(this.empty, 'No profile is open.');
  }

  draw({ frames, view, focused, start }: Drawing): void {
    this.frames = frames;
    this.showNoticeIn(this.banner);
    this.main.classList.add('drawn');
    this.breadcrumb.show(frames);
    this.graph.draw(frames, view.width, focused);
    this.searchBox.showMatches(frames.window, view.search);
    this.showEmptiness(frames, start);
  }

  showFailure(message: string): void {
    this.banner.show(message, { label: 'Try again', run: () => this.actions.retry() });
  }

  /** A question is on its way. */
  asked(): void {
    this.patience ??= setTimeout(() => (this.waiting.hidden = false), PATIENCE);
  }

  /** An answer came; `more` where another one is still on its way. */
  answered(more: boolean): void {
    this.stopWaiting();
    if (more) this.asked();
  }

  /** Says something to those who listen instead of look. */
  say(text: string): void {
    setText(this.spoken, text);
  }

  onScroll(listener: (pixels: number) => void): void {
    this.graph.element.addEventListener('scroll', () => listener(this.graph.scroll));
  }

  /** Tells of a change of width, once a frame at most. */
  onResize(listener: () => void): void {
    let width = 0;
    let scheduled = 0;
    const look = () => {
      scheduled = 0;
      if (this.graphWidth === width || this.graphWidth === 0) return;
      width = this.graphWidth;
      listener();
    };
    this.graph.onResize(() => (scheduled ||= requestAnimationFrame(look)));
  }

  private showNoticeIn(place: Notice, otherwise = ''): void {
    const { text = otherwise, action } = this.notice ?? {};
    place.show(text, action ? { label: action, run: () => this.actions.noticeAction() } : undefined);
  }

  private showEmptiness({ window }: Frames, start: string | undefined): void {
    if (window.cum[0] !== 0 || window.id.length > 1) return this.empty.hide();
    const everything = { label: 'Show everything', run: () => this.actions.startAt('') };
    if (start !== undefined) this.empty.show(`No sample of this type has ${start} in its stack.`, everything);
    else this.empty.show('The profile has no samples of this type.');
  }

  private stopWaiting(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.waiting.hidden = true;
  }

  private press(event: KeyboardEvent): void {
    const typing = event.composedPath()[0] instanceof HTMLInputElement;
    const find = (event.ctrlKey || event.metaKey) && event.key === 'f';
    if (find || (event.key === '/' && !typing)) this.searchBox.focus();
    else if (event.key === '?' && !typing) this.toggleHelp(this.toolbar.element);
    else return;
    claim(event);
  }

  private toggleHelp(anchor: HTMLElement): void {
    if (this.popup.isOpen) return this.popup.close();
    const { right, bottom } = anchor.getBoundingClientRect();
    this.popup.openDialog('Keys and colours', { x: right, y: bottom + 4 }, helpContent());
  }
}
