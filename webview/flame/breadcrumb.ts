import type { FlameActions } from './flameActions';
import { collapsePath, type Frames, isRest, nameOf } from './flameFrames';
import { element, setText } from '../controls/dom';
import { changeName, netText } from './frameFigures';
import { briefName } from '../text/drawnNames';
import type { MenuItem, Popup } from '../controls/popup';
import { button } from '../controls/toolkit';

/** The minimum width of a crumb in pixels; if crumbs would be narrower, the middle of the path collapses. */
const MIN_CRUMB_WIDTH = 130;

/** The path from the root to the zoomed frame. A click on a frame zooms out to it. */
export class Breadcrumb {
  readonly element = element('nav', { class: 'breadcrumb', 'aria-label': 'Zoom' });
  private readonly list = element('ol', { class: 'crumbs' });
  private readonly sandwichLabel = element('span', { class: 'sandwich-label', hidden: true }, 'Callers and callees of');
  private readonly net = element('span', { class: 'net-figure', hidden: true });
  private readonly resetButton: HTMLElement;
  private readonly backButton: HTMLElement;

  constructor(
    private readonly actions: FlameActions,
    private readonly popup: Popup,
  ) {
    this.resetButton = button({ appearance: 'secondary', onClick: () => actions.resetZoom() }, 'Reset zoom');
    this.backButton = button({ appearance: 'secondary', onClick: () => actions.leaveSandwich() }, 'Back');
    this.backButton.title = 'Back to the previous view';
    this.element.append(this.sandwichLabel, this.list, this.net, this.resetButton, this.backButton);
  }

  /** @param isSandwich whether the graph is the sandwich view of a function */
  show({ path, window }: Frames, { isSandwich }: { readonly isSandwich: boolean }): void {
    this.resetButton.hidden = path.length === 1;
    // Without a zoom, the graph's first row shows the name.
    this.list.hidden = path.length === 1 && !isSandwich;
    this.sandwichLabel.hidden = this.backButton.hidden = !isSandwich;
    this.net.hidden = !window.signed;
    if (window.signed) setText(this.net, `${changeName(window)} ${netText(window, window.zoomed)}`);
    const maxCrumbs = Math.floor(this.list.clientWidth / MIN_CRUMB_WIDTH);
    const { head, hidden, tail } = collapsePath(path, Math.max(3, maxCrumbs));
    const crumbs = head.map((row) => this.crumb(window, row));
    if (hidden.length > 0) crumbs.push(this.ellipsis(window, hidden));
    crumbs.push(...tail.map((row) => this.crumb(window, row)));
    this.list.replaceChildren(...crumbs);
  }

  private crumb(window: Frames['window'], row: number): HTMLElement {
    const name = nameOf(window, row);
    const text = isRest(window, row) ? name : briefName(name);
    if (row === window.zoomed) return element('li', { 'aria-current': 'location', title: name }, text);
    const link = element('button', { class: 'crumb', title: name }, text);
    link.addEventListener('click', () => this.actions.zoom(row));
    return element('li', {}, link);
  }

  private ellipsis(window: Frames['window'], rows: readonly number[]): HTMLElement {
    const items: MenuItem[] = rows.map((row) => ({
      label: briefName(nameOf(window, row)),
      run: () => this.actions.zoom(row),
    }));
    const link = element('button', { class: 'crumb', title: `${rows.length} more frames`, 'aria-haspopup': 'menu' }, '…');
    link.addEventListener('click', () => {
      const { left, bottom } = link.getBoundingClientRect();
      this.popup.openMenu('Hidden frames', { x: left, y: bottom }, items);
    });
    return element('li', {}, link);
  }
}
