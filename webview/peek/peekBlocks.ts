import type { FewSamples, PathCalls, PathView, Peek, PeekBlock } from '../../src/profile/answers/table';
import { countText } from '../../src/profile/text/screen/digits';
import type { SourceWords } from '../hostAbilities';
import { element, setText } from '../controls/dom';
import { displayName, shortPath } from '../text/drawnNames';
import { nameElements } from '../controls/nameElements';
import { widthOf } from '../text/widthOf';
import { FEW_SAMPLES_TEXT, type FigureFormat } from '../text/figureTexts';
import { peekKeyAction } from './peekKeys';
import { blockFigures, blockRemark, callTexts, type BlockColumn, type CallText, peekFormat, remarksText } from './peekText';

export interface BlockActions {
  readonly source: SourceWords;
  /** Selects a caller or a callee. @param openSource opens its source */
  select(name: string, openSource: () => void): void;
  openSource(place: { readonly function: string; readonly file: string; readonly line: number }): void;
  showAll(): void;
}

export interface BlockDrawing {
  /** Whether values are percentages of the total. */
  readonly inPercent: boolean;
  /** Whether the figures are changes. */
  readonly areChanges: boolean;
}

/** The elements of each block: a function, or one of its lines or addresses, between its callers and its callees. */
export function drawBlocks(peek: Peek, drawing: BlockDrawing, actions: BlockActions): HTMLElement[] {
  const { inPercent, areChanges } = drawing;
  const format = peekFormat(peek, areChanges);
  const sections = peek.blocks.map((block) => drawBlock({ peek, format, inPercent, block, actions }));
  fitColumns(sections);
  if (peek.moreBlocks === 0) return sections;
  const count = countText(peek.moreBlocks);
  return [...sections, element('p', { class: 'peek-rest' }, `${count} more with a smaller flat are not shown.`)];
}

/** Makes the columns of values and shares as wide as their widest texts, so that names are aligned. */
function fitColumns(sections: readonly HTMLElement[]): void {
  for (const column of ['value', 'share']) {
    let widest = 0;
    for (const section of sections) {
      for (const cell of section.querySelectorAll(`.peek-${column}`)) widest = Math.max(widest, widthOf(cell.textContent));
    }
    for (const section of sections) section.style.setProperty(`--${column}-digits`, String(widest));
  }
}

function drawBlock(context: BlockContext): HTMLElement {
  const { block } = context;
  return element(
    'section',
    { class: 'peek-block', 'aria-label': block.name },
    drawCalls('Callers', block.callers, context),
    drawFunction(context),
    drawCalls('Callees', block.callees, context),
  );
}

function drawFunction({ peek, format, inPercent, block, actions }: BlockContext): HTMLElement {
  const { name, file, line } = block;
  const place = file === '' ? 'no source known' : `${shortPath(file)}${line > 0 ? `:${line}` : ''}`;
  const nameButton = element('button', { class: 'peek-function', title: file === '' ? name : `${name}\n${file}\n${actions.source.meaning}` });
  nameButton.append(element('span', { class: 'peek-name' }, displayName(name)), element('span', { class: 'peek-place' }, place));
  nameButton.addEventListener('click', ({ detail }) => detail <= 1 && actions.openSource(block));
  const [heaviest] = callTexts(block.callees, block, format, inPercent);
  onKeys(nameButton, {
    goIn: () => heaviest && actions.select(heaviest.selectionName, () => actions.openSource(placeOf(block.callees, 0))),
    openSource: () => actions.openSource(block),
  });
  const figures = element('dl', { class: 'peek-figures' });
  for (const { name: term, text, column } of blockFigures(block, format, inPercent)) {
    const isFirm = blockRemark(peek, block, column)?.isFirm !== false;
    const figure = element('dd', { class: isFirm ? column : `${column} unsure` }, text);
    figures.append(element('div', {}, element('dt', {}, term), figure));
  }
  const center = element('div', { class: 'peek-center' }, nameButton, figures);
  showRemark(center, (column) => blockRemark(peek, block, column)?.text ?? '');
  return center;
}

/** Shows the remarks on flat and on cum, if any, below the figures: `flat within the noise`. */
function showRemark(center: Element, remarkOn: (column: BlockColumn) => string): void {
  const text = remarksText(remarkOn('flat'), remarkOn('cum'));
  if (text !== '') center.append(element('p', { class: 'peek-remark' }, text));
}

interface BlockContext extends Pick<BlockDrawing, 'inPercent'> {
  readonly peek: Peek;
  readonly format: FigureFormat;
  readonly block: PeekBlock;
  readonly actions: BlockActions;
}

function drawCalls(title: 'Callers' | 'Callees', calls: PathCalls, { format, inPercent, block, actions }: BlockContext): HTMLElement {
  const texts = callTexts(calls, block, format, inPercent);
  const isSigned = format.isSigned === true;
  const heading = element('h2', { class: 'peek-title' }, title, element('span', { class: 'count' }, countOf(calls)));
  const list = element('ul', { class: 'peek-calls', 'aria-label': `${title} of ${block.name}` });
  for (const [i, text] of texts.entries()) {
    list.append(element('li', {}, drawCall(text, { isSigned, openSource: () => actions.openSource(placeOf(calls, i)), actions })));
  }
  const side = element('div', { class: `peek-side${isSigned ? ' signed' : ''}` }, heading, list);
  if (calls.count > texts.length) {
    const showAllButton = element('button', { class: 'peek-all' }, `Show all ${countText(calls.count)}`);
    showAllButton.addEventListener('click', () => actions.showAll());
    side.append(showAllButton);
  }
  return side;
}

/** The questions which callers and callees of the blocks rest on few samples, in the order of the document. */
export function callViews({ blocks }: Peek): PathView[] {
  return blocks.flatMap(({ node, callers, callees }) => {
    const viewOf = (direction: PathView['direction'], { name }: PathCalls): PathView =>
      ({ direction, path: [node], from: 0, limit: name.length });
    return [viewOf('callers', callers), viewOf('callees', callees)];
  });
}

/** Grays the drawn calls that rest on few samples. @param few the answers about `callViews` */
export function markFewSamples(content: ParentNode, few: readonly FewSamples[]): void {
  const sides = content.querySelectorAll('.peek-side');
  for (const [at, { cum }] of few.entries()) {
    const calls = sides[at].querySelectorAll<HTMLElement>('.peek-call');
    for (const [i, call] of calls.entries()) {
      if (cum[i] === 0) continue;
      call.classList.add('unsure');
      markUnsure(call);
      call.title += `\n${FEW_SAMPLES_TEXT}`;
      addRemark(call, 'mostly chance');
    }
  }
}

/** In a comparison, a change of few samples has neither the color nor the sign of an increase or a decrease. */
function markUnsure(call: Element): void {
  const sign = call.querySelector('.peek-value > :is(.grew, .fell)');
  if (!sign) return;
  sign.className = 'unsure';
  setText(sign, '~');
  call.querySelector('.bar')?.classList.add('unsure');
}

/** Grays the figures of the drawn functions that rest on few samples. @param few the answer about their nodes */
export function markFewFigures(content: ParentNode, few: FewSamples): void {
  for (const [i, center] of content.querySelectorAll('.peek-center').entries()) {
    const isFew = (column: BlockColumn) => few[column][i] === 1;
    for (const figure of center.querySelectorAll('dd')) {
      if (!isFew(figure.classList.contains('flat') ? 'flat' : 'cum')) continue;
      figure.classList.add('unsure');
      figure.title = FEW_SAMPLES_TEXT;
    }
    showRemark(center, (column) => (isFew(column) ? 'mostly chance' : ''));
  }
}

const countOf = ({ count }: PathCalls): string => (count === 0 ? 'none' : countText(count));

function placeOf(calls: PathCalls, i: number): { function: string; file: string; line: number } {
  return { function: calls.function[i], file: calls.file[i], line: calls.line[i] };
}

interface CallContext {
  /** Whether values are changes. */
  readonly isSigned: boolean;
  readonly openSource: () => void;
  readonly actions: BlockActions;
}

function drawCall(text: CallText, { isSigned, openSource, actions }: CallContext): HTMLElement {
  const { name, value, share, inlined, shareValue } = text;
  const { sign: unsureSign, text: remark, isFirm } = text.remark ?? { sign: '', text: '', isFirm: true };
  const isDecrease = shareValue < 0;
  const bar = element('span', { class: `bar${isDecrease ? ' fell' : ''}${isFirm ? '' : ' unsure'}`, 'aria-hidden': 'true' });
  bar.style.width = `${Math.min(100, Math.abs(shareValue) * 100)}%`;
  const changeClass = isFirm ? (isDecrease ? 'fell' : 'grew') : 'unsure';
  const sign = element('span', { class: changeClass, 'aria-hidden': 'true' }, isFirm ? (isDecrease ? '▼' : '▲') : unsureSign);
  const call = element(
    'button',
    { class: isFirm ? 'peek-call' : 'peek-call unsure', tabindex: -1, title: [name, remark, inlined ? 'inlined' : ''].filter(Boolean).join('\n') },
    element('span', { class: 'peek-value' }, ...(isSigned && shareValue !== 0 ? [sign] : []), value),
    ' ',
    element('span', { class: 'peek-share' }, bar, element('span', {}, share)),
    ' ',
    element('span', { class: 'peek-nameAndRemark' }, element('span', { class: 'peek-name' }, ...nameElements(name)), ' '),
  );
  const remarks = [inlined ? 'inlined' : '', remark].filter(Boolean).join(', ');
  if (remarks !== '') addRemark(call, remarks);
  call.addEventListener('click', (event) => {
    // The second click of a double click may be on another call: see PeekTab.
    if (event.detail > 1) return;
    if (event.ctrlKey || event.metaKey || event.altKey) openSource();
    else actions.select(text.selectionName, openSource);
  });
  onKeys(call, { goIn: () => actions.select(text.selectionName, openSource), openSource });
  return call;
}

/** Handles the keys of a function or call instead of its click. */
function onKeys(button: HTMLElement, actions: Readonly<Record<'goIn' | 'openSource', () => unknown>>): void {
  button.addEventListener('keydown', (event) => {
    const action = peekKeyAction(event);
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
}

/** Adds a remark after a call's name. It is hidden where there is no room for both. */
function addRemark(call: Element, text: string): void {
  call.querySelector('.peek-nameAndRemark')?.append(element('span', { class: 'remark' }, text));
}

/** Maximum number of callers, and of callees, shown at first. */
export const FIRST_CALLS = 200;
/** The maximum after a click on "Show all". */
export const ALL_CALLS = 100_000;
