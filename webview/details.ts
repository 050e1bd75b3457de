import { label, percentage } from '../src/profile/measurement';
import type { Actions } from './actions';
import { element, setAttributes, setText } from './dom';
import { callerOf, fileOf, isRest, nameOf, type Frames } from './frames';
import { shortPath } from './labels';
import { button } from './toolkit';

/** Everything there is to say about one frame, at once and always in the same place. */
export class Details {
  readonly element = element('footer', { class: 'details' });
  private readonly name = element('div', { class: 'detail-name' });
  private readonly source = element('div', { class: 'detail-source' });
  private readonly figures = new Map<string, HTMLElement>();
  private readonly open: HTMLElement;
  private row = 0;
  private hasSource = false;

  constructor(actions: Actions) {
    this.open = button({ appearance: 'secondary', onClick: () => this.hasSource && actions.openSource(this.row) }, 'Open source');
    const figures = element('dl', { class: 'figures' });
    for (const name of ['flat', 'cum', 'of total', 'of caller']) figures.append(this.figure(name));
    const what = element('div', { class: 'detail-what' }, this.name, this.source);
    this.element.append(element('div', { class: 'detail-card' }, what, figures, this.open));
  }

  show(frames: Frames, row: number): void {
    const { window } = frames;
    this.row = row;
    const rest = window.rest[row] ?? 0;
    const [flat, cum] = [window.flat[row] as number, window.cum[row] as number];
    setText(this.name, rest > 0 ? `${rest.toLocaleString('en')} smaller frames` : nameOf(window, row));
    this.showSource(frames, row);
    this.put('flat', rest > 0 ? '' : label(flat, window.unit));
    this.put('cum', label(cum, window.unit));
    this.put('of total', percentage(cum, window.total));
    this.put('of caller', row === 0 ? '' : percentage(cum, window.cum[callerOf(window, row)] as number));
  }

  private showSource({ window }: Frames, row: number): void {
    const file = isRest(window, row) ? '' : fileOf(window, row);
    const line = window.line[row] as number;
    const at = line > 0 ? `:${line}` : '';
    const inlined = window.inlined[row] ? ' · inlined' : '';
    const nothing = isRest(window, row) ? `called by ${nameOf(window, callerOf(window, row))}` : row === 0 ? '' : 'no source known';
    setText(this.source, file === '' ? nothing : `${shortPath(file)}${at}${inlined}`);
    this.source.title = file === '' ? '' : `${file}${at}`;
    this.hasSource = file !== '';
    // Not the toolkit's `disabled`, which it takes over one frame late: the picture would settle one frame later.
    setAttributes(this.open, { 'aria-disabled': String(!this.hasSource) });
  }

  private figure(name: string): HTMLElement {
    const value = element('dd');
    this.figures.set(name, value);
    return element('div', { class: 'figure' }, element('dt', {}, name), value);
  }

  private put(name: string, text: string): void {
    setText(this.figures.get(name) as HTMLElement, text === '' ? '–' : text);
  }
}
