import type { FlameRequest } from '../../src/pages/protocol/profilePage';
import type { FlameActions } from './flameActions';
import { Breadcrumb } from './breadcrumb';
import { DetailFooter } from '../controls/detailFooter';
import { frameDetails, missingDetails } from './frameDetails';
import { element, setAttributes, setText } from '../controls/dom';
import { type Frames, isRest } from './flameFrames';
import { FlamePane } from './flamePane';
import { changeName, isChangeKnown, netText } from './frameFigures';
import { Overview } from './overview';
import { FlameToolbar } from './flameToolbar';
import { Notice, Waiting } from '../controls/notice';
import type { Popup } from '../controls/popup';
import { sharePart } from '../../src/profile/text/screen/share';
import { nothingText, shareText } from './shownShare';

export interface LayoutInput {
  readonly frames: Frames;
  /** The same graph without a zoom; undefined if it is not known. */
  readonly whole: Frames | undefined;
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
  private readonly details: DetailFooter;
  /** The row that the details are of, and whether it is under the pointer. */
  private detailed: readonly [row: number | undefined, isHovered: boolean] = [0, false];
  /** Share of the total that the graph shows without a zoom, so that a zoom does not move the graph. */
  readonly note = element('span', { class: 'note' });
  private readonly emptyNotice = new Notice('empty', 'status');
  private readonly waitingText = new Waiting('Computing…');
  private frames: Frames | undefined;
  /** Name of the selected function if it has no frame; the details show it. */
  private missingFunction = '';

  constructor(
    private readonly actions: FlameActions,
    popup: Popup,
  ) {
    this.graph = new FlamePane(actions, popup, (row, isHovered) => this.showDetails(row, isHovered));
    this.toolbar = new FlameToolbar(actions, popup, this.graph);
    const overview = new Overview(this.graph.colors, (frame) => actions.zoomToFrame(frame));
    this.breadcrumb = new Breadcrumb(actions, popup, overview, () => this.graph.element.focus());
    this.details = new DetailFooter(actions.sourceWords, {
      showCalls: () => actions.showSandwich(this.detailed[0] ?? 0),
      openSource: () => actions.openSource(this.detailed[0] ?? 0),
    }, this.breadcrumb.buttonsInFooter);
    const remarks = element('div', { class: 'remarks' }, this.toolbar.search.error, this.waitingText.element);
    const stage = element('div', { class: 'stage' }, this.graph.element, this.emptyNotice.element, remarks);
    this.element.append(stage, this.breadcrumb.element, this.details.element);
  }

  /** Width for the graph in CSS pixels; 0 while the page is hidden. */
  get graphWidth(): number {
    return this.graph.width;
  }

  draw({ frames, whole, view, focused, pendingSelection, isRefined, restText }: LayoutInput): void {
    this.frames = frames;
    this.missingFunction = pendingSelection;
    this.element.classList.add('drawn');
    const { zoomed } = frames.window;
    const shown = { share: sharePart(shownPart(frames, zoomed), 1), text: shownText(frames, zoomed, isRefined) };
    this.breadcrumb.show(frames, { isSandwich: view.callers === true, whole, shown });
    this.graph.draw(frames, view.width, focused);
    this.toolbar.showMatches(frames.window, view.search);
    setText(this.note, shownText(frames, 0, isRefined));
    setAttributes(this.note, { title: restText || undefined });
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

  /** Call when a function was selected, or none is. */
  updateDetails(): void {
    this.showDetails(...this.detailed);
  }

  private showDetails(row: number | undefined, isHovered: boolean): void {
    const { frames, actions } = this;
    this.detailed = [row, isHovered];
    if (!frames) return;
    if (row === undefined) return this.details.show(missingDetails(frames, this.missingFunction), true);
    const { focusedRow } = this.graph;
    const isSelected = actions.hasSelection || (focusedRow !== undefined && isRest(frames.window, focusedRow));
    if (!isSelected && !isHovered) return this.details.hide();
    this.details.show(frameDetails(frames, row, actions.canShowSandwich(row)), isSelected);
  }

  private showEmptyNotice({ window }: Frames, { from: start }: FlameRequest): void {
    if (window.cum[0] !== 0 || window.id.length > 1) return this.emptyNotice.hide();
    const everything = { label: 'Show everything', run: () => this.actions.startAt('') };
    this.emptyNotice.show(nothingText(start), start === undefined ? undefined : everything);
  }
}

/** How much of the total a row shows, and its change: `Showing 12 % of the total · change −62 µs/op`. */
function shownText({ window }: Pick<Frames, 'window'>, row: number, isRefined: boolean): string {
  const share = window.total === 0 ? '' : shareText(shownPart({ window }, row), isRefined);
  const net = isChangeKnown(window, row) ? `${changeName(window)} ${netText(window, row)}` : '';
  return [share, net].filter((text) => text !== '').join(' · ');
}

/** The part of the total that is under a row, from 0 to 1. */
function shownPart({ window: { covered, size } }: Pick<Frames, 'window'>, row: number): number {
  return size[0] === 0 ? covered : covered * (size[row] / size[0]);
}
