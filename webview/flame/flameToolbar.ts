import type { FlameWindow } from '../../src/profile/answers/flame';
import { countText } from '../../src/profile/text/screen/digits';
import { type FlameActions, STACK_OPTION_TEXTS, STACK_OPTIONS, type StackOption } from './flameActions';
import { element, setText } from '../controls/dom';
import type { Popup } from '../controls/popup';
import { SearchField } from '../controls/searchField';
import { button } from '../controls/toolkit';
import { sharePart } from '../../src/profile/text/screen/share';
import type { FlameStart } from '../../src/pages/protocol/profilePage';
import { symbolName } from '../text/drawnNames';
import { type Place, startFunction } from './flamePlaces';
import type { ProfileState } from '../profileState';

/** The search, the start switch, the View menu, and the button that saves the graph. */
export class FlameToolbar {
  readonly element: HTMLElement;
  readonly search: SearchField;
  readonly startSwitch: StartSwitch;
  readonly viewMenu: ViewMenu;

  /** @param focusFirstMatch moves the focus from the search to the first match */
  constructor(actions: FlameActions, popup: Popup, focusFirstMatch: () => void) {
    this.search = new SearchField({
      name: 'Search functions',
      placeholder: 'Search (regular expression)',
      onSearch: (text) => actions.search(text),
      keys: { Enter: focusFirstMatch },
    });
    this.startSwitch = new StartSwitch(actions);
    this.viewMenu = new ViewMenu(actions, popup);
    const save = button({ appearance: 'icon', hint: 'Save as SVG…', onClick: () => actions.saveSvg() }, '⤓');
    const switches = element('div', { class: 'switches' }, this.startSwitch.element, this.viewMenu.element, save);
    this.element = element('div', { class: 'flame-tools' }, this.search.element, switches);
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

  private openMenu(): void {
    const { left, bottom } = this.element.getBoundingClientRect();
    const items = STACK_OPTIONS.map((option) => ({
      label: STACK_OPTION_TEXTS[option].name,
      checked: this.enabled.includes(option),
      run: () => this.actions.toggle(option),
    }));
    this.popup.openMenu('View', { x: left, y: bottom + 2 }, items);
  }
}

/** Switches between whole stacks and stacks that start at a function, such as the benchmark. */
class StartSwitch {
  readonly element = element('div', { class: 'start-switch', role: 'group', 'aria-label': 'Start at' });

  constructor(private readonly actions: FlameActions) {}

  /** @param choice the user's choice for this kind of profile */
  show(profile: ProfileState, place: Place, choice: FlameStart | undefined): void {
    const start = startFunction(place, profile, choice);
    const { startAt } = profile;
    const isMeasured = start === startAt && !place.callers;
    const options = startAt === undefined ? [] : [this.option(startName(startAt), startAt, isMeasured)];
    if (start !== undefined && start !== startAt && !place.callers) {
      options.push(this.option(`From ${symbolName(start)}`, start, true));
    }
    this.element.hidden = options.length === 0;
    this.element.replaceChildren(...options, this.option('Everything', '', start === undefined));
  }

  private option(text: string, from: string, isPressed: boolean): HTMLElement {
    const title = from === '' ? 'Show whole stacks' : `Show stacks that start at ${from}`;
    const segment = element('button', { class: 'segment', 'aria-pressed': String(isPressed), title }, text);
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
