import type { RangeChoice } from '../../src/fleet/chosenQuery';
import type { TimeRange } from '../../src/fleet/fleetQuery';
import { element, setText, stopEvent } from '../controls/dom';
import { fieldText, fieldTime, zoneText } from './localTime';
import { LAST_RANGES, rangeText } from './queryTexts';

export interface RangeEditorParts {
  readonly choice: RangeChoice;
  /** What the page shows now: where the calendar begins. */
  readonly shown: TimeRange;
  /** Unset: the store's versions are not known. */
  readonly versionLabel: string | undefined;
  readonly commit: string | undefined;
  apply(choice: RangeChoice): void;
}

/** Time ranges up to now, those of a commit and a deploy, and a calendar. */
export class RangeEditor {
  readonly element: HTMLElement;
  private readonly choices: readonly HTMLElement[];
  private readonly from: HTMLInputElement;
  private readonly to: HTMLInputElement;
  private readonly error = element('div', { class: 'field-error', role: 'alert' });

  constructor(private readonly parts: RangeEditorParts) {
    const { shown, versionLabel, commit } = parts;
    const last = LAST_RANGES.map((seconds): RangeChoice => ({ kind: 'last', seconds }));
    const commitNote = versionLabel === undefined
      ? 'needs the label that names a version: Edit Profile Store…'
      : commit === undefined ? 'the open folder has no commit' : '';
    const deployNote = versionLabel === undefined ? commitNote : '';
    this.choices = [
      ...last.map((choice) => this.choiceButton(choice)),
      this.choiceButton({ kind: 'commit' }, commitNote),
      this.choiceButton({ kind: 'deploy' }, deployNote),
    ];
    const field = (name: string, time: number) => {
      return element('input', { type: 'datetime-local', 'aria-label': `${name}, local time`, value: fieldText(time) });
    };
    this.from = field('From', shown.from);
    this.to = field('To', shown.to);
    const apply = element('button', { class: 'primary' }, 'Apply');
    apply.addEventListener('click', () => this.applyFields());
    this.element = element('div', { class: 'query-editor range-editor' },
      element('div', { class: 'range-choices', role: 'group', 'aria-label': 'Time range' }, ...this.choices),
      element('div', { class: 'calendar', role: 'group', 'aria-label': 'From and to, local time' },
        element('label', {}, element('span', {}, 'From'), this.from),
        element('label', {}, element('span', {}, 'To'), this.to),
        apply),
      element('div', { class: 'option-remark' }, `Local time: ${zoneText(shown.to)}`), this.error);
    this.element.addEventListener('keydown', (event) => this.onKeydown(event));
  }

  start(): void {
    (this.choices.find((choice) => choice.getAttribute('aria-pressed') === 'true') ?? this.choices[0]).focus();
  }

  private choiceButton(choice: RangeChoice, note = ''): HTMLElement {
    const isChosen = JSON.stringify(choice) === JSON.stringify(this.parts.choice);
    const created = element('button', { class: 'option', 'aria-pressed': String(isChosen), disabled: note !== '' },
      element('span', { class: 'option-name' }, rangeText(choice, this.parts.commit)),
      ...(note === '' ? [] : [element('span', { class: 'option-about' }, note)]));
    created.addEventListener('click', () => this.parts.apply(choice));
    return created;
  }

  private applyFields(): void {
    const [from, to] = [fieldTime(this.from.value), fieldTime(this.to.value)];
    if (from === undefined || to === undefined) return setText(this.error, 'Enter a date and a time in both fields.');
    if (from >= to) return setText(this.error, 'From must be before To.');
    if (from > Date.now()) return setText(this.error, 'The range is in the future.');
    this.parts.apply({ kind: 'between', from, to });
  }

  private onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.target === this.from || event.target === this.to)) {
      stopEvent(event);
      return this.applyFields();
    }
    const at = this.choices.indexOf((event.target as Element).closest('button') as HTMLElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at < 0 || by === undefined) return;
    stopEvent(event);
    const enabled = this.choices.filter((choice) => !choice.hasAttribute('disabled'));
    enabled[(enabled.indexOf(this.choices[at]) + by + enabled.length) % enabled.length].focus();
  }
}
