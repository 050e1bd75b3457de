import type { GraphReport } from '../../src/profile/answers/graph';
import { element, setAttributes, setText } from '../controls/dom';
import { button } from '../controls/toolkit';
import { plural } from '../../src/profile/text/counts';
import { FEW_SAMPLES_TEXT, panelText } from '../text/figureTexts';
import { shareText } from '../../src/profile/text/screen/share';

/** The details of one node, below the call graph: name, callers and callees, figures. */
export class CallGraphDetails {
  readonly element = element('footer', { class: 'details' });
  private readonly name = element('div', { class: 'detail-name' });
  private readonly callCounts = element('div', { class: 'detail-source' });
  private readonly figureElements = new Map<string, HTMLElement>();
  private readonly openButton: HTMLElement;
  private node: number | undefined;

  constructor(onOpen: (node: number) => void) {
    const openNode = () => this.node !== undefined && onOpen(this.node);
    this.openButton = button({ appearance: 'secondary', onClick: openNode }, 'Open source');
    const figures = element('dl', { class: 'figures' });
    for (const name of ['flat', 'flat %', 'cum', 'cum %']) figures.append(this.figure(name));
    const heading = element('div', { class: 'detail-what' }, this.name, this.callCounts);
    this.element.append(element('div', { class: 'detail-card' }, heading, figures, this.openButton));
  }

  /** @param areChanges whether the figures are changes */
  show({ nodes, calls, ...scale }: GraphReport, node: number, areChanges: boolean): void {
    const { name, function: functionName, file, flat, cum, few, remarks } = nodes[node];
    const isSigned = areChanges || nodes.some((each) => each.flat < 0 || each.cum < 0);
    this.node = node;
    setText(this.name, name);
    const callers = calls.filter(({ callee, caller }) => callee === node && caller !== node).length;
    const callees = calls.filter(({ callee, caller }) => caller === node && callee !== node).length;
    setText(this.callCounts, `${countOf(callers, 'caller')}, ${countOf(callees, 'callee')} in the graph`);
    for (const [column, value] of [['flat', flat], ['cum', cum]] as const) {
      const { sign = '', text = '' } = remarks?.[column] ?? {};
      const mark = sign === '' ? '' : `${sign} `;
      const plus = isSigned && value > 0 ? '+' : '';
      const why = text || (few?.[column] ? FEW_SAMPLES_TEXT : '');
      const isUnsure = sign !== '' || (text === '' && why !== '');
      this.setFigure(column, `${mark}${plus}${panelText(value, scale)}`, { why, isUnsure });
      this.setFigure(`${column} %`, `${mark}${shareText(value, scale.total, isSigned, scale.weight)}`, { why, isUnsure });
    }
    this.updateOpenButton(functionName !== '' || file !== '');
  }

  /** Shows a headline and advice instead of a node. */
  showAdvice(headline: string, advice: string): void {
    this.node = undefined;
    setText(this.name, headline);
    setText(this.callCounts, advice);
    for (const name of this.figureElements.keys()) this.setFigure(name, '–');
    this.updateOpenButton(false);
  }

  private updateOpenButton(canOpen: boolean): void {
    if (!canOpen) this.node = undefined;
    setAttributes(this.openButton, { 'aria-disabled': String(!canOpen) });
  }

  private figure(name: string): HTMLElement {
    const value = element('dd');
    this.figureElements.set(name, value);
    return element('div', { class: 'figure' }, element('dt', {}, name), value);
  }

  /** @param why what to know about the figure; @param isUnsure whether it is faded */
  private setFigure(name: string, text: string, { why = '', isUnsure = false } = {}): void {
    const figure = this.figureElements.get(name);
    if (!figure) return;
    setText(figure, text);
    figure.classList.toggle('unsure', isUnsure);
    setAttributes(figure, { title: why || undefined });
  }
}

function countOf(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${plural(noun, count)}`;
}
