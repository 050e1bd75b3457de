import type { FlameWindow } from '../../src/profile/answers/flame';
import { countText } from '../../src/profile/text/screen/digits';
import { type FlameActions, STACK_OPTION_TEXTS, STACK_OPTIONS, type StackOption } from './flameActions';
import { element, setAttributes, setText } from '../controls/dom';
import type { MenuItem, Popup } from '../controls/popup';
import { SearchField } from '../controls/searchField';
import { button } from '../controls/toolkit';
import { sharePart } from '../../src/profile/text/screen/share';
import type { FlameStart } from '../../src/pages/protocol/profilePage';
import { symbolName } from '../text/drawnNames';
import { type Place, startFunction } from './flamePlaces';
import type { ProfileState } from '../profileState';

/** What the toolbar uses of the graph. */
interface FlameParts {
  /** Focuses the first match. */
  focusMatch(): void;
  focus(): void;
  /** What the colors of the drawn graph mean. */
  drawKey(): HTMLElement;
}

/** The search, the start switch, the View menu, the key to the colors, and the button that saves the graph. */
export class FlameToolbar {
  readonly element: HTMLElement;
  readonly search: SearchField;
  readonly startSwitch: StartSwitch;
  readonly viewMenu: ViewMenu;

  constructor(
    private readonly actions: FlameActions,
    private readonly popup: Popup,
    private readonly graph: FlameParts,
  ) {
    this.search = new SearchField({
      hint: 'A regular expression, such as json|Marshal',
      onSearch: (text) => actions.search(text),
      keys: { Enter: () => graph.focusMatch(), Escape: () => graph.focus() },
    });
    this.startSwitch = new StartSwitch(actions);
    this.viewMenu = new ViewMenu(actions, popup);
    const save = button({ appearance: 'icon', hint: 'Save as SVG…', onClick: () => actions.saveSvg() }, '⤓');
    const key = button({ appearance: 'secondary', onClick: () => this.showKey(key) }, 'Key');
    setAttributes(key, { title: 'What the colors mean', 'aria-haspopup': 'dialog' });
    const switches = element('div', { class: 'switches' }, this.startSwitch.element, this.viewMenu.element, key, save);
    this.element = element('div', { class: 'flame-tools' }, switches);
  }

  private showKey(anchor: HTMLElement): void {
    const { left, bottom } = anchor.getBoundingClientRect();
    this.popup.openDialog('Key to the colors', { x: left, y: bottom + 2 }, this.graph.drawKey());
  }

  /** The tools as a menu. */
  items(): readonly MenuItem[] {
    return [
      ...this.startSwitch.items(),
      ...this.viewMenu.items(),
      { label: 'Key to the colors', run: () => this.showKey(this.search.element) },
      { label: 'Save as SVG…', run: () => this.actions.saveSvg() },
    ];
  }

  /** Shows the number of frames that match the search and their share of the total, or why the pattern is invalid. */
  showMatches({ matchedFrames, matchedValue, total, weight, searchError }: FlameWindow, search: string): void {
    if (search === '' || searchError !== undefined) return this.search.showResult('', searchError);
    const frames = `${countText(matchedFrames)} ${matchedFrames === 1 ? 'frame' : 'frames'}`;
    this.search.showResult(matchedFrames === 0 ? 'No match' : `${sharePart(matchedValue, total, weight)} · ${frames}`);
  }
}

/** The View button with the menu of stack options. Its text names the options that are on. */
class ViewMenu {
  readonly element: HTMLElement;
  private enabled: readonly StackOption[] = [];

  constructor(
    private readonly actions: FlameActions,
    private readonly popup: Popup,
  ) {
    this.element = button({ appearance: 'secondary', onClick: () => this.openMenu() });
    this.element.setAttribute('aria-haspopup', 'menu');
    this.show([]);
  }

  show(enabled: readonly StackOption[]): void {
    this.enabled = enabled;
    const ordered = STACK_OPTIONS.filter((option) => enabled.includes(option));
    const briefs = ordered.map((option) => STACK_OPTION_TEXTS[option].brief).join(', ');
    setText(this.element, briefs === '' ? 'View' : `View: ${briefs}`);
  }

  items(): readonly MenuItem[] {
    return STACK_OPTIONS.map((option) => ({
      label: STACK_OPTION_TEXTS[option].name,
      checked: this.enabled.includes(option),
      run: () => this.actions.toggle(option),
    }));
  }

  private openMenu(): void {
    const { left, bottom } = this.element.getBoundingClientRect();
    this.popup.openMenu('View', { x: left, y: bottom + 2 }, this.items());
  }
}

interface StartOption {
  readonly text: string;
  /** The function; empty for whole stacks. */
  readonly from: string;
  readonly isShown: boolean;
}

/** Switches between whole stacks and stacks that start at a function, such as the benchmark. */
class StartSwitch {
  readonly element = element('div', { class: 'start-switch', role: 'group', 'aria-label': 'Start at' });

  private options: readonly StartOption[] = [];

  constructor(private readonly actions: FlameActions) {}

  /** @param choice the user's choice for this kind of profile */
  show(profile: ProfileState, place: Place, choice: FlameStart | undefined): void {
    const start = startFunction(place, profile, choice);
    const { startAt } = profile;
    const isMeasured = start === startAt && !place.callers;
    const options = startAt === undefined ? [] : [{ text: startName(startAt), from: startAt, isShown: isMeasured }];
    if (start !== undefined && start !== startAt && !place.callers) {
      options.push({ text: `From ${symbolName(start)}`, from: start, isShown: true });
    }
    this.element.hidden = options.length === 0;
    const everything = { text: 'Everything', from: '', isShown: start === undefined };
    this.options = options.length === 0 ? [] : [...options, everything];
    this.element.replaceChildren(...this.options.map((option) => this.segment(option)));
  }

  items(): readonly MenuItem[] {
    const run = (from: string) => () => this.actions.startAt(from);
    return this.options.map(({ text, from, isShown }) => ({ label: text, checked: isShown, run: run(from) }));
  }

  private segment({ text, from, isShown }: StartOption): HTMLElement {
    const title = from === '' ? 'Show whole stacks' : `Show stacks that start at ${from}`;
    const segment = element('button', { class: 'segment', 'aria-pressed': String(isShown), title }, text);
    segment.addEventListener('click', () => {
      this.actions.startAt(from);
      this.refocus(from);
    });
    segment.dataset.from = from;
    return segment;
  }

  /** A click redraws the switch; the focus returns to the same option. */
  private refocus(from: string): void {
    for (const segment of this.element.children) {
      if (segment instanceof HTMLElement && segment.dataset.from === from) segment.focus();
    }
  }
}

/** `Benchmark` or `Test`, without the name, because the page's title has it; or `From main.run`. */
function startName(startAt: string): string {
  return /^(Benchmark|Test|Fuzz|Example)/.exec(startAt)?.[1] ?? `From ${startAt}`;
}
