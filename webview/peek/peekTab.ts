import type { Peek, TableWindow } from '../../src/profile/answers/table';
import { LatestOnly, unlessCancelled } from '../ask';
import { claim, element, setAttributes } from '../controls/dom';
import type { PageAccess, Tab } from '../tab';
import { keysHere } from '../controls/helpList';
import { Notice } from '../controls/notice';
import { button } from '../controls/toolkit';
import type { ProfileState } from '../viewState';
import { Waiting } from '../controls/waiting';
import { drawBlocks } from './peekBlocks';
import { Chooser } from './functionChooser';
import { peekHelp } from './peekHelp';
import { History } from './peekHistory';

/** Number of calls shown at first. */
const CALLS = 200;
/** Number of calls shown on demand. */
const ALL_CALLS = 100_000;
/** Number of suggested names. */
const NAMES = 50;

const ADVICE = 'Select a function in any tab, or choose one above, to see its callers and callees.';

/** pprof's peek: the selected function with its callers and callees. A click on a caller or callee selects it. */
export class PeekTab implements Tab {
  readonly id = 'peek';
  readonly name = 'Peek';
  readonly element = element('div', { class: 'peek-tab' });
  readonly tools = element('div', { class: 'peek-tools' });
  private readonly content = element('div', { class: 'peek-content' });
  private readonly empty = new Notice('empty', 'status');
  private readonly waiting = new Waiting('Adding up…');
  private readonly chooser: Chooser;
  private readonly back: HTMLElement;
  private readonly forward: HTMLElement;
  private readonly history = new History();
  private readonly peeks = new LatestOnly();
  private readonly suggestions = new LatestOnly();
  private profile: ProfileState | undefined;
  /** The first function of Top, shown while no function is selected. */
  private heaviest = '';
  /** Whether to focus the next function when its answer arrives. */
  private isWalking = false;

  constructor(private readonly around: PageAccess) {
    this.chooser = new Chooser({
      suggest: (text) => this.suggest(text),
      choose: (name) => this.goTo(name),
    });
    this.back = button({ appearance: 'icon', hint: keysHere('Back (Alt+←)'), onClick: () => this.go('back') }, '←');
    this.forward = button({ appearance: 'icon', hint: keysHere('Forward (Alt+→)'), onClick: () => this.go('forward') }, '→');
    this.tools.append(this.chooser.element, this.back, this.forward);
    const remarks = element('div', { class: 'remarks' }, this.waiting.element);
    this.element.append(this.content, this.empty.element, remarks);
    this.element.addEventListener('keydown', (event) => this.press(event));
    this.showWays();
  }

  show(profile: ProfileState | undefined): void {
    const isOther = profile?.id !== this.profile?.id || profile?.sampleType !== this.profile?.sampleType;
    if (isOther) this.heaviest = '';
    this.profile = profile;
    if (profile) return this.ask(CALLS);
    this.peeks.cancel();
    this.waiting.show(false);
    this.content.replaceChildren();
  }

  select(name: string): void {
    if (name !== '') this.history.visit(name);
    this.showWays();
    this.ask(CALLS);
  }

  takeKeys(): void {
    const shown = this.content.querySelector<HTMLElement>('.peek-function');
    shown?.focus();
    this.isWalking = shown === null || this.peeks.isAsking;
  }

  focusSearch(): void {
    this.chooser.focus();
  }

  help(): HTMLElement {
    return peekHelp();
  }

  private showPeek(peek: Peek, name: string): void {
    this.waiting.show(this.peeks.isAsking);
    if (name !== this.shownName) return;
    this.around.clearFailure();
    const isNone = peek.blocks.length === 0;
    this.empty.show(isNone ? `${name} has no samples here.` : '');
    this.content.replaceChildren(...drawBlocks(peek, this.profile?.inPercent === true, {
      walk: (to) => this.goTo(to),
      openSource: (of) => this.openSource(of),
      showAll: () => this.ask(ALL_CALLS),
    }));
    this.content.scrollTop = 0;
    this.rove();
    if (this.isWalking) this.content.querySelector<HTMLElement>('.peek-function')?.focus();
    this.isWalking = false;
    this.around.say(isNone ? '' : `${name}: ${spokenCounts(peek.blocks[0])}`);
  }

  private showSuggestions({ name, function: functions, searchError }: TableWindow): void {
    this.chooser.showNames([...new Set(functions.map((text, at) => text || name[at]))], searchError);
  }

  private readonly failed = unlessCancelled(({ message }) => {
    this.waiting.show(this.peeks.isAsking);
    this.around.showFailure(message, () => this.ask(CALLS));
  });

  private get shownName(): string {
    return this.around.kept.selected || this.heaviest;
  }

  private ask(limit: number): void {
    const name = this.shownName;
    this.chooser.showName(name);
    if (!this.profile) return;
    if (name !== '') {
      this.around.ask('peek', { name, limit }, this.peeks).then((peek) => this.showPeek(peek, name), this.failed);
      return this.waiting.show(true);
    }
    this.peeks.cancel();
    this.waiting.show(false);
    this.content.replaceChildren();
    this.empty.show('');
    this.askHeaviest(this.around.kept.top.search);
  }

  /** Requests the first function of Top, in its order. */
  private askHeaviest(search: string): void {
    const { sort, direction } = this.around.kept.top;
    const view = { sort, direction, search, from: 0, limit: 1, find: '' };
    this.around.ask('suggest', view, this.suggestions).then((top) => this.showHeaviest(top, search), this.failed);
  }

  private showHeaviest({ name, function: functions }: TableWindow, search: string): void {
    if (this.shownName !== '') return;
    this.heaviest = functions[0] || name[0] || '';
    if (this.heaviest === '') return search === '' ? this.empty.show(ADVICE) : this.askHeaviest('');
    this.history.visit(this.heaviest);
    this.showWays();
    this.ask(CALLS);
  }

  private suggest(search: string): void {
    if (!this.profile) return;
    const view = { sort: 'cum', direction: 'size', search, from: 0, limit: NAMES, find: '' } as const;
    this.around.ask('suggest', view, this.suggestions).then((found) => this.showSuggestions(found), this.failed);
  }

  private goTo(name: string): void {
    this.isWalking = true;
    if (name === this.around.kept.selected) this.ask(CALLS);
    else this.around.select(name);
  }

  private go(way: 'back' | 'forward'): void {
    const name = this.history[way]();
    if (name === undefined || name === this.around.kept.selected) return;
    if (this.content.contains(document.activeElement)) this.goTo(name);
    else this.around.select(name);
  }

  private showWays(): void {
    setAttributes(this.back, { 'aria-disabled': String(!this.history.canGoBack) });
    setAttributes(this.forward, { 'aria-disabled': String(!this.history.canGoForward) });
  }

  private openSource({ function: name, file, line }: { function: string; file: string; line: number }): void {
    if (!this.profile || file === '') return;
    const at = line > 0 ? { line } : {};
    this.around.send({ kind: 'openFunction', profile: this.profile.id, function: name, file, ...at });
  }

  private stops(): HTMLElement[] {
    return [...this.content.querySelectorAll<HTMLElement>('.peek-function, .peek-call, .peek-all')];
  }

  /** Makes the function and its calls one tab stop: the function, or the last focused element. */
  private rove(focused = this.content.querySelector('.peek-function')): void {
    for (const stop of this.stops()) setAttributes(stop, { tabindex: stop === focused ? 0 : -1 });
  }

  private press(event: KeyboardEvent): void {
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      this.go(event.key === 'ArrowLeft' ? 'back' : 'forward');
      return claim(event);
    }
    const stops = this.stops();
    const here = stops.indexOf(document.activeElement as HTMLElement);
    if (here < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = stops.length - 1;
    const target = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    const stop = stops[Math.max(0, Math.min(last, target))];
    this.rove(stop);
    stop.focus();
    claim(event);
  }
}

function spokenCounts({ callers, callees }: { callers: { count: number }; callees: { count: number } }): string {
  const counted = (count: number, noun: string) => `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
  return `${counted(callers.count, 'caller')}, ${counted(callees.count, 'callee')}`;
}
