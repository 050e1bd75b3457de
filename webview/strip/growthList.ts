import type { GrowthRow, WatchState } from '../../src/pages/protocol/profilePage';
import { element } from '../controls/dom';

/** Rows in view until the user asks for all. */
const FEW = 3;

/** What grows in a service, with links to its lines, and the last reason why it is not comparable with before. */
export class GrowthList {
  readonly element = element('ul', { class: 'strip-growth', 'aria-label': 'What grows', hidden: true });
  private watch: WatchState | undefined;
  private isWhole = false;
  /** What is drawn. */
  private drawn = '';

  constructor(private readonly open: (place: Pick<GrowthRow, 'function' | 'file' | 'line'>) => void) {}

  show(watch: WatchState | undefined): void {
    this.watch = watch;
    this.draw();
  }

  private draw(): void {
    const { grows = [], breaks = [] } = this.watch ?? {};
    const last = breaks.at(-1);
    const shown = this.isWhole ? grows : grows.slice(0, FEW);
    const drawn = JSON.stringify([shown, grows.length, last]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.element.hidden = grows.length === 0 && !last;
    const rows = shown.map(({ text, function: name, file, line }) => {
      const link = element('button', { class: 'link', title: `${name} at ${file}:${line}` }, text);
      link.addEventListener('click', () => this.open({ function: name, file, line }));
      return element('li', {}, link);
    });
    const more = element('button', { class: 'link' }, `${grows.length - shown.length} more`);
    more.addEventListener('click', () => {
      this.isWhole = true;
      this.draw();
    });
    this.element.replaceChildren(
      ...rows,
      ...(grows.length > shown.length ? [element('li', {}, more)] : []),
      ...(last ? [element('li', { class: 'strip-break' }, `${last.text} Nothing is compared across the dashed line.`)] : []),
    );
  }
}
