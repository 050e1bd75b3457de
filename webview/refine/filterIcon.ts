import { svgElement } from '../controls/dom';

/** A funnel, in the colour of the text; filled while something is refined. */
export function filterIcon(): SVGElement {
  const funnel = svgElement('path', { d: 'M2 3h12l-4.6 5.6V13l-2.8 1V8.6z' });
  return svgElement('svg', { class: 'filter-icon', viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': true }, funnel);
}
