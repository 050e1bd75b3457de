import type { GraphReport } from '../../src/profile/answers/graph';
import { panelLabel } from '../../src/profile/text/measurement';
import type { AskedGraph } from '../../src/protocol/questions';
import { claim, element, setAttributes, setText } from '../dom';
import { button, Checkbox, Dropdown, TextField } from '../toolkit';
import { NODE_COUNTS } from './asked';

const COUNTS = NODE_COUNTS.map((count) => ({ value: `${count}`, label: `${count} functions` }));
const SHAPES = [
  { value: 'graph', label: 'Graph' },
  { value: 'tree', label: 'Call tree' },
];
const ALL = 'All functions';

export interface ToolActions {
  choose(changes: Partial<AskedGraph>): void;
  search(text: string): void;
  /** To the next function found. */
  next(): void;
}

/** What stands beside the tabs: how much is shown, and the search. */
export class CallGraphTools {
  readonly element = element('div', { class: 'call-graph-tools' });
  private readonly counts: Dropdown;
  private readonly shapes: Dropdown;
  private readonly all: Checkbox;
  /** What is too small to be shown. */
  private readonly dropped = element('span', { class: 'dropped', role: 'status' });
  private readonly field: TextField;
  private readonly result = element('span', { class: 'search-result', role: 'status' });
  private readonly clear: HTMLElement;

  constructor(private readonly actions: ToolActions) {
    this.counts = new Dropdown('Functions', (count) => actions.choose({ nodeCount: Number(count) }));
    this.shapes = new Dropdown('Shape', (shape) => actions.choose({ callTree: shape === 'tree' }));
    this.all = new Checkbox(ALL, ALL, (isOn) => actions.choose({ trim: !isOn }));
    setAttributes(this.all.element, { title: 'However many, and however small' });
    this.field = new TextField('Search functions', 'Search', (text) => this.typed(text));
    this.clear = button({ appearance: 'icon', hint: 'Clear the search', onClick: () => this.clearSearch() }, '✕');
    this.clear.hidden = true;
    this.field.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') actions.next();
      else if (event.key === 'Escape' && this.field.value !== '') this.clearSearch();
      else return;
      claim(event);
    });
    const search = element('div', { class: 'search', role: 'search' }, this.result, this.field.element, this.clear);
    const tools = [this.shapes, this.all, this.counts].map((tool) => tool.element);
    this.element.append(this.dropped, ...tools, search);
  }

  get searched(): string {
    return this.field.value;
  }

  focus(): void {
    this.field.element.focus();
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
    const advice = `Functions of ${most} or less with all that they call are left out; “${ALL}” shows them`;
    setAttributes(this.dropped, { title: advice });
  }

  showMatches(count: number): void {
    if (this.searched === '') setText(this.result, '');
    else setText(this.result, count === 0 ? 'No match' : `${count} ${count === 1 ? 'match' : 'matches'}`);
  }

  private typed(text: string): void {
    this.clear.hidden = text === '';
    this.actions.search(text);
  }

  private clearSearch(): void {
    this.field.value = '';
    this.typed('');
    this.focus();
  }
}
