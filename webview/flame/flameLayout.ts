import { percentage } from '../../src/profile/text/measurement';
import type { AskedView } from '../../src/protocol/questions';
import type { Actions } from './actions';
import { Breadcrumb } from './breadcrumb';
import { FrameDetails } from './frameDetails';
import { element, setText } from '../controls/dom';
import type { Frames } from './flameFrames';
import { FlamePane } from './flamePane';
import { FlameToolbar } from './flameToolbar';
import { Notice } from '../controls/notice';
import type { Popup } from '../controls/popup';
import { Waiting } from '../controls/waiting';

export interface Drawing {
  readonly frames: Frames;
  readonly view: AskedView;
  /** The focused row; undefined if the wanted function is not drawn. */
  readonly focused: number | undefined;
  /** Name of the selected function until its frame is found; otherwise empty. */
  readonly wanted: string;
  readonly isRefined: boolean;
}

/** Lays out the parts of the flame graph, and passes user actions to `actions`. */
export class FlameLayout {
  readonly element = element('section', { class: 'flame' });
  readonly toolbar: FlameToolbar;
  readonly graph: FlamePane;
  private readonly breadcrumb: Breadcrumb;
  private readonly details: FrameDetails;
  /** Share of the total that the graph shows. */
  private readonly share = element('span', { class: 'start-share' });
  private readonly empty = new Notice('empty', 'status');
  private readonly waiting = new Waiting('Computing…');
  private frames: Frames | undefined;
  /** Name of the selected function if it has no frame; the details show it. */
  private missing = '';

  constructor(
    private readonly actions: Actions,
    popup: Popup,
  ) {
    this.graph = new FlamePane(actions, popup, (row) => this.describe(row));
    this.toolbar = new FlameToolbar(actions, popup, () => this.graph.focusMatch());
    this.breadcrumb = new Breadcrumb(actions, popup);
    this.details = new FrameDetails(actions);
    const where = element('div', { class: 'where' }, this.share, this.breadcrumb.element);
    const remarks = element('div', { class: 'remarks' }, this.toolbar.search.error, this.waiting.element);
    const stage = element('div', { class: 'stage' }, this.graph.element, this.empty.element, remarks);
    this.element.append(where, stage, this.details.element);
  }

  /** Width for the graph in CSS pixels; 0 while the page is hidden. */
  get graphWidth(): number {
    return this.graph.width;
  }

  draw({ frames, view, focused, wanted, isRefined }: Drawing): void {
    this.frames = frames;
    this.missing = wanted;
    this.element.classList.add('drawn');
    this.breadcrumb.show(frames, { isTurned: view.callers === true });
    this.graph.draw(frames, view.width, focused);
    this.toolbar.showMatches(frames.window, view.search);
    const { covered, total } = frames.window;
    const of = isRefined ? 'refined total' : 'total';
    setText(this.share, total === 0 ? '' : `${percentage(covered, 1)} of the ${of} shown`);
    this.showEmptiness(frames, view);
  }

  /** Focuses a row. Pass undefined and the function's name as `missing` if the selected function has no row. */
  focus(row: number | undefined, missing = ''): void {
    this.missing = missing;
    this.graph.focusRow(row);
  }

  /** Called when a window is requested. */
  asked(): void {
    this.waiting.show(true);
  }

  /** Called when a window arrives; `more`: whether another one is still requested. */
  answered(more: boolean): void {
    this.stopWaiting();
    if (more) this.asked();
  }

  onScroll(listener: (pixels: number) => void): void {
    this.graph.element.addEventListener('scroll', () => listener(this.graph.scroll));
  }

  /** Calls the listener when the width changes, at most once per animation frame. */
  onResize(listener: () => void): void {
    let width = 0;
    let scheduled = 0;
    const look = () => {
      scheduled = 0;
      if (this.graphWidth === width || this.graphWidth === 0) return;
      width = this.graphWidth;
      listener();
    };
    this.graph.onResize(() => (scheduled ||= requestAnimationFrame(look)));
  }

  private describe(row: number | undefined): void {
    if (!this.frames) return;
    if (row === undefined) this.details.showMissing(this.frames, this.missing);
    else this.details.show(this.frames, row);
  }

  private showEmptiness({ window }: Frames, { from: start }: AskedView): void {
    if (window.cum[0] !== 0 || window.id.length > 1) return this.empty.hide();
    const everything = { label: 'Show everything', run: () => this.actions.startAt('') };
    if (start !== undefined) this.empty.show(`No sample of this type has ${start} in its stack.`, everything);
    else this.empty.show('The profile has no samples of this type.');
  }

  stopWaiting(): void {
    this.waiting.show(false);
  }
}
