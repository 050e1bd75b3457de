import type { FlameStart } from '../../src/pages/protocol/profilePage';
import type { FlameActions } from './flameActions';
import { element } from '../controls/dom';
import { symbolName } from '../text/drawnNames';
import { startFunction } from './startFunction';
import type { ProfileState } from '../profileState';
import type { Place } from './savedPlaces';

/** Switches between whole stacks and stacks that start at a function, such as the benchmark. */
export class StartSwitch {
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
