import type { GraphReport } from '../../src/profile/answers/graph';
import type { CallGraphOptions } from '../../src/pages/protocol/profilePage';
import { element, setAttributes, setText } from '../controls/dom';
import { SearchField } from '../controls/searchField';
import { Checkbox, Dropdown } from '../controls/toolkit';
import { NODE_COUNTS } from './graphOptions';
import { panelText } from '../text/figureTexts';
import { plural } from '../../src/profile/text/counts';
import type { MenuItem } from '../controls/popup';
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
  focusGraph(): void;
}

/** The tools above the graph: search, shape, and number of functions. */
export class CallGraphToolbar {
  readonly element = element('div', { class: 'call-graph-tools' });
  /** Says how many functions are shown; if not all, its tooltip says which are left out. */
  readonly note = element('span', { class: 'note', role: 'status' });
  private readonly countList: Dropdown;
  private readonly shapeList: Dropdown;
  private readonly allCheckbox: Checkbox;
  readonly searchField: SearchField;
  private options: CallGraphOptions = { nodeCount: 0, callTree: false, trim: true };

  constructor(private readonly actions: CallGraphToolbarActions) {
    this.countList = new Dropdown('Functions', (count) => actions.changeOptions({ nodeCount: Number(count) }));
    this.shapeList = new Dropdown('Shape', (shape) => actions.changeOptions({ callTree: shape === 'tree' }));
    this.allCheckbox = new Checkbox(ALL_FUNCTIONS, ALL_FUNCTIONS, (isOn) => actions.changeOptions({ trim: !isOn }));
    setAttributes(this.allCheckbox.element, { title: 'Show every function, however small' });
    this.searchField = new SearchField({
      hint: 'A regular expression, such as json|Marshal',
      onSearch: (text) => actions.search(text),
      keys: { Enter: () => actions.selectNextMatch(), Escape: () => actions.focusGraph() },
    });
    const tools = [this.shapeList, this.allCheckbox, this.countList].map((tool) => tool.element);
    this.element.append(...tools);
  }

  get searchText(): string {
    return this.searchField.text;
  }

  focus(): void {
    this.searchField.focus();
  }

  showOptions(options: CallGraphOptions): void {
    const { nodeCount, callTree, trim } = (this.options = options);
    this.countList.show(COUNTS, `${nodeCount}`);
    this.countList.element.hidden = !trim;
    this.allCheckbox.show(!trim);
    this.shapeList.show(SHAPES, callTree ? 'tree' : 'graph');
  }

  showCount({ nodes, nodeCount, droppedNodes, leastCum, ...scale }: GraphReport): void {
    const all = nodeCount + droppedNodes;
    const count = nodes.length === all ? countText(all) : `${countText(nodes.length)} of ${countText(all)}`;
    setText(this.note, `${count} ${plural('function', all)}`);
    const limit = panelText(leastCum, scale);
    const beyond = nodeCount - nodes.length;
    const reasons = [
      droppedNodes > 0 && `${countText(droppedNodes)} with a cum of ${limit} or less, which “${ALL_FUNCTIONS}” shows`,
      beyond > 0 && `${countText(beyond)} beyond the number chosen here`,
    ].filter(Boolean);
    setAttributes(this.note, { title: reasons.length === 0 ? undefined : `Left out: ${reasons.join('; ')}` });
  }

  /** The options as a menu. */
  items(): readonly MenuItem[] {
    const { options: { nodeCount, callTree, trim }, actions } = this;
    return [
      ...SHAPES.map(({ value, label }) => {
        const isTree = value === 'tree';
        return { label, checked: callTree === isTree, run: () => actions.changeOptions({ callTree: isTree }) };
      }),
      { label: ALL_FUNCTIONS, checked: !trim, run: () => actions.changeOptions({ trim: !trim }) },
      ...(trim ? COUNTS : []).map(({ value, label }) => {
        const count = Number(value);
        return { label, checked: nodeCount === count, run: () => actions.changeOptions({ nodeCount: count }) };
      }),
    ];
  }

  showMatches(count: number, searchError?: string): void {
    const result = count === 0 ? 'No match' : `${count} ${count === 1 ? 'match' : 'matches'}`;
    this.searchField.showResult(this.searchText === '' || searchError !== undefined ? '' : result, searchError);
  }
}
