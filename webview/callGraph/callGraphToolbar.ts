import type { GraphReport } from '../../src/profile/answers/graph';
import type { CallGraphOptions } from '../../src/pages/protocol/profilePage';
import { element, setAttributes, setText } from '../controls/dom';
import { SearchField } from '../controls/searchField';
import { Checkbox, Dropdown } from '../controls/toolkit';
import { NODE_COUNTS } from './graphOptions';
import { panelText } from '../text/figureTexts';
import { countText } from '../../src/profile/text/screen/digits';

const COUNTS = NODE_COUNTS.map((count) => ({ value: `${count}`, label: `${count} functions` }));
const SHAPES = [
  { value: 'graph', label: 'Graph' },
  { value: 'tree', label: 'Call tree' },
];
const ALL_FUNCTIONS = 'All functions';

export interface CallGraphToolbarActions {
  changeOptions(changes: Partial<CallGraphOptions>): void;
  search(text: string): void;
  selectNextMatch(): void;
}

/** The tools above the graph: search, shape, and number of functions. */
export class CallGraphToolbar {
  readonly element = element('div', { class: 'call-graph-tools' });
  private readonly countList: Dropdown;
  private readonly shapeList: Dropdown;
  private readonly allCheckbox: Checkbox;
  /** Says how many functions are shown, if not all; its tooltip says which are left out. */
  private readonly droppedNote = element('span', { class: 'dropped', role: 'status' });
  private readonly searchField: SearchField;

  constructor(actions: CallGraphToolbarActions) {
    this.countList = new Dropdown('Functions', (count) => actions.changeOptions({ nodeCount: Number(count) }));
    this.shapeList = new Dropdown('Shape', (shape) => actions.changeOptions({ callTree: shape === 'tree' }));
    this.allCheckbox = new Checkbox(ALL_FUNCTIONS, ALL_FUNCTIONS, (isOn) => actions.changeOptions({ trim: !isOn }));
    setAttributes(this.allCheckbox.element, { title: 'Show every function, however small' });
    this.searchField = new SearchField({
      name: 'Search functions',
      placeholder: 'Search (plain text)',
      onSearch: (text) => actions.search(text),
      keys: { Enter: () => actions.selectNextMatch() },
    });
    const tools = [this.shapeList, this.allCheckbox, this.countList].map((tool) => tool.element);
    this.element.append(this.searchField.element, ...tools, this.droppedNote);
  }

  get searchText(): string {
    return this.searchField.text;
  }

  focus(): void {
    this.searchField.focus();
  }

  showOptions({ nodeCount, callTree, trim }: CallGraphOptions): void {
    this.countList.show(COUNTS, `${nodeCount}`);
    this.countList.element.hidden = !trim;
    this.allCheckbox.show(!trim);
    this.shapeList.show(SHAPES, callTree ? 'tree' : 'graph');
  }

  showCount({ nodes, nodeCount, droppedNodes, leastCum, ...scale }: GraphReport): void {
    const all = nodeCount + droppedNodes;
    setText(this.droppedNote, nodes.length === all ? '' : `${countText(nodes.length)} of ${countText(all)} shown`);
    const limit = panelText(leastCum, scale);
    const beyond = nodeCount - nodes.length;
    const reasons = [
      droppedNodes > 0 && `${countText(droppedNodes)} with a cum of ${limit} or less, which “${ALL_FUNCTIONS}” shows`,
      beyond > 0 && `${countText(beyond)} beyond the number chosen here`,
    ].filter(Boolean);
    setAttributes(this.droppedNote, { title: reasons.length === 0 ? undefined : `Left out: ${reasons.join('; ')}` });
  }

  showMatches(count: number): void {
    const result = count === 0 ? 'No match' : `${count} ${count === 1 ? 'match' : 'matches'}`;
    this.searchField.showResult(this.searchText === '' ? '' : result);
  }
}
