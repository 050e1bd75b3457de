import {
  exactPattern,
  FIELD_ORDER,
  type RefineChip,
  type RefineField,
  withField,
  withLabels,
  withoutChip,
} from '../../src/profile/text/refineWords';
import type { ComparisonState, PageMessage } from '../../src/protocol/messages';
import type { Refinement, RefineState } from '../../src/protocol/refineState';
import { type AskError, type AskHost, LatestOnly, unlessCancelled } from '../ask';
import { claim, element, setAttributes, svgElement } from '../controls/dom';
import type { Popup } from '../controls/popup';
import type { ProfileState } from '../viewState';
import { Chips } from './chips';
import { RefineForm } from './refineForm';
import { LabelPicker } from './labelPicker';
import { SavedList } from './savedList';

/** The part of the page that the bar uses. */
export interface AroundBar {
  readonly popup: Popup;
  send(message: PageMessage): void;
  readonly ask: AskHost;
  say(text: string): void;
}

/** Fields that a function's menu can set to the function. */
export type QuickField = 'focus' | 'ignore' | 'hide' | 'show_from';

/** Refines the profile in all tabs and in the code. Without a refinement, only its button is visible. */
export class RefineBar {
  /** Shown in the toolbar. */
  readonly button = element('button', { class: 'quiet refine-button', 'aria-controls': 'refine-form' });
  /** Hidden while the form is folded and nothing is refined or normalized. */
  readonly element = element('section', { class: 'refine', 'aria-label': 'Refinement', hidden: true });
  private readonly chips = new Chips({
    edit: (chip) => this.edit(chip),
    remove: (chip) => this.remove(chip),
    clearNormalize: () => this.around.send({ kind: 'setNormalize', normalize: false }),
  });
  private readonly form: RefineForm;
  private readonly row = element('div', { class: 'refine-row' });
  private readonly labels = element('button', { class: 'quiet', 'aria-haspopup': 'dialog' }, 'Labels…');
  private readonly saved = element('button', { class: 'quiet', 'aria-haspopup': 'dialog' }, 'Saved…');
  private readonly clear = element('button', { class: 'quiet' }, 'Clear all');
  private readonly requests = new LatestOnly();
  private readonly labelRequests = new LatestOnly();
  /** The refinement in effect or requested, so that quick changes build on one another. */
  private asked: Refinement = {};
  /** Whether the change to `asked` is still in progress. */
  private isChanging = false;
  private picker: LabelPicker | undefined;
  private readonly errors = new Map<string, string>();
  private state: RefineState = { refinement: {}, unmatched: [], history: {}, saved: [] };
  private comparison: ComparisonState | undefined;
  private isOpen = false;

  constructor(private readonly around: AroundBar) {
    this.form = new RefineForm({
      change: (field, value) => this.ask(withField(this.asked, field, value), field),
      openHistory: (field, anchor) => this.openHistory(field, anchor),
    });
    this.button.append(filterIcon(), 'Refine');
    this.button.addEventListener('click', () => this.fold(this.isOpen));
    this.labels.addEventListener('click', () => this.pickLabels());
    this.saved.addEventListener('click', () => this.openSaved());
    this.clear.addEventListener('click', () => this.clearAll());
    this.row.append(this.chips.element, element('div', { class: 'refine-tools' }, this.labels, this.saved, this.clear));
    this.element.append(this.row, this.form.element);
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.isOpen) return;
      claim(event);
      this.fold(true);
      this.button.focus();
    });
    this.fold(true);
  }

  /** Shows the state. @param shown the visible profile; undefined if there is none */
  show(shown: ProfileState | undefined, state: RefineState | undefined): void {
    if (!shown || !state) return this.picker?.close();
    this.comparison = shown.comparison;
    const hadUnmatched = this.state.unmatched.length > 0;
    this.state = state;
    this.follow(state.refinement);
    this.draw();
    if (state.unmatched.length > 0 && !hadUnmatched) this.around.say(`${state.unmatched.join(', ')} matches nothing.`);
    this.picker?.showChosen(this.asked.labels ?? []);
    if (!this.labelRequests.isAsking) this.picker?.askAgain();
  }

  private showAnswered(): void {
    this.isChanging = false;
    this.draw();
  }

  private showFailed({ message, field = '' }: AskError): void {
    this.isChanging = false;
    this.asked = this.state.refinement;
    this.picker?.showChosen(this.state.refinement.labels ?? []);
    const text = message.startsWith(`${field}: `) ? capitalized(message.slice(field.length + 2)) : message;
    if (field === 'labels') this.picker?.showProblem(text);
    else this.complain(field, text);
  }

  /** Refines by a function. For `ignore` and `hide`, adds the function to the earlier pattern. */
  refineBy(field: QuickField, functionName: string): void {
    const pattern = exactPattern(functionName);
    const before = this.asked[field] ?? '';
    const adds = (field === 'ignore' || field === 'hide') && before !== '';
    if (adds && before.split('|').includes(pattern)) return;
    this.ask(withField(this.asked, field, adds ? `${before}|${pattern}` : pattern), field);
  }

  private ask(refinement: Refinement, field?: string): void {
    if (field === undefined) this.errors.clear();
    else this.errors.delete(field);
    this.asked = refinement;
    this.send();
    this.picker?.showChosen(refinement.labels ?? []);
    this.draw();
  }

  private send(): void {
    this.isChanging = true;
    this.around.ask('refine', this.asked, this.requests).then(
      () => this.showAnswered(),
      unlessCancelled((error) => this.showFailed(error)),
    );
  }

  /** Shows the refinement in effect. If the profile has changed, an open request is sent again. */
  private follow(refinement: Refinement): void {
    const isAsked = sameFields(this.asked, refinement);
    if (this.isChanging && !isAsked) {
      if (!this.requests.isAsking) this.send();
      return;
    }
    this.isChanging = false;
    this.requests.cancel();
    this.asked = refinement;
    if (!isAsked) this.errors.clear();
  }

  /** Shows an error at its field, or at the first field if there is no such field. */
  private complain(field: string, text: string): void {
    const known = FIELD_ORDER.find((each) => each === field) ?? 'focus';
    this.errors.set(known, text);
    const hadFocus = this.isOpen;
    this.fold(false);
    if (!hadFocus) this.form.focus(known);
    this.draw();
    this.around.say(`${known}: ${text}`);
  }

  private draw(): void {
    const { refinement } = this.state;
    const isRefined = Object.keys(refinement).length > 0;
    const isNormalized = this.comparison?.normalize === true;
    this.element.hidden = !this.isOpen && !isRefined && !isNormalized;
    this.element.classList.toggle('with-chips', isRefined || isNormalized);
    this.element.classList.toggle('asking', this.isChanging);
    this.button.classList.toggle('refined', isRefined);
    this.clear.hidden = !isRefined;
    setAttributes(this.button, { 'aria-label': isRefined ? 'Refine (refined)' : 'Refine' });
    if (!this.chips.show({ ...this.state, isNormalized })) this.button.focus();
    if (!this.isChanging) this.form.show(this.state, this.errors);
  }

  private fold(isFolded: boolean): void {
    this.isOpen = !isFolded;
    this.form.element.hidden = isFolded;
    setAttributes(this.button, { 'aria-expanded': String(!isFolded) });
    this.draw();
    if (this.isOpen && this.errors.size === 0) this.form.focus('focus');
  }

  private edit({ field }: RefineChip): void {
    if (field === 'labels') return this.pickLabels();
    if (!this.isOpen) this.fold(false);
    this.form.focus(field as RefineField);
  }

  private remove(chip: RefineChip): void {
    if (chip.field !== 'labels') this.form.put(chip.field as RefineField, undefined);
    this.ask(withoutChip(this.asked, chip), chip.field);
  }

  private clearAll(): void {
    const fields = Object.keys(this.state.refinement).filter((field) => field !== 'labels') as RefineField[];
    for (const field of fields) this.form.put(field, undefined);
    this.ask({});
    this.button.focus();
  }

  private openHistory(field: RefineField, anchor: HTMLElement): void {
    const { history, refinement } = this.state;
    const values = (history[field] ?? []).filter((value) => value !== refinement[field]);
    if (values.length === 0) return;
    const choose = (value: string) => {
      this.form.put(field, value);
      this.ask(withField(this.asked, field, field === 'divide_by' ? Number(value) : value), field);
    };
    const items = values.map((value) => ({ label: value, run: () => choose(value) }));
    this.around.popup.openMenu(`Earlier values of ${field}`, below(anchor), items);
  }

  private pickLabels(): void {
    this.picker = new LabelPicker({
      ask: (view) => this.around.ask('labels', view, this.labelRequests),
      choose: (choices) => this.ask(withLabels(this.asked, choices)),
      close: () => this.around.popup.close(),
    });
    this.picker.showChosen(this.asked.labels ?? []);
    const at = below(this.element.hidden ? this.button : this.labels);
    this.around.popup.openDialogWithControls('Labels', at, this.picker.element);
    this.picker.start();
  }

  private openSaved(): void {
    const list = new SavedList(this.state, {
      apply: (refinement) => {
        this.around.popup.close();
        this.ask(refinement);
      },
      keep: (saved) => this.around.send({ kind: 'saveRefinements', saved }),
    });
    this.around.popup.openDialogWithControls('Saved refinements', below(this.saved), list.element);
    list.start();
  }
}

function below(anchor: HTMLElement): { readonly x: number; readonly y: number } {
  const { left, bottom } = anchor.getBoundingClientRect();
  return { x: left, y: bottom + 4 };
}

/** Whether two refinements have equal fields, in any order. */
function sameFields(a: Refinement, b: Refinement): boolean {
  const sorted = (fields: Refinement) => Object.entries(fields).sort(([x], [y]) => (x < y ? -1 : 1));
  const text = (fields: Refinement) => JSON.stringify(sorted(fields));
  return text(a) === text(b);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A funnel in the color of the text; CSS fills it while something is refined. */
function filterIcon(): SVGElement {
  const funnel = svgElement('path', { d: 'M2 3h12l-4.6 5.6V13l-2.8 1V8.6z' });
  return svgElement('svg', { class: 'filter-icon', viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': true }, funnel);
}
