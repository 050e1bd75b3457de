import type { BenchmarksInput } from '../../src/pages/protocol/benchmarksPage';
import { element } from '../controls/dom';

export interface InputActions {
  remove(input: BenchmarksInput): void;
  makeBase(input: BenchmarksInput): void;
}

/** The inputs in the order of their columns, with buttons that make an input the base or remove it. */
export function inputList(inputs: readonly BenchmarksInput[], actions: InputActions): HTMLElement {
  return element('ul', { class: 'inputs', 'aria-label': 'Inputs' }, ...inputs.map((input, i) => {
    const { id, label, about, count, skipped, skippedCount } = input;
    const baseButton = button(`base-${id}`, 'Make Base', `Make Base: compare the others with ${label}`, () => actions.makeBase(input));
    const removeButton = button(`remove-${id}`, 'Remove', `Remove ${label}`, () => actions.remove(input));
    const skippedLines = skippedCount === 0 ? [] : [element('details', {},
      element('summary', {}, skippedCount === 1 ? 'one line not fully read' : `${skippedCount} lines not fully read`),
      element('ul', {}, ...skipped.map((line) => element('li', {}, line))))];
    return element('li', {},
      element('span', { class: 'label', title: about }, label),
      element('span', { class: 'remark' }, count === 1 ? '1 result' : `${count} results`),
      ...(i === 0 && inputs.length > 1 ? [element('span', { class: 'badge' }, 'base')] : []),
      ...(i === 0 ? [] : [baseButton]), removeButton, ...skippedLines);
  }));
}

function button(id: string, text: string, hint: string, onClick: () => void): HTMLElement {
  const created = element('button', { id, class: 'link', title: hint, 'aria-label': hint }, text);
  created.addEventListener('click', onClick);
  return created;
}
