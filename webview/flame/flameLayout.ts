import type { FlameRequest } from '../../src/pages/protocol/profilePage';
import type { FlameActions } from './flameActions';
import { Breadcrumb } from './breadcrumb';
import { FrameDetails } from './frameDetails';
import { element, setText } from '../controls/dom';
import type { Frames } from './flameFrames';
import { FlamePane } from './flamePane';
import { FlameToolbar } from './flameToolbar';
import { Notice, Waiting } from '../controls/notice';
import type { Popup } from '../controls/popup';
import { nothingText, shareText } from './shownShare';

export interface LayoutInput {
  readonly frames: Frames;
  readonly view: FlameRequest;
  /** The focused row; undefined if the selected function is not drawn. */
  readonly focused: number | undefined;
  /** Name of the selected function until its frame is found; otherwise empty. */
  readonly pendingSelection: string;
  readonly isRefined: boolean;
  /** Where costs that the graph does not show are; empty if it shows all. */
  readonly restText: string;
}

/** Lays out the parts of the flame graph, and passes user actions to `actions`. */
export class FlameLayout {
  readonly element = element('section', { class: 'flame' });
  readonly toolbar: FlameToolbar;
  readonly graph: FlamePane;
  private readonly breadcrumb: Breadcrumb;
  private readonly details: FrameDetails;
  /** Share of the total that the graph shows: less if it is zoomed. */
  private readonly shareShown = element('span', { class: 'start-share' });
  private readonly emptyNotice = new Notice('empty', 'status');
  private readonly waitingText = new Waiting('Computing…');
  private frames: Frames | undefined;
  /** Name of the selected function if it has no frame; the details show it. */
  private missingFunction = '';

  constructor(
    private readonly actions: FlameActions,
    popup: Popup,
  ) {
    this.graph = new FlamePane(actions, popup, (row) => this.showDetails(row));
    this.toolbar = new FlameToolbar(actions, popup, () => this.graph.focusMatch());
    this.breadcrumb = new Breadcrumb(actions, popup);
    this.details = new FrameDetails(actions);
    const pathLine = element('div', { class: 'where' }, this.shareShown, this.breadcrumb.element);
    const remarks = element('div', { class: 'remarks' }, this.toolbar.search.error, this.waitingText.element);
    const stage = element('div', { class: 'stage' }, this.graph.element, this.emptyNotice.element, remarks);
    this.element.append(pathLine, stage, this.details.element);
  }

  /** Width for the graph in CSS pixels; 0 while the page is hidden. */
  get graphWidth(): number {
    return this.graph.width;
  }

  draw({ frames, view, focused, pendingSelection, isRefined, restText }: LayoutInput): void {
    this.frames = frames;
    this.missingFunction = pendingSelection;
    this.element.classList.add('drawn');
    this.breadcrumb.show(frames, { isSandwich: view.callers === true });
    this.graph.draw(frames, view.width, focused);
    this.toolbar.showMatches(frames.window, view.search);
    const { covered, total, size, zoomed } = frames.window;
    const zoomedPart = size[0] === 0 ? 1 : size[zoomed] / size[0];
    setText(this.shareShown, total === 0 ? '' : shareText(covered * zoomedPart, isRefined));
    this.shareShown.title = restText;
    this.showEmptyNotice(frames, view);
  }

  /** Focuses a row. Pass undefined and the function's name as `missingFunction` if the selected function has no row. */
  focus(row: number | undefined, missingFunction = ''): void {
    this.missingFunction = missingFunction;
    this.graph.focusRow(row);
  }

  showWaiting(isPending: boolean): void {
    this.waitingText.show(isPending);
  }

  onScroll(listener: (pixels: number) => void): void {
    this.graph.element.addEventListener('scroll', () => listener(this.graph.scroll));
  }

  /** Calls the listener when the width changes, at most once per animation frame. */
  onResize(listener: () => void): void {
    let width = 0;
    let frameRequest = 0;
    const checkWidth = () => {
      frameRequest = 0;
      if (this.graphWidth === width || this.graphWidth === 0) return;
      width = this.graphWidth;
      listener();
    };
    this.graph.onResize(() => (frameRequest ||= requestAnimationFrame(checkWidth)));
  }

  private showDetails(row: number | undefined): void {
    if (!this.frames) return;
    if (row === undefined) this.details.showMissing(this.frames, this.missingFunction);
    else this.details.show(this.frames, row);
  }

  private showEmptyNotice({ window }: Frames, { from: start }: FlameRequest): void {
    if (window.cum[0] !== 0 || window.id.length > 1) return this.emptyNotice.hide();
    const everything = { label: 'Show everything', run: () => this.actions.startAt('') };
    this.emptyNotice.show(nothingText(start), start === undefined ? undefined : everything);
  }
}
