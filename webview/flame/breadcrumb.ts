import type { FlameActions } from './flameActions';
import { collapsePath, type Frames, isRest, nameOf } from './flameFrames';
import { element, setText } from '../controls/dom';
import type { Overview } from './overview';
import { briefName } from '../text/drawnNames';
import type { MenuItem, Popup } from '../controls/popup';
import { button, namedButton } from '../controls/toolkit';

/** Corners around the whole. */
const RESET_ICON = 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4';
/** An arrow to the left. */
const BACK_ICON = 'M7 3 2 8l5 5M2 8h12';

const BACK = 'Back to the previous view';

/** The minimum width of a crumb in pixels; if crumbs would be narrower, the middle of the path collapses. */
const MIN_CRUMB_WIDTH = 130;

interface ShownZoom {
  /** Whether the graph is the sandwich view of a function. */
  readonly isSandwich: boolean;
  /** The graph without its zoom, if it is known. */
  readonly whole: Frames | undefined;
  /** How much of the total is shown, and the same in words. */
  readonly shown: { readonly share: string; readonly text: string };
}

/**
 * Below the graph, so that a zoom moves nothing under the pointer: the path from the root to the zoomed frame, and
 * where it is in the whole graph. A click on a frame zooms out to it. In a low page, where a function is selected, the
 * path is only in the graph; in a narrow one, the footer has the buttons instead.
 */
export class Breadcrumb {
  readonly element = element('nav', { class: 'breadcrumb', 'aria-label': 'Zoom', hidden: true });
  private readonly list = element('ol', { class: 'crumbs' });
  private readonly share = element('span', { class: 'zoom-share' });
  private readonly shareInWords = element('span', { class: 'zoom-share words' });
  private readonly sandwichLabel = element('span', { class: 'sandwich-label', hidden: true }, 'Callers & callees of');
  private readonly resetButton: HTMLElement;
  private readonly backButton: HTMLElement;
  /** For the footer of a selected function in a low and narrow page: `Reset zoom`, `Back to the previous view`. */
  readonly buttonsInFooter: readonly [reset: HTMLElement, back: HTMLElement];

  constructor(
    private readonly actions: FlameActions,
    private readonly popup: Popup,
    private readonly overview: Overview,
    /** Called when the overview had the focus and is hidden. */
    private readonly onFocusLost: () => void,
  ) {
    this.resetButton = namedButton('Reset zoom', RESET_ICON, () => actions.resetZoom());
    this.backButton = button({ appearance: 'secondary', onClick: () => actions.leaveSandwich() }, 'Back');
    this.backButton.title = BACK;
    this.buttonsInFooter = [
      namedButton('Reset zoom', RESET_ICON, () => actions.resetZoom()),
      namedButton(BACK, BACK_ICON, () => actions.leaveSandwich()),
    ];
    for (const each of this.buttonsInFooter) each.classList.add('of-zoom');
    const buttons = [this.resetButton, this.backButton];
    this.element.append(this.sandwichLabel, this.list, this.share, this.shareInWords, overview.element, ...buttons);
  }

  show({ path, window }: Frames, { isSandwich, whole, shown }: ShownZoom): void {
    const hadFocus = this.overview.element.contains(document.activeElement);
    this.element.hidden = path.length === 1 && !isSandwich;
    this.overview.show(isSandwich ? undefined : whole, path.map((row) => window.id[row]));
    this.resetButton.hidden = path.length === 1;
    const [reset, back] = this.buttonsInFooter;
    reset.hidden = path.length === 1;
    back.hidden = !isSandwich;
    setText(this.share, path.length === 1 ? '' : shown.share);
    setText(this.shareInWords, path.length === 1 ? '' : shown.text);
    this.share.title = this.shareInWords.title = shown.text;
    // Without a zoom, the graph's first row shows the name.
    this.list.hidden = path.length === 1 && !isSandwich;
    this.sandwichLabel.hidden = this.backButton.hidden = !isSandwich;
    const maxCrumbs = Math.floor(this.list.clientWidth / MIN_CRUMB_WIDTH);
    const { head, hidden, tail } = collapsePath(path, Math.max(3, maxCrumbs));
    const crumbs = head.map((row) => this.crumb(window, row));
    if (hidden.length > 0) crumbs.push(this.ellipsis(window, hidden));
    crumbs.push(...tail.map((row) => this.crumb(window, row)));
    this.list.replaceChildren(...crumbs);
    if (hadFocus && this.overview.element.hidden) this.onFocusLost();
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
