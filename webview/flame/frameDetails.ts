import { countText } from '../../src/profile/text/screen/digits';
import type { FlameActions } from './flameActions';
import { element, setAttributes, setText } from '../controls/dom';
import { figuresOf, remarkOf } from './frameFigures';
import { fileOf, foldedInto, isRest, nameOf, nextFrameOf, type Frames } from './flameFrames';
import { briefName, shortPath } from '../text/drawnNames';
import { button } from '../controls/toolkit';

/** The details of one frame, below the graph: full name, source, figures and buttons. */
export class FrameDetails {
  readonly element = element('footer', { class: 'details' });
  private readonly name = element('div', { class: 'detail-name' });
  private readonly source = element('div', { class: 'detail-source' });
  private readonly figures = element('dl', { class: 'figures' });
  private readonly values = new Map<string, HTMLElement>();
  private readonly sandwichButton: HTMLElement;
  private readonly openButton: HTMLElement;
  private row = 0;
  private hasSource = false;
  private canShowSandwich = false;

  constructor(private readonly actions: FlameActions) {
    this.sandwichButton = button(
      { appearance: 'secondary', onClick: () => this.canShowSandwich && actions.showSandwich(this.row) }, 'Callers & callees',
    );
    this.openButton = button({ appearance: 'secondary', onClick: () => this.hasSource && actions.openSource(this.row) }, actions.sourceWords.label);
    const heading = element('div', { class: 'detail-what' }, this.name, this.source);
    const buttons = element('div', { class: 'detail-actions' }, this.sandwichButton, this.openButton);
    this.element.append(element('div', { class: 'detail-card' }, heading, this.figures, buttons));
  }

  show(frames: Frames, row: number): void {
    const { window } = frames;
    this.row = row;
    const rest = window.rest[row] ?? 0;
    setText(this.name, rest > 0 ? `${countText(rest)} smaller frames` : nameOf(window, row));
    this.showSource(frames, row);
    this.showFigures(figuresOf(window, row));
    this.updateButtons(this.actions.canShowSandwich(row));
  }

  /** Shows the name of a selected function that has no frame, and advice. */
  showMissing({ window }: Frames, name: string): void {
    setText(this.name, name);
    const advice = window.zoomed === 0 ? '.' : '; zoom out to look for it.';
    setText(this.source, `Not among the functions that the graph shows${advice}`);
    this.source.title = '';
    this.hasSource = false;
    this.showFigures(figuresOf(window, 0).map(([figure]) => [figure, '']));
    this.updateButtons(false);
  }

  private updateButtons(canShowSandwich: boolean): void {
    this.canShowSandwich = canShowSandwich;
    // Not the toolkit's `disabled`, because it applies one animation frame later.
    setAttributes(this.sandwichButton, { 'aria-disabled': String(!canShowSandwich) });
    setAttributes(this.openButton, { 'aria-disabled': String(!this.hasSource) });
  }

  private showSource({ window }: Frames, row: number): void {
    const file = isRest(window, row) ? '' : fileOf(window, row);
    const line = window.line[row];
    const lineSuffix = line > 0 ? `:${line}` : '';
    const placeholder = isRest(window, row) ? restText(window, row) : row === 0 ? '' : 'no source known';
    const source = file === '' ? placeholder : `${shortPath(file)}${lineSuffix}`;
    const remarks = [remarkOf(window, row), source, window.inlined[row] ? 'inlined' : '', foldedText(window, row)];
    setText(this.source, remarks.filter((remark) => remark !== '').join(' · '));
    this.source.title = [file === '' ? '' : `${file}${lineSuffix}`, foldedNames(window, row)].filter((part) => part !== '').join('\n');
    this.hasSource = file !== '';
  }

  /** Shows figures. Rebuilds the list only if the names differ; nearly all frames have the same names. */
  private showFigures(figures: readonly (readonly [name: string, value: string])[]): void {
    const names = figures.map(([name]) => name);
    if (names.join() !== [...this.values.keys()].join()) {
      this.values.clear();
      this.figures.replaceChildren(...names.map((name) => this.figure(name)));
      this.figures.style.setProperty('--figures', String(names.length));
    }
    for (const [name, value] of figures) {
      const valueElement = this.values.get(name);
      if (valueElement) setText(valueElement, value === '' ? '–' : value);
    }
  }

  private figure(name: string): HTMLElement {
    const value = element('dd');
    this.values.set(name, value);
    return element('div', { class: 'figure' }, element('dt', {}, name), value);
  }
}

function restText(window: Frames['window'], row: number): string {
  const next = nameOf(window, nextFrameOf(window, row));
  return window.caller[row] ? `callers of ${next}` : `called by ${next}`;
}

/** `through main.run and main.loop`, `through main.run and 4 others`. */
function foldedText(window: Frames['window'], row: number): string {
  const folded = foldedInto(window, row);
  if (folded === undefined) return '';
  const [first = '', second = ''] = folded.names.map((name) => briefName(window.names[name] ?? ''));
  if (folded.count === 1) return `through ${first}`;
  return `through ${first} and ${folded.count === 2 ? second : `${folded.count - 1} others`}`;
}

function foldedNames(window: Frames['window'], row: number): string {
  return (foldedInto(window, row)?.names ?? []).map((name) => `through ${window.names[name]}`).join('\n');
}
