import type { FlameStart, PageState, PROFILE_PAGE, TabId, ToSelect } from '../src/pages/protocol/profilePage';
import type { Refinement } from '../src/pages/protocol/refineState';
import { LatestOnly, type ShownPage, unlessCancelled } from './hostLink';
import { CallGraphTab } from './callGraph/callGraphTab';
import { element, setText, stopEvent } from './controls/dom';
import type { HostAbilities } from './hostAbilities';
import type { MakeStrip, PageAccess, ProfileHost, Strip, Tab } from './tab';
import { FlameTab } from './flame/flameTab';
import { Notice } from './controls/notice';
import { PeekTab } from './peek/peekTab';
import { Popup } from './controls/popup';
import { RefineBar } from './refine/refineBar';
import type { QuickField } from './refine/refineByFunction';
import { TabBar } from './tabBar';
import { Toolbar } from './toolbar';
import { TopTab } from './top/topTab';
import { readViewState, type ViewState } from './viewState';
import type { ProfileState } from './profileState';
import { pageKeyAction } from './pageKeys';

/** The page around the tabs: the profile, the visible tab, the selection that all tabs share, and messages. */
export class Page implements PageAccess, ShownPage<typeof PROFILE_PAGE> {
  readonly popup: Popup;
  refinement: Refinement = {};
  flameStarts: Readonly<Record<string, FlameStart>> = {};
  viewState: ViewState;
  private readonly main = element('main', { class: 'page without-profile' });
  private readonly toolbar: Toolbar;
  private readonly refineBar: RefineBar;
  private readonly banner = new Notice('banner', 'alert');
  private readonly emptyNotice = new Notice('nothing', 'status');
  private readonly liveRegion = element('div', { class: 'spoken', 'aria-live': 'polite' });
  private readonly flame: FlameTab;
  private readonly top: TopTab;
  private readonly callGraph: CallGraphTab;
  private readonly peek: PeekTab;
  private readonly tabs: readonly Tab[];
  private readonly selectionCheck = new LatestOnly();
  private readonly tabBar: TabBar;
  private readonly strip: Strip | undefined;
  private activeTab: Tab;
  private profile: ProfileState | undefined;
  private notice: PageState['notice'];

  constructor(
    container: HTMLElement,
    private readonly host: ProfileHost,
    readonly abilities: HostAbilities,
    makeStrip?: MakeStrip,
  ) {
    this.viewState = readViewState(host.savedView);
    this.popup = new Popup(this.main);
    this.refineBar = new RefineBar(this);
    const actions = {
      chooseSampleType: (profile: number, sampleType: number) => this.order('setSampleType', { profile, sampleType }),
      help: (anchor: HTMLElement) => this.toggleHelp(anchor),
    };
    this.strip = makeStrip?.(this);
    this.flame = new FlameTab(this);
    this.callGraph = new CallGraphTab(this);
    this.top = new TopTab(this);
    this.peek = new PeekTab(this);
    const graphTabs = this.abilities.hasCallGraphs ? [this.callGraph] : [];
    this.tabs = [this.flame, this.top, ...graphTabs, this.peek];
    this.activeTab = this.tabs.find(({ id }) => id === this.viewState.tab) ?? this.flame;
    this.tabBar = new TabBar(this.tabs, (tab) => this.activate(tab), this.popup);
    const { button: tool, element: below } = this.refineBar;
    this.toolbar = new Toolbar(actions, { tool, notes: this.tabBar.notes, below });
    this.tabBar.panels.append(this.emptyNotice.element);
    this.main.append(
      this.tabBar.element,
      this.toolbar.element,
      this.banner.element,
      ...(this.strip ? [this.strip.element] : []),
      this.tabBar.panels,
      this.liveRegion,
    );
    container.append(this.main);
    this.tabBar.show(this.activeTab);
    document.addEventListener('keydown', (event) => this.onKeydown(event));
  }

  get ask(): ProfileHost['ask'] {
    return this.host.ask;
  }

  get order(): ProfileHost['order'] {
    return this.host.order;
  }

  readonly on = {
    exportSvg: () => this.saveSvg(),
    showTab: ({ tab, focus, select }: { readonly tab: TabId; readonly focus: boolean; readonly select?: ToSelect }) =>
      this.openTab(tab, focus, select),
  };

  show({ profile, refine, starts, notice }: PageState): void {
    this.profile = profile;
    this.refinement = refine?.refinement ?? {};
    this.flameStarts = starts ?? {};
    this.notice = notice;
    this.main.classList.toggle('without-profile', !profile);
    this.main.classList.toggle('in-percent', profile?.inPercent === true);
    this.main.classList.toggle('growth-unjudged', profile?.comparison?.isGrowthUnjudged === true);
    if (profile) {
      this.toolbar.show(profile);
      this.emptyNotice.hide();
      this.showNoticeIn(this.banner);
    } else {
      this.banner.hide();
      this.showNoticeIn(this.emptyNotice, 'No profile is open.');
    }
    this.strip?.show(profile);
    this.refineBar.show(profile, refine);
    this.activeTab.show(profile);
    this.checkSelection();
  }

  /** Clears a selection from another capture if this capture does not have the function. */
  private checkSelection(): void {
    const { selected: name, selectedIn } = this.viewState;
    const capture = this.profile?.capture;
    if (capture === undefined || name === '' || selectedIn === capture) return this.selectionCheck.cancel();
    this.ask('knows', { name }, this.selectionCheck).then((isKnown) => {
      if (name !== this.viewState.selected) return;
      if (isKnown) this.updateViewState({ selectedIn: capture });
      else this.select('');
    }, unlessCancelled(() => undefined));
  }

  private saveSvg(): void {
    this.activate(this.flame);
    this.flame.saveSvg();
  }

  updateViewState(changes: Partial<ViewState>): void {
    this.viewState = { ...this.viewState, ...changes };
    this.host.saveView(this.viewState);
  }

  setFlameStart(kind: string, start: FlameStart): void {
    this.flameStarts = { ...this.flameStarts, [kind]: start };
    this.order('keepStart', { of: kind, start });
  }

  select(name: string): void {
    if (name === this.viewState.selected) return;
    this.updateViewState({ selected: name, selectedIn: this.profile?.capture ?? '' });
    this.activeTab.select(name);
  }

  refineBy(field: QuickField, functionName: string): void {
    this.refineBar.refineBy(field, functionName);
  }

  openTab(tab: TabId, focus = false, select: ToSelect = ''): void {
    const target = this.tabs.find(({ id }) => id === tab);
    if (!target) return;
    if (typeof select === 'string' && select !== '') this.select(select);
    this.activate(target);
    if (typeof select !== 'string') this.flame.lines.show(select);
    if (focus) target.focusContent();
  }

  announce(text: string): void {
    setText(this.liveRegion, text);
  }

  showFailure(message: string, retry: () => void): void {
    this.banner.show(message, { label: 'Try again', run: retry });
  }

  clearFailure(): void {
    this.showNoticeIn(this.banner);
  }

  private activate(tab: Tab): void {
    if (tab === this.activeTab) return;
    this.popup.close();
    this.clearFailure();
    this.activeTab = tab;
    this.updateViewState({ tab: tab.id });
    this.tabBar.show(tab);
    tab.show(this.profile);
    tab.select(this.viewState.selected);
  }

  private showNoticeIn(target: Notice, fallback = ''): void {
    const { text = fallback, action } = this.notice ?? {};
    target.show(text, action ? { label: action, run: () => this.order('noticeAction') } : undefined);
  }

  private onKeydown(event: KeyboardEvent): void {
    const action = pageKeyAction(event, event.composedPath()[0] instanceof HTMLInputElement);
    if (action === undefined) return;
    if (action === 'search') this.activeTab.focusSearch();
    else this.toggleHelp(this.toolbar.element);
    stopEvent(event);
  }

  private toggleHelp(anchor: HTMLElement): void {
    if (this.popup.isOpen) return this.popup.close();
    const { right, bottom } = anchor.getBoundingClientRect();
    this.popup.openDialog('Keys and colors', { x: right, y: bottom + 4 }, this.activeTab.help());
  }
}
