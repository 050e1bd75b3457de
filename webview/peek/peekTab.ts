import type { Peek, TableView, TableWindow } from '../../src/profile/answers/table';
import { MAX_ROWS } from '../../src/pages/protocol/messageLimits';
import { LatestOnly, unlessCancelled } from '../hostLink';
import { element, setAttributes, stopEvent } from '../controls/dom';
import type { PageAccess, Tab } from '../tab';
import { platformKeys } from '../controls/helpList';
import type { MenuItem } from '../controls/popup';
import { Notice, Waiting } from '../controls/notice';
import { button } from '../controls/toolkit';
import { ALL_CALLS, callViews, drawBlocks, FIRST_CALLS, markFewFigures, markFewSamples } from './peekBlocks';
import { FunctionChooser } from './functionChooser';
import { historyKey, keyTarget, peekHelp } from './peekKeys';
import { PeekHistory } from './peekHistory';
import { isChange, isLaterRound, noFiguresText, type ProfileState } from '../profileState';

/** The function that is drawn, and at most how many of its callers and callees. */
interface ShownPeek {
  readonly name: string;
  readonly limit: number;
}

/** pprof's peek: the selected function with its callers and callees. A click on a caller or callee selects it. */
export class PeekTab implements Tab {
  readonly id = 'peek';
  readonly name = 'Callers & callees';
  readonly element = element('div', { class: 'peek-tab' });
  readonly tools = element('div', { class: 'peek-tools' });
  private readonly content = element('div', { class: 'peek-content' });
  private readonly emptyNotice = new Notice('empty', 'status');
  private readonly waitingText = new Waiting('Computing…');
  private readonly chooser: FunctionChooser;
  private readonly backButton: HTMLElement;
  private readonly forwardButton: HTMLElement;
  private readonly history = new PeekHistory();
  private readonly peekRequests = new LatestOnly();
  private readonly suggestRequests = new LatestOnly();
  private readonly sampleRequests = new LatestOnly();
  private readonly figureRequests = new LatestOnly();
  private profile: ProfileState | undefined;
  /** The first function of Top, shown while no function is selected. */
  private topFunction = '';
  private shown: ShownPeek = { name: '', limit: FIRST_CALLS };
  /** Whether to focus the next function when its answer arrives. */
  private isFocusPending = false;

  /** Opens the source of the caller or callee that was selected last. */
  private openLast: (() => void) | undefined;

  constructor(private readonly page: PageAccess) {
    this.chooser = new FunctionChooser({
      requestNames: (view) => this.requestSuggestions(view),
      choose: (name) => this.showFunction(name),
    });
    this.backButton = button({ appearance: 'icon', hint: platformKeys('Back (Alt+←)'), onClick: () => this.navigate('back') }, '←');
    this.forwardButton = button({ appearance: 'icon', hint: platformKeys('Forward (Alt+→)'), onClick: () => this.navigate('forward') }, '→');
    const steps = element('div', { class: 'peek-steps' }, this.backButton, this.forwardButton);
    this.tools.append(steps);
    const remarks = element('div', { class: 'remarks' }, this.waitingText.element);
    this.element.append(this.content, this.emptyNotice.element, remarks);
    this.element.addEventListener('keydown', (event) => this.onKeydown(event));
    // Not `dblclick`, because the first click may already have drawn another function under the pointer.
    this.content.addEventListener('mousedown', ({ detail, button: which }) => {
      if (detail === 1) this.openLast = undefined;
      if (detail === 2 && which === 0) this.openLast?.();
    });
    this.updateButtons();
  }

  get searchBox(): HTMLElement {
    return this.chooser.element;
  }

  toolItems(): readonly MenuItem[] {
    return [
      { label: 'Back', key: platformKeys('Alt+←'), run: () => this.navigate('back') },
      { label: 'Forward', key: platformKeys('Alt+→'), run: () => this.navigate('forward') },
    ];
  }

  show(profile: ProfileState | undefined): void {
    const { profile: previous } = this;
    const isNewProfile = profile?.id !== previous?.id || profile?.sampleType !== previous?.sampleType;
    const isLater = profile !== undefined && previous !== undefined && isLaterRound(profile, previous);
    if (isNewProfile && !isLater) this.topFunction = '';
    this.profile = profile;
    if (profile) return this.requestPeek(this.shown.name === this.currentName ? this.shown.limit : FIRST_CALLS);
    this.peekRequests.cancel();
    this.cancelFewSamples();
    this.waitingText.show(false);
    this.content.replaceChildren();
  }

  select(name: string): void {
    if (name !== '') this.history.visit(name);
    this.updateButtons();
    this.requestPeek(FIRST_CALLS);
  }

  focusContent(): void {
    const functionButton = this.content.querySelector<HTMLElement>('.peek-function');
    functionButton?.focus();
    this.isFocusPending = functionButton === null || this.peekRequests.isPending;
  }

  focusSearch(): void {
    this.chooser.focus();
  }

  help(): HTMLElement {
    return peekHelp(this.page.abilities.source);
  }

  private showPeek(peek: Peek, { name, limit }: ShownPeek): void {
    this.waitingText.show(this.peekRequests.isPending);
    if (name !== this.currentName) return;
    this.page.clearFailure();
    const isEmpty = peek.blocks.length === 0;
    this.emptyNotice.show(isEmpty ? `This profile has no samples of ${name}.` : '');
    const { inPercent = false } = this.profile ?? {};
    const isSame = name === this.shown.name;
    const { scrollTop } = this.content;
    const focused = this.focusTargets().find((target) => target === document.activeElement);
    this.shown = { name, limit };
    this.content.replaceChildren(...drawBlocks(peek, { inPercent, areChanges: isChange(this.profile) }, {
      source: this.page.abilities.source,
      select: (functionName, openSource) => {
        this.openLast = openSource;
        this.showFunction(functionName);
      },
      openSource: (place) => this.openSource(place),
      showAll: () => this.requestPeek(ALL_CALLS),
    }));
    this.content.scrollTop = isSame ? scrollTop : 0;
    const stays = isSame && focused ? this.focusTargets().find((target) => isOfSameRow(target, focused)) : undefined;
    this.setTabStop(stays);
    if (this.isFocusPending) this.content.querySelector<HTMLElement>('.peek-function')?.focus();
    else stays?.focus({ preventScroll: true });
    this.isFocusPending = false;
    if (!isSame || isEmpty) this.page.announce(isEmpty ? '' : `${name}: ${countsText(peek.blocks[0])}`);
    this.requestFewSamples(peek);
  }

  /** Asks, after the figures are shown, which of them rest on few samples. */
  private requestFewSamples(peek: Peek): void {
    // A comparison per operation has judgements instead.
    if (peek.blocks.length === 0 || peek.changes) return;
    this.page.ask('fewNodeSamples', { nodes: peek.blocks.map(({ node }) => node) }, this.figureRequests).then(
      (few) => few && markFewFigures(this.content, few),
      // The figures stay as they are.
      () => {},
    );
    const views = callViews(peek);
    if (views.some(({ limit }) => limit > MAX_ROWS)) return;
    this.page.ask('fewCallSamples', { views }, this.sampleRequests).then(
      (few) => few && markFewSamples(this.content, few),
      // The calls stay as they are.
      () => {},
    );
  }

  private cancelFewSamples(): void {
    this.sampleRequests.cancel();
    this.figureRequests.cancel();
  }

  private showSuggestions({ name, function: functions, searchError }: TableWindow): void {
    this.chooser.showNames([...new Set(functions.map((text, i) => text || name[i]))], searchError);
  }

  private readonly onFailure = unlessCancelled(({ message }) => {
    this.waitingText.show(this.peekRequests.isPending);
    this.page.showFailure(message, () => this.requestPeek(FIRST_CALLS));
  });

  private get currentName(): string {
    return this.page.viewState.selected || this.topFunction;
  }

  private requestPeek(limit: number): void {
    const name = this.currentName;
    this.cancelFewSamples();
    this.chooser.showName(name);
    if (!this.profile) return;
    if (name !== '') {
      this.page.ask('peek', { name, limit }, this.peekRequests).then((peek) => this.showPeek(peek, { name, limit }), this.onFailure);
      return this.waitingText.show(true);
    }
    this.peekRequests.cancel();
    this.waitingText.show(false);
    this.content.replaceChildren();
    this.emptyNotice.show('');
    this.requestTopFunction(this.page.viewState.search);
  }

  /** Requests the first function of Top, in its order. */
  private requestTopFunction(search: string): void {
    const { sort, direction } = this.page.viewState.top;
    const view = { sort, direction, search, from: 0, limit: 1, find: '' };
    this.page.ask('suggest', view, this.suggestRequests).then((top) => this.showTopFunction(top, search), this.onFailure);
  }

  private showTopFunction({ name, function: functions }: TableWindow, search: string): void {
    if (this.currentName !== '') return;
    this.topFunction = functions[0] || name[0] || '';
    if (this.topFunction === '') {
      return search === '' ? this.emptyNotice.show(noFiguresText(this.profile)) : this.requestTopFunction('');
    }
    this.history.visit(this.topFunction);
    this.updateButtons();
    this.requestPeek(FIRST_CALLS);
  }

  private requestSuggestions(view: TableView): void {
    if (!this.profile) return;
    this.page.ask('suggest', view, this.suggestRequests).then((window) => this.showSuggestions(window), this.onFailure);
  }

  private showFunction(name: string): void {
    this.isFocusPending = true;
    if (name === this.page.viewState.selected) this.requestPeek(FIRST_CALLS);
    else this.page.select(name);
  }

  private navigate(direction: 'back' | 'forward'): void {
    const name = this.history[direction]();
    if (name === undefined || name === this.page.viewState.selected) return;
    if (this.content.contains(document.activeElement)) this.showFunction(name);
    else this.page.select(name);
  }

  private updateButtons(): void {
    setAttributes(this.backButton, { 'aria-disabled': String(!this.history.canGoBack) });
    setAttributes(this.forwardButton, { 'aria-disabled': String(!this.history.canGoForward) });
  }

  private openSource({ function: name, file, line }: { function: string; file: string; line: number }): void {
    if (!this.profile || file === '') return;
    const position = line > 0 ? { line } : {};
    this.page.order('openFunction', { function: name, file, ...position });
  }

  private focusTargets(): HTMLElement[] {
    return [...this.content.querySelectorAll<HTMLElement>('.peek-function, .peek-call, .peek-all')];
  }

  /** Makes the function and its calls one tab stop: the function, or the last focused element. */
  private setTabStop(current = this.content.querySelector('.peek-function')): void {
    for (const target of this.focusTargets()) setAttributes(target, { tabindex: target === current ? 0 : -1 });
  }

  private onKeydown(event: KeyboardEvent): void {
    const direction = historyKey(event);
    if (direction) {
      this.navigate(direction);
      return stopEvent(event);
    }
    const targets = this.focusTargets();
    const index = targets.indexOf(document.activeElement as HTMLElement);
    const newIndex = index < 0 ? undefined : keyTarget(event, index, targets.length);
    if (newIndex === undefined) return;
    const target = targets[newIndex];
    this.setTabStop(target);
    target.focus();
    stopEvent(event);
  }
}

/** Whether two elements are the same function, caller or callee, drawn at two times. */
function isOfSameRow(a: HTMLElement, b: HTMLElement): boolean {
  const keyOf = (target: HTMLElement) => {
    const list = target.closest('.peek-side')?.querySelector('ul')?.getAttribute('aria-label');
    return JSON.stringify([list, target.querySelector('.peek-name')?.textContent]);
  };
  return keyOf(a) === keyOf(b);
}

function countsText({ callers, callees }: { callers: { count: number }; callees: { count: number } }): string {
  const countText = (count: number, noun: string) => `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
  return `${countText(callers.count, 'caller')}, ${countText(callees.count, 'callee')}`;
}
