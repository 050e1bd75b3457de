import { element } from '../controls/dom';

/** The line above the page: when and how the profile was measured. */
export function factsBar(facts: readonly string[]): HTMLElement {
  const items = facts.map((fact) => element('li', {}, fact));
  return element('aside', { class: 'facts', 'aria-label': 'About this profile' }, element('ul', {}, ...items));
}
