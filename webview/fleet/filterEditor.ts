import type { LabelFilter } from '../../src/fleet/fleetQuery';
import type { NameList } from '../../src/pages/protocol/fleetPage';
import { element, setText } from '../controls/dom';
import type { LatestOnly } from '../hostLink';
import { AskedNames } from './askedNames';
import { OptionList } from './optionList';

export interface FilterEditorParts {
  labels(search: string, request: LatestOnly): Promise<NameList>;
  values(name: string, search: string, request: LatestOnly): Promise<NameList>;
  apply(filter: LabelFilter): void;
}

type Operator = LabelFilter['operator'];

const OPERATORS: readonly (readonly [Operator, string])[] = [
  ['=', '= is'], ['!=', '!= is not'], ['=~', '=~ matches'], ['!~', '!~ does not match'],
];

/** A label, an operator and a value: names first, then the values that the label has. */
export class FilterEditor {
  readonly element: HTMLElement;
  private readonly nameList: OptionList;
  private readonly valueList: OptionList;
  private readonly names: AskedNames;
  private readonly values: AskedNames;
  private readonly operator = element('select', { 'aria-label': 'Operator' });
  private readonly error = element('div', { class: 'field-error', role: 'alert' });
  /** The label whose values are in the list. */
  private valuesOf: string | undefined;

  constructor(private readonly parts: FilterEditorParts, filter?: LabelFilter) {
    this.nameList = new OptionList({
      name: 'Label', placeholder: 'label', takesText: true, choose: (name) => this.chooseName(name),
      onType: (text) => this.names.typed(text),
    });
    this.valueList = new OptionList({
      name: 'Value', placeholder: 'value', takesText: true, choose: (value) => this.apply(value),
      onType: (text) => this.values.typed(text),
    });
    this.names = new AskedNames(this.nameList, parts.labels, 'The store has no labels here.');
    this.values = new AskedNames(
      this.valueList, (search, request) => parts.values(this.name, search, request), 'This label has no values here.',
    );
    this.operator.append(...OPERATORS.map(([value, text]) => element('option', { value }, text)));
    const done = element('button', { class: 'primary' }, filter ? 'Change Filter' : 'Add Filter');
    done.addEventListener('click', () => this.apply(this.valueList.text));
    this.element = element('div', { class: 'query-editor filter-editor' },
      element('div', { class: 'filter-fields' }, this.nameList.field, this.operator, this.valueList.field, done),
      this.error, this.nameList.element, this.valueList.element);
    this.nameList.field.addEventListener('focus', () => this.showNames());
    this.valueList.field.addEventListener('focus', () => this.showValues());
    if (filter) {
      this.nameList.text = filter.name;
      this.operator.value = filter.operator;
      this.valueList.text = filter.value;
    }
  }

  /** Takes the focus: the name of a new filter, the value of another one. */
  start(): void {
    const field = this.name === '' ? this.nameList.field : this.valueList.field;
    field.focus();
    field.select();
  }

  end(): void {
    this.names.end();
    this.values.end();
  }

  private get name(): string {
    return this.nameList.text.trim();
  }

  private showNames(): void {
    this.valueList.element.hidden = true;
    this.nameList.element.hidden = false;
    this.names.start();
  }

  private showValues(): void {
    this.nameList.element.hidden = true;
    this.valueList.element.hidden = false;
    if (this.valuesOf === this.name) return;
    this.values.end();
    this.valuesOf = this.name;
    if (this.name === '') return this.valueList.showRemark('Choose a label first.');
    this.values.start();
  }

  private chooseName(name: string): void {
    this.nameList.text = name;
    if (this.name !== '') this.valueList.field.focus();
  }

  private apply(value: string): void {
    if (this.name === '') {
      setText(this.error, 'Choose a label first.');
      return this.nameList.field.focus();
    }
    this.parts.apply({ name: this.name, operator: this.operator.value as Operator, value });
  }
}
