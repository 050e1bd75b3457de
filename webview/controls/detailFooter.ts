import type { SourceWords } from '../hostAbilities';
import { element, setAttributes, setText } from './dom';
import { fullNameElements } from './nameElements';
import { namedButton } from './toolkit';

interface DetailFigure {
  readonly name: string;
  /** Empty if there is no such figure. */
  readonly value: string;
  /** What to know about the figure. */
  readonly why?: string;
  readonly isUnsure?: boolean;
}

export interface DetailText {
  readonly name: string;
  readonly source: string;
  readonly sourceTitle?: string;
  readonly figures: readonly DetailFigure[];
  readonly canShowCalls: boolean;
  readonly hasSource: boolean;
}

interface DetailActions {
  showCalls(): void;
  openSource(): void;
}

/** Icons as paths: a box with an arrow from above and one to below; an arrow out of a page. */
const CALLS_ICON = 'M8 1.5v4M8 10.5v4M5.5 3.5 8 1l2.5 2.5M5.5 12.5 8 15l2.5-2.5M2.5 6.5h11v3h-11z';
const OPEN_ICON = 'M9 2h5v5M14 2 7.5 8.5M12 9.5V14H2V4h4.5';

/** What the figures are called, explained. */
const MEANINGS: Readonly<Record<string, string>> = {
  flat: 'flat: the cost of the function itself',
  'flat %': 'flat as a share of the total',
  cum: 'cum: the cost of the function with everything that it calls',
  'cum %': 'cum as a share of the total',
  'of caller': 'cum as a share of its caller’s',
  'of callee': 'cum as a share of the cost of what it calls',
};

/**
 * The footer of a tab, hidden unless a function is selected or under the pointer: full name, source, figures and
 * buttons. Over the content while nothing is selected, so that nothing moves under the pointer.
 */
export class DetailFooter {
  readonly element = element('footer', { class: 'details', hidden: true });
  private readonly name = element('div', { class: 'detail-name' });
  private readonly source = element('div', { class: 'detail-source' });
  private readonly figures = element('dl', { class: 'figures' });
  private readonly values = new Map<string, HTMLElement>();
  private readonly callsButton: HTMLElement;
  private readonly openButton: HTMLElement;
  private shown: Pick<DetailText, 'canShowCalls' | 'hasSource'> = { canShowCalls: false, hasSource: false };

  /** @param more buttons of the tab */
  constructor({ label }: SourceWords, actions: DetailActions, more: readonly HTMLElement[] = []) {
    this.callsButton = namedButton('Callers & callees', CALLS_ICON, () => this.shown.canShowCalls && actions.showCalls());
    this.openButton = namedButton(label, OPEN_ICON, () => this.shown.hasSource && actions.openSource());
    const heading = element('div', { class: 'detail-what' }, this.name, this.source);
    const buttons = element('div', { class: 'detail-actions' }, ...more, this.callsButton, this.openButton);
    this.element.append(element('div', { class: 'detail-card' }, heading, this.figures, buttons));
  }

  /** @param isSelected whether it stays, because the function is selected and not only under the pointer */
  show(text: DetailText, isSelected: boolean): void {
    this.shown = text;
    this.element.hidden = false;
    this.element.classList.toggle('floating', !isSelected);
    if (this.name.title !== text.name) this.name.replaceChildren(...fullNameElements(text.name));
    this.name.title = text.name;
    setText(this.source, text.source);
    setAttributes(this.source, { title: text.sourceTitle || undefined });
    this.showFigures(text.figures);
    // Not the toolkit's `disabled`, because it applies one animation frame later.
    setAttributes(this.callsButton, { 'aria-disabled': String(!text.canShowCalls) });
    setAttributes(this.openButton, { 'aria-disabled': String(!text.hasSource) });
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** Rebuilds the list only if the names differ; nearly all functions have the same names. */
  private showFigures(figures: readonly DetailFigure[]): void {
    const names = figures.map(({ name }) => name);
    if (names.join() !== [...this.values.keys()].join()) {
      this.values.clear();
      this.figures.replaceChildren(...names.map((name) => this.figure(name)));
      this.figures.style.setProperty('--figures', String(names.length));
    }
    for (const { name, value, why, isUnsure = false } of figures) {
      const shown = this.values.get(name);
      if (!shown) continue;
      setText(shown, value === '' ? '–' : value);
      shown.classList.toggle('unsure', isUnsure);
      setAttributes(shown, { title: why || undefined });
    }
  }

  private figure(name: string): HTMLElement {
    const value = element('dd');
    this.values.set(name, value);
    return element('div', { class: 'figure' }, element('dt', { title: MEANINGS[name], class: name.endsWith(' %') && 'share' }, name), value);
  }
}
