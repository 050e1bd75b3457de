import type { Answer, TabId, Failure, FlameStart, PageMessage, PageState } from '../src/protocol/messages';
import type { Refinement } from '../src/protocol/refineState';
import { type AskHost, Asks, LatestOnly, unlessCancelled } from './ask';
import { CallGraphTab } from './callGraph/callGraphTab';
import { claim, element, setText } from './controls/dom';
import type { PageAccess, Tab } from './tab';
import { FlameTab } from './flame/flameTab';
import { Notice } from './controls/notice';
import { PeekTab } from './peek/peekTab';
import { Popup } from './controls/popup';
import { type QuickField, RefineBar } from './refine/refineBar';
import { TabBar } from './tabBar';
import { Toolbar } from './toolbar';
import { TopTab } from './top/topTab';
import type { ProfileState, ViewState } from './viewState';

/** The host, which receives messages and stores the view state. */
export interface HostAccess {
  send(message: PageMessage): void;
  keep(state: ViewState): void;
}

/** The page around the tabs: the profile, the visible tab, the selection that all tabs share, and messages. */
export class Page implements PageAccess {
  readonly popup: Popup;
  refinement: Refinement = {};
  starts: Readonly<Record<string, FlameStart>> = {};
  readonly ask: AskHost = (question, params, until) => this.asks.ask(question, params, until);
  private readonly main = element('main', { class: 'page without-profile' });
  private readonly toolbar: Toolbar;
  private readonly refine: RefineBar;
  private readonly banner = new Notice('banner', 'alert');
  private readonly empty = new Notice('nothing', 'status');
  private readonly spoken = element('div', { class: 'spoken', 'aria-live': 'polite' });
  private readonly flame: FlameTab;
  private readonly top: TopTab;
  private readonly callGraph: CallGraphTab;
  private readonly peek: PeekTab;
  private readonly tabs: readonly Tab[];
  private readonly asks = new Asks((message) => this.send(message));
  private readonly selectionCheck = new LatestOnly();
  private readonly tabBar: TabBar;
  private shown: Tab;
  private profile: ProfileState | undefined;
  private notice: PageState['notice'];

  /** @param kept the view state when the page was last visible */
  constructor(
    host: HTMLElement,
    private readonly around: HostAccess,
    public kept: ViewState,
  ) {
    this.popup = new Popup(this.main);
    this.refine = new RefineBar(this);
    const actions = {
      chooseSampleType: (profile: number, sampleType: number) => this.send({ kind: 'setSampleType', profile, sampleType }),
      help: (anchor: HTMLElement) => this.toggleHelp(anchor),
    };
    this.toolbar = new Toolbar(actions, this.refine.button, this.refine.element);
    this.flame = new FlameTab(this);
    this.callGraph = new CallGraphTab(this);
    this.top = new TopTab(this);
    this.peek = new PeekTab(this);
    this.tabs = [this.flame, this.top, this.callGraph, this.peek];
    this.shown = this.tabs.find(({ id }) => id === kept.tab) ?? this.flame;
    this.tabBar = new TabBar(this.tabs, (tab) => this.choose(tab));
    this.tabBar.panels.append(this.empty.element);
    this.main.append(
      this.tabBar.element,
      this.toolbar.element,
      this.banner.element,
      this.tabBar.tools,
      this.tabBar.panels,
      this.spoken,
    );
    host.append(this.main);
    this.tabBar.show(this.shown);
    document.addEventListener('keydown', (event) => this.press(event));
  }

  showState({ profile, refine, starts, notice }: PageState): void {
    this.profile = profile;
    this.asks.follow(profile?.id);
    this.refinement = refine?.refinement ?? {};
    this.starts = starts ?? {};
    this.notice = notice;
    this.main.classList.toggle('without-profile', !profile);
    this.main.classList.toggle('in-percent', profile?.inPercent === true);
    if (profile) {
      this.toolbar.show(profile);
      this.empty.hide();
      this.showNoticeIn(this.banner);
    } else {
      this.banner.hide();
      this.showNoticeIn(this.empty, 'No profile is open.');
    }
    this.refine.show(profile, refine);
    this.shown.show(profile);
    this.checkSelection();
  }

  /** Clears a selection from another capture if this capture does not have the function. */
  private checkSelection(): void {
    const { selected: name, selectedIn } = this.kept;
    const capture = this.profile?.capture;
    if (capture === undefined || name === '' || selectedIn === capture) return this.selectionCheck.cancel();
    this.ask('knows', { name }, this.selectionCheck).then((isKnown) => {
      if (name !== this.kept.selected) return;
      if (isKnown) this.keep({ selectedIn: capture });
      else this.select('');
    }, unlessCancelled(() => undefined));
  }

  receive(reply: Answer | Failure): void {
    this.asks.receive(reply);
  }

  saveSvg(): void {
    this.choose(this.flame);
    this.flame.saveSvg();
  }

  keep(changes: Partial<ViewState>): void {
    this.kept = { ...this.kept, ...changes };
    this.around.keep(this.kept);
  }

  keepStart(of: string, start: FlameStart): void {
    this.starts = { ...this.starts, [of]: start };
    this.send({ kind: 'keepStart', of, start });
  }

  send(message: PageMessage): void {
    this.around.send(message);
  }

  select(name: string): void {
    if (name === this.kept.selected) return;
    this.keep({ selected: name, selectedIn: this.profile?.capture ?? '' });
    this.shown.select(name);
  }

  refineBy(field: QuickField, functionName: string): void {
    this.refine.refineBy(field, functionName);
  }

  open(tab: TabId, focus = false): void {
    const wanted = this.tabs.find(({ id }) => id === tab);
    if (!wanted) return;
    this.choose(wanted);
    if (focus) wanted.takeKeys();
  }

  say(text: string): void {
    setText(this.spoken, text);
  }

  showFailure(message: string, retry: () => void): void {
    this.banner.show(message, { label: 'Try again', run: retry });
  }

  clearFailure(): void {
    this.showNoticeIn(this.banner);
  }

  private choose(tab: Tab): void {
    if (tab === this.shown) return;
    this.popup.close();
    this.clearFailure();
    this.shown = tab;
    this.keep({ tab: tab.id });
    this.tabBar.show(tab);
    tab.show(this.profile);
    tab.select(this.kept.selected);
  }

  private showNoticeIn(place: Notice, otherwise = ''): void {
    const { text = otherwise, action } = this.notice ?? {};
    place.show(text, action ? { label: action, run: () => this.send({ kind: 'noticeAction' }) } : undefined);
  }

  private press(event: KeyboardEvent): void {
    const typing = event.composedPath()[0] instanceof HTMLInputElement;
    const find = (event.ctrlKey || event.metaKey) && event.key === 'f';
    if (find || (event.key === '/' && !typing)) this.shown.focusSearch();
    else if (event.key === '?' && !typing) this.toggleHelp(this.toolbar.element);
    else return;
    claim(event);
  }

  private toggleHelp(anchor: HTMLElement): void {
    if (this.popup.isOpen) return this.popup.close();
    const { right, bottom } = anchor.getBoundingClientRect();
    this.popup.openDialog('Keys and colors', { x: right, y: bottom + 4 }, this.shown.help());
  }
}
