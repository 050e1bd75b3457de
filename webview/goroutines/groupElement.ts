import type { GroupChange, GroupRow, LabelCount, StackFrame } from '../../src/goroutines/answers';
import { type Child, element } from '../controls/dom';
import { nameElements } from '../controls/nameElements';
import { changeTexts, differenceText, movedIdsTexts } from './comparisonTexts';
import { countText, goroutinesText, idsText, placeText, statusText } from './goroutineTexts';

/** How many services of a group are named. */
const MAX_SERVICES = 8;

export interface GroupActions {
  open(frame: StackFrame): void;
  toggle(key: string): void;
}

/** The row of a group: what its goroutines do and where; unfolded, with its stack. */
export function groupElement(row: GroupRow, isOpen: boolean, actions: GroupActions): HTMLTableRowElement {
  const { key, count, frames, createdBy, labels, labelSets, nameFrame, title, isCrash, isLeaked } = row;
  const { change, services = [] } = row;
  const named = frames[nameFrame] ?? createdBy;
  const status = statusText(row);
  const changed = changeTexts(row);
  const name = named?.function ?? 'no stack';
  const fold = element('button', {
    class: 'fold',
    'aria-expanded': String(isOpen),
    'aria-label': [goroutinesText(count), ...changed, name, status].filter(Boolean).join(', '),
    title: named?.function,
  }, element('span', { class: 'twisty', 'aria-hidden': 'true' }, isOpen ? '⌄' : '›'),
  element('span', { class: 'own' }, ...nameElements(name)));
  fold.addEventListener('click', () => actions.toggle(key));
  const head = element('div', { class: 'head' }, fold, ...(named ? placeLinks(named, actions) : []));
  const about: Child[] = [
    ...(title ? [element('span', { class: 'title' }, title)] : []),
    ...(status ? [element('span', {}, status)] : []),
    ...changed.map((text) => element('span', { class: text.endsWith(' stuck') ? 'change stuck' : 'change' }, text)),
    ...servicesElements(services),
    ...(isLeaked && createdBy && !isOpen ? [startedElement(createdBy, actions)] : []),
    ...labels.map(({ text, count: labeled }) =>
      element('span', { class: 'label' }, labeled === count ? text : `${text} × ${countText(labeled)}`)),
    ...(labelSets > labels.length ? [element('span', {}, `${countText(labelSets - labels.length)} more label sets`)] : []),
  ];
  const cell = element('td', { class: 'stack' }, head, ...(about.length > 0 ? [element('div', { class: 'status' }, ...about)] : []));
  if (isOpen) cell.append(stackElement(row, actions));
  return element('tr', { class: isCrash ? 'group crash' : 'group', 'data-key': key },
    element('td', { class: 'count' }, countText(count), ...(change ? [differenceElement(change, count)] : [])), cell);
}

function differenceElement(change: GroupChange, count: number): HTMLElement {
  const kind = count === change.before ? 'same' : count > change.before ? 'grew' : 'shrank';
  return element('div', { class: `difference ${kind}` }, differenceText(change, count));
}

/** Which services have the goroutines. */
function servicesElements(services: readonly LabelCount[]): HTMLElement[] {
  const shown = services.slice(0, MAX_SERVICES).map(({ text, count }) =>
    element('span', { class: 'service' }, `${text}: ${countText(count)}`));
  const rest = services.length - shown.length;
  return rest > 0 ? [...shown, element('span', {}, `${countText(rest)} more instances`)] : shown;
}

/** The statement that started goroutines that are leaked: where they are to be ended. */
function startedElement(createdBy: StackFrame, actions: GroupActions): HTMLElement {
  return element('span', {}, 'started by ', element('span', { class: 'own' }, ...nameElements(createdBy.function)), ' ',
    ...placeLinks(createdBy, actions));
}

function stackElement(row: GroupRow, actions: GroupActions): HTMLElement {
  const { frames, createdBy } = row;
  const moved = movedIdsTexts(row);
  const ids = row.change?.moves ? moved : [idsText(row)].filter(Boolean);
  return element('div', { class: 'unfolded' },
    element('ol', { class: 'frames' }, ...frames.map((frame) => frameElement(frame, '', actions)),
      ...(createdBy ? [frameElement(createdBy, 'created by ', actions)] : [])),
    ...ids.map((text) => element('div', { class: 'ids' }, text)));
}

function frameElement(frame: StackFrame, before: string, actions: GroupActions): HTMLElement {
  const { function: name, file } = frame;
  if (file === '') return element('li', { class: 'remark' }, `${before}${name}`);
  const isRuntime = name.startsWith('runtime.') || name === 'panic';
  return element('li', { class: isRuntime ? 'frame runtime' : 'frame' },
    ...(before ? [element('span', { class: 'before' }, before)] : []),
    element('span', { class: 'own', title: name }, ...nameElements(name)), ...placeLinks(frame, actions));
}

/** A link to the line of a frame, in an array; empty for remarks. */
function placeLinks(frame: StackFrame, actions: GroupActions): HTMLElement[] {
  const place = placeText(frame);
  if (place === '') return [];
  const link = element('button', { class: 'link place', title: `${frame.file}:${frame.line}` }, place);
  link.addEventListener('click', () => actions.open(frame));
  return [link];
}
