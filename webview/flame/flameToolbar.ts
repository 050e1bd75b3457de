import type { FlameWindow } from '../../src/profile/answers/flame';
import { withThousands } from '../../src/profile/text/counts';
import type { FlameActions } from './flameActions';
import { element } from '../controls/dom';
import type { Popup } from '../controls/popup';
import { SearchField } from '../controls/searchField';
import { button } from '../controls/toolkit';
import { StartSwitch } from './startSwitch';
import { ViewMenu } from './viewMenu';
import { percentage } from '../../src/profile/text/delta';

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
  showMatches({ matchedFrames, matchedValue, total, searchError }: FlameWindow, search: string): void {
    if (search === '' || searchError !== undefined) return this.search.showResult('', searchError);
    const frames = `${withThousands(matchedFrames)} ${matchedFrames === 1 ? 'frame' : 'frames'}`;
    this.search.showResult(matchedFrames === 0 ? 'No match' : `${percentage(matchedValue, total)} · ${frames}`);
  }
}
