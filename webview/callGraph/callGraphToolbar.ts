import type { GraphReport } from '../../src/profile/answers/graph';
import { panelLabel } from '../../src/profile/text/measurement';
import type { AskedGraph } from '../../src/protocol/questions';
import { element, setAttributes, setText } from '../controls/dom';
import { SearchField } from '../controls/searchField';
import { Checkbox, Dropdown } from '../controls/toolkit';
import { NODE_COUNTS } from './graphOptions';

const COUNTS = NODE_COUNTS.map((count) => ({ value: `${count}`, label: `${count} functions` }));
const SHAPES = [
  { value: 'graph', label: 'Graph' },
  { value: 'tree', label: 'Call tree' },
];
const ALL = 'All functions';

export interface ToolActions {
  choose(changes: Partial<AskedGraph>): void;
  search(text: string): void;
  /** Selects the next match. */
  next(): void;
}

/** The tools above the graph: search, shape, and number of functions. */
export class CallGraphTools {
  readonly element = element('div', { class: 'call-graph-tools' });
  private readonly counts: Dropdown;
  private readonly shapes: Dropdown;
  private readonly all: Checkbox;
  /** Says how many functions are too small to show. */
  private readonly dropped = element('span', { class: 'dropped', role: 'status' });
  private readonly field: SearchField;

  constructor(actions: ToolActions) {
    this.counts = new Dropdown('Functions', (count) => actions.choose({ nodeCount: Number(count) }));
    this.shapes = new Dropdown('Shape', (shape) => actions.choose({ callTree: shape === 'tree' }));
    this.all = new Checkbox(ALL, ALL, (isOn) => actions.choose({ trim: !isOn }));
    setAttributes(this.all.element, { title: 'Show every function, however small' });
    this.field = new SearchField({
      name: 'Search functions',
      placeholder: 'Search',
      onSearch: (text) => actions.search(text),
      keys: { Enter: () => actions.next() },
    });
    const tools = [this.shapes, this.all, this.counts].map((tool) => tool.element);
    this.element.append(this.field.element, ...tools, this.dropped);
  }

  get searched(): string {
    return this.field.text;
  }

  focus(): void {
    this.field.focus();
  }

  showAsked({ nodeCount, callTree, trim }: AskedGraph): void {
    this.counts.show(COUNTS, `${nodeCount}`);
    this.counts.element.hidden = !trim;
    this.all.show(!trim);
    this.shapes.show(SHAPES, callTree ? 'tree' : 'graph');
  }

  showCount({ nodes, nodeCount, droppedNodes, leastCum, total, unit }: GraphReport): void {
    const title = nodes.length < nodeCount ? `${nodes.length} of ${nodeCount} functions are shown` : undefined;
    setAttributes(this.counts.element, { title });
    const most = panelLabel(leastCum, unit, total);
    setText(this.dropped, droppedNodes === 0 ? '' : `${droppedNodes} left out (≤ ${most})`);
    const advice = `Functions with a cum of ${most} or less are left out; “${ALL}” shows them`;
    setAttributes(this.dropped, { title: advice });
  }

  showMatches(count: number): void {
    const found = count === 0 ? 'No match' : `${count} ${count === 1 ? 'match' : 'matches'}`;
    this.field.showResult(this.searched === '' ? '' : found);
  }
}
