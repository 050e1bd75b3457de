import type { GraphReport } from '../../src/profile/answers/graph';
import { panelLabel, percentage } from '../../src/profile/text/measurement';
import { element, setAttributes, setText } from '../controls/dom';
import { button } from '../controls/toolkit';
import { plural } from '../../src/profile/text/counts';

/** The details of one node, below the call graph: name, callers and callees, figures. */
export class CallGraphDetails {
  readonly element = element('footer', { class: 'details' });
  private readonly name = element('div', { class: 'detail-name' });
  private readonly calls = element('div', { class: 'detail-source' });
  private readonly figures = new Map<string, HTMLElement>();
  private readonly open: HTMLElement;
  private node: number | undefined;

  constructor(onOpen: (node: number) => void) {
    const openShown = () => this.node !== undefined && onOpen(this.node);
    this.open = button({ appearance: 'secondary', onClick: openShown }, 'Open source');
    const figures = element('dl', { class: 'figures' });
    for (const name of ['flat', 'flat %', 'cum', 'cum %']) figures.append(this.figure(name));
    const what = element('div', { class: 'detail-what' }, this.name, this.calls);
    this.element.append(element('div', { class: 'detail-card' }, what, figures, this.open));
  }

  show({ nodes, calls, total, unit }: GraphReport, node: number): void {
    const { name, function: of, file, flat, cum } = nodes[node];
    this.node = node;
    setText(this.name, name);
    const callers = calls.filter(({ callee, caller }) => callee === node && caller !== node).length;
    const callees = calls.filter(({ callee, caller }) => caller === node && callee !== node).length;
    setText(this.calls, `${counted(callers, 'caller')}, ${counted(callees, 'callee')} in the graph`);
    this.put('flat', panelLabel(flat, unit, total));
    this.put('flat %', percentage(flat, total));
    this.put('cum', panelLabel(cum, unit, total));
    this.put('cum %', percentage(cum, total));
    this.allowOpening(of !== '' || file !== '');
  }

  /** Shows a headline and advice instead of a node. */
  showNone(headline: string, advice: string): void {
    this.node = undefined;
    setText(this.name, headline);
    setText(this.calls, advice);
    for (const name of this.figures.keys()) this.put(name, '–');
    this.allowOpening(false);
  }

  private allowOpening(isAllowed: boolean): void {
    if (!isAllowed) this.node = undefined;
    setAttributes(this.open, { 'aria-disabled': String(!isAllowed) });
  }

  private figure(name: string): HTMLElement {
    const value = element('dd');
    this.figures.set(name, value);
    return element('div', { class: 'figure' }, element('dt', {}, name), value);
  }

  private put(name: string, text: string): void {
    const figure = this.figures.get(name);
    if (figure) setText(figure, text);
  }
}

function counted(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${plural(noun, count)}`;
}
