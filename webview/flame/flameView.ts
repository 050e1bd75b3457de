import { percentage } from '../../src/profile/text/measurement';
import type { AskedView } from '../../src/protocol/questions';
import type { Actions } from './actions';
import { Breadcrumb } from './breadcrumb';
import { Details } from './frameDetails';
import { element, setText } from '../dom';
import type { Frames } from './flameFrames';
import { GraphPane } from './flamePane';
import { Notice } from '../notice';
import type { Popup } from '../popup';
import { SearchBox } from './searchBox';
import { StackOptions } from './stackOptions';
import { StartSwitch } from './startSwitch';
import { button } from '../toolkit';

/** An answer quicker than this shows no sign of waiting. Milliseconds. */
const PATIENCE = 300;

export interface Drawing {
  readonly frames: Frames;
  readonly view: AskedView;
  /** undefined: the function that is wanted is not drawn. */
  readonly focused: number | undefined;
  /** Name of the selected function, where it is looked for. */
  readonly wanted: string;
  readonly isRefined: boolean;
}

/** The parts of the flame graph and how they stand together. Decides nothing: what the user does goes to `actions`. */
export class FlameView {
  readonly element = element('section', { class: 'flame' });
  readonly searchBox: SearchBox;
  readonly startSwitch: StartSwitch;
  readonly options: StackOptions;
  readonly graph: GraphPane;
  private readonly breadcrumb: Breadcrumb;
  private readonly details: Details;
  /** How much of the profile the graph shows. */
  private readonly share = element('span', { class: 'start-share' });
  private readonly empty = new Notice('empty', 'status');
  private readonly waiting = element('div', { class: 'waiting', hidden: true }, 'Computing…');
  private frames: Frames | undefined;
  /** Name of the selected function, described where no frame is. */
  private missing = '';
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly actions: Actions,
    popup: Popup,
  ) {
    this.graph = new GraphPane(actions, popup, (row) => this.describe(row));
    this.searchBox = new SearchBox(actions, () => this.graph.focusMatch());
    this.startSwitch = new StartSwitch(actions);
    this.options = new StackOptions(actions, popup);
    this.breadcrumb = new Breadcrumb(actions, popup);
    this.details = new Details(actions);
    const save = button({ appearance: 'icon', hint: 'Save as SVG…', onClick: () => actions.saveSvg() }, '⤓');
    const switches = element('div', { class: 'switches' }, this.startSwitch.element, this.share, this.options.element, save);
    const where = element('div', { class: 'where' }, switches, this.breadcrumb.element);
    const remarks = element('div', { class: 'remarks' }, this.searchBox.error, this.waiting);
    const stage = element('div', { class: 'stage' }, this.graph.element, this.empty.element, remarks);
    this.element.append(where, stage, this.details.element);
  }

  /** CSS pixels at hand for the graph; 0 while the page is hidden. */
  get graphWidth(): number {
    return this.graph.width;
  }

  draw({ frames, view, focused, wanted, isRefined }: Drawing): void {
    this.frames = frames;
    this.missing = wanted;
    this.element.classList.add('drawn');
    this.breadcrumb.show(frames, { isTurned: view.callers === true });
    this.graph.draw(frames, view.width, focused);
    this.searchBox.showMatches(frames.window, view.search);
    const { covered, total } = frames.window;
    const of = isRefined ? 'refined total' : 'total';
    setText(this.share, total === 0 ? '' : `${percentage(covered, 1)} of the ${of} shown`);
    this.showEmptiness(frames, view);
  }

  /** Gives the focus to a row, or to none: the selected function is `missing` then. */
  focus(row: number | undefined, missing = ''): void {
    this.missing = missing;
    this.graph.focusRow(row);
  }

  /** A question is on its way. */
  asked(): void {
    this.patience ??= setTimeout(() => (this.waiting.hidden = false), PATIENCE);
  }

  /** An answer came; `more` where another one is still on its way. */
  answered(more: boolean): void {
    this.stopWaiting();
    if (more) this.asked();
  }

  onScroll(listener: (pixels: number) => void): void {
    this.graph.element.addEventListener('scroll', () => listener(this.graph.scroll));
  }

  /** Tells of a change of width, once a frame at most. */
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
    clearTimeout(this.patience);
    this.patience = undefined;
    this.waiting.hidden = true;
  }
}
