import { withField, withLabels, withoutChip } from '../../src/profile/text/refineOptions';
import type { ComparisonState } from '../../src/pages/protocol/profilePage';
import type { Refinement, RefineState } from '../../src/pages/protocol/refineState';
import { type AskError, LatestOnly, unlessCancelled } from '../hostLink';
import type { ProfileHost } from '../tab';
import { element, setAttributes, stopEvent, svgElement } from '../controls/dom';
import type { HostAbilities } from '../hostAbilities';
import type { Popup } from '../controls/popup';
import { Chips } from './chips';
import { RefineForm } from './refineForm';
import { patternWith, type QuickField } from './refineByFunction';
import { LabelPicker } from './labelPicker';
import { SavedList } from './savedList';
import { FIELD_ORDER, type RefineChip, type RefineField } from '../../src/profile/text/chipText';
import type { ProfileState } from '../profileState';
import { capitalized } from '../../src/profile/text/words';

/** The part of the page that the bar uses. */
export interface RefinePageAccess {
  readonly popup: Popup;
  readonly abilities: HostAbilities;
  readonly order: ProfileHost['order'];
  readonly ask: ProfileHost['ask'];
  announce(text: string): void;
}

/** Refines the profile in all tabs and in the code. Without a refinement, only its button is visible. */
export class RefineBar {
  /** Shown in the toolbar. */
  readonly button = element('button', { class: 'quiet refine-button', 'aria-controls': 'refine-form' });
  /** Hidden while the form is folded and nothing is refined or normalized. */
  readonly element = element('section', { class: 'refine', 'aria-label': 'Refinement', hidden: true });
  private readonly chips = new Chips({
    edit: (chip) => this.edit(chip),
    remove: (chip) => this.remove(chip),
    clearNormalize: () => this.page.order('setNormalize', { normalize: false }),
  });
  private readonly form: RefineForm;
  private readonly chipsRow = element('div', { class: 'refine-row' });
  private readonly labelsButton = element('button', { class: 'quiet', 'aria-haspopup': 'dialog' }, 'Labels…');
  private readonly savedButton = element('button', { class: 'quiet', 'aria-haspopup': 'dialog' }, 'Saved…');
  private readonly clearButton = element('button', { class: 'quiet' }, 'Clear all');
  private readonly requests = new LatestOnly();
  private readonly labelRequests = new LatestOnly();
  /** The refinement in effect or requested, so that quick changes build on one another. */
  private requested: Refinement = {};
  /** Whether the change to `requested` is still in progress. */
  private isChanging = false;
  private labelPicker: LabelPicker | undefined;
  private readonly errors = new Map<string, string>();
  private state: RefineState = { refinement: {}, unmatched: [], history: {}, saved: [] };
  private comparison: ComparisonState | undefined;
  private isOpen = false;

  constructor(private readonly page: RefinePageAccess) {
    this.form = new RefineForm({
      setValue: (field, value) => this.request(withField(this.requested, field, value), field),
      openHistory: (field, anchor) => this.openHistory(field, anchor),
    });
    this.button.append(filterIcon(), element('span', { class: 'button-name' }, 'Refine'));
    this.button.addEventListener('click', () => this.setFolded(this.isOpen));
    this.labelsButton.addEventListener('click', () => this.openLabelPicker());
    this.savedButton.addEventListener('click', () => this.openSavedList());
    this.clearButton.addEventListener('click', () => this.clearAll());
    this.chipsRow.append(this.chips.element, element('div', { class: 'refine-tools' }, this.labelsButton, this.savedButton, this.clearButton));
    this.element.append(this.chipsRow, this.form.element);
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.isOpen) return;
      stopEvent(event);
      this.setFolded(true);
      this.button.focus();
    });
    this.savedButton.hidden = !page.abilities.hasStorage;
    this.setFolded(true);
  }

  /** Shows the state. @param profile the visible profile; undefined if there is none */
  show(profile: ProfileState | undefined, state: RefineState | undefined): void {
    if (!profile || !state) return this.labelPicker?.close();
    this.comparison = profile.comparison;
    const hadUnmatched = this.state.unmatched.length > 0;
    this.state = state;
    this.syncRequest(state.refinement);
    this.draw();
    if (state.unmatched.length > 0 && !hadUnmatched) this.page.announce(`Nothing matches ${state.unmatched.join(', ')}.`);
    this.labelPicker?.showChosen(this.requested.labels ?? []);
    if (!this.labelRequests.isPending) this.labelPicker?.retryCancelled();
  }

  private onRefined(): void {
    this.isChanging = false;
    this.draw();
  }

  private onFailure({ message, field = '' }: AskError): void {
    this.isChanging = false;
    this.requested = this.state.refinement;
    this.labelPicker?.showChosen(this.state.refinement.labels ?? []);
    const text = message.startsWith(`${field}: `) ? capitalized(message.slice(field.length + 2)) : message;
    if (field === 'labels') this.labelPicker?.showError(text);
    else this.showError(field, text);
  }

  refineBy(field: QuickField, functionName: string): void {
    const pattern = patternWith(field, functionName, this.requested[field]);
    if (pattern !== undefined) this.request(withField(this.requested, field, pattern), field);
  }

  private request(refinement: Refinement, field?: string): void {
    if (field === undefined) this.errors.clear();
    else this.errors.delete(field);
    this.requested = refinement;
    this.sendRequest();
    this.labelPicker?.showChosen(refinement.labels ?? []);
    this.draw();
  }

  private sendRequest(): void {
    this.isChanging = true;
    this.page.ask('refine', this.requested, this.requests).then(
      () => this.onRefined(),
      unlessCancelled((error) => this.onFailure(error)),
    );
  }

  /** Takes over the refinement in effect. If the profile has changed, sends an open request again. */
  private syncRequest(refinement: Refinement): void {
    const isRequested = sameFields(this.requested, refinement);
    if (this.isChanging && !isRequested) {
      if (!this.requests.isPending) this.sendRequest();
      return;
    }
    this.isChanging = false;
    this.requests.cancel();
    this.requested = refinement;
    if (!isRequested) this.errors.clear();
  }

  /** Shows an error at its field, or at the first field if there is no such field. */
  private showError(field: string, text: string): void {
    const knownField = FIELD_ORDER.find((known) => known === field) ?? 'focus';
    this.errors.set(knownField, text);
    const wasOpen = this.isOpen;
    this.setFolded(false);
    if (!wasOpen) this.form.focus(knownField);
    this.draw();
    this.page.announce(`${knownField}: ${text}`);
  }

  private draw(): void {
    const { refinement } = this.state;
    const isRefined = Object.keys(refinement).length > 0;
    const isNormalized = this.comparison?.normalize === true;
    this.element.hidden = !this.isOpen && !isRefined && !isNormalized;
    this.element.classList.toggle('with-chips', isRefined || isNormalized);
    this.element.classList.toggle('pending', this.isChanging);
    this.button.classList.toggle('refined', isRefined);
    this.clearButton.hidden = !isRefined;
    setAttributes(this.button, { 'aria-label': isRefined ? 'Refine (refined)' : 'Refine' });
    if (!this.chips.show({ ...this.state, isNormalized })) this.button.focus();
    if (!this.isChanging) this.form.show(this.state, this.errors);
  }

  private setFolded(isFolded: boolean): void {
    this.isOpen = !isFolded;
    this.form.element.hidden = isFolded;
    setAttributes(this.button, { 'aria-expanded': String(!isFolded) });
    this.draw();
    if (this.isOpen && this.errors.size === 0) this.form.focus('focus');
  }

  private edit({ field }: RefineChip): void {
    if (field === 'labels') return this.openLabelPicker();
    if (!this.isOpen) this.setFolded(false);
    this.form.focus(field as RefineField);
  }

  private remove(chip: RefineChip): void {
    if (chip.field !== 'labels') this.form.setValue(chip.field as RefineField, undefined);
    this.request(withoutChip(this.requested, chip), chip.field);
  }

  private clearAll(): void {
    const fields = Object.keys(this.state.refinement).filter((field) => field !== 'labels') as RefineField[];
    for (const field of fields) this.form.setValue(field, undefined);
    this.request({});
    this.button.focus();
  }

  private openHistory(field: RefineField, anchor: HTMLElement): void {
    const { history, refinement } = this.state;
    const values = (history[field] ?? []).filter((value) => value !== refinement[field]);
    if (values.length === 0) return;
    const choose = (value: string) => {
      this.form.setValue(field, value);
      this.request(withField(this.requested, field, field === 'divide_by' ? Number(value) : value), field);
    };
    const items = values.map((value) => ({ label: value, run: () => choose(value) }));
    this.page.popup.openMenu(`Earlier values of ${field}`, positionBelow(anchor), items);
  }

  private openLabelPicker(): void {
    this.labelPicker = new LabelPicker({
      requestTotals: (view) => this.page.ask('labels', view, this.labelRequests),
      choose: (choices) => this.request(withLabels(this.requested, choices)),
      close: () => this.page.popup.close(),
    });
    this.labelPicker.showChosen(this.requested.labels ?? []);
    const position = positionBelow(this.element.hidden ? this.button : this.labelsButton);
    this.page.popup.openDialogWithControls('Labels', position, this.labelPicker.element);
    this.labelPicker.start();
  }

  private openSavedList(): void {
    const list = new SavedList(this.state, {
      apply: (refinement) => {
        this.page.popup.close();
        this.request(refinement);
      },
      store: (saved) => this.page.order('saveRefinements', { saved }),
    });
    this.page.popup.openDialogWithControls('Saved refinements', positionBelow(this.savedButton), list.element);
    list.focusFirst();
  }
}

function positionBelow(anchor: HTMLElement): { readonly x: number; readonly y: number } {
  const { left, bottom } = anchor.getBoundingClientRect();
  return { x: left, y: bottom + 4 };
}

/** Whether two refinements have equal fields, in any order. */
function sameFields(a: Refinement, b: Refinement): boolean {
  const sorted = (fields: Refinement) => Object.entries(fields).sort(([x], [y]) => (x < y ? -1 : 1));
  const text = (fields: Refinement) => JSON.stringify(sorted(fields));
  return text(a) === text(b);
}

/** A funnel in the color of the text; CSS fills it while something is refined. */
function filterIcon(): SVGElement {
  const funnel = svgElement('path', { d: 'M2 3h12l-4.6 5.6V13l-2.8 1V8.6z' });
  return svgElement('svg', { class: 'filter-icon', viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': true }, funnel);
}
