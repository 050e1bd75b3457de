import { nearestIndex, type TimeRange, type TimelineWindow } from '../../src/timeline/window';
import { element, setAttributes, setText, stopEvent } from '../controls/dom';
import { colorsOf, onThemeChange } from './chartColors';
import type { ChartOptions, ChartSource } from './chartSource';
import { RUN_TIME, type TimeWords } from './timeAxis';
import { type ChartMarks, TimeChart } from './timeChart';

export interface TimeChartsOptions {
  /** What the charts show, for assistive technology. */
  readonly label: string;
  /** From top to bottom. The last one has the times below it. */
  readonly charts: readonly ChartOptions[];
  /** How times are written; by default, since the start of a run. */
  readonly times?: TimeWords;
  /** A moment was selected, or `undefined`: nothing is any more. */
  onMoment(seconds: number | undefined): void;
  onRange(range: TimeRange): void;
  /** A range or a moment was selected with Shift, beside another one; if unset, Shift makes no difference. */
  readonly onOther?: (range: TimeRange) => void;
  /** A source could not answer: see unlessCancelled. Sources in the page always can. */
  readonly onFailure: (error: unknown) => void;
}

/** Points that Ctrl with an arrow key passes. */
const LEAP = 20;
const ZOOM = 2;
/** Of charts without rows, or with one, in seconds. */
const LEAST_SPAN = 1;

/**
 * Charts over one time axis. A click or Enter selects a moment, a drag or Shift with arrow keys a range, Escape
 * nothing; Shift with a click, a drag or Enter another one beside it. `+`, `-` and `0` zoom.
 */
export class TimeCharts {
  readonly element: HTMLElement;
  private readonly time = element('span', { class: 'moment' });
  private readonly zoomIn = toolButton('Zoom In', 'Zoom into what is selected (+)', () => this.zoomBy(1 / ZOOM));
  private readonly zoomAll = toolButton('Show All', 'Show the whole time (0)', () => this.zoom(undefined));
  private readonly times: TimeWords;
  private readonly plots: HTMLElement;
  private readonly charts: readonly TimeChart[];
  private readonly sources: readonly ChartSource[];
  private readonly windows = new Map<ChartSource, TimelineWindow>();
  /** Unset: the whole span. */
  private zoomed: TimeRange | undefined;
  private pointed: TimeRange | undefined;
  /** The end of a range that Shift with arrow keys leaves where it is. */
  private anchor: number | undefined;
  private selected: TimeRange | undefined;
  private against: TimeRange | undefined;
  private notes: ChartMarks['notes'];
  private width = 0;
  private frame = 0;
  private readonly resizes = new ResizeObserver(() => this.onResize());
  private readonly endThemeChanges = onThemeChange(() => this.recolor());

  constructor(private readonly options: TimeChartsOptions) {
    const { label, times = RUN_TIME } = options;
    this.times = times;
    const slider = { role: 'slider', tabindex: 0, 'aria-label': label, 'aria-valuenow': 0 };
    this.plots = element('div', { class: 'plots', ...slider });
    this.element = element('section', { class: 'time-charts' },
      element('div', { class: 'chart-tools' }, this.zoomIn, this.zoomAll, this.time), this.plots);
    const colors = colorsOf(document.body);
    const pointer = {
      point: (range: TimeRange | undefined) => this.point(range),
      select: (range: TimeRange, isOther: boolean) => this.choose(range, isOther),
    };
    const last = options.charts.length - 1;
    this.charts = options.charts.map((chart, i) => new TimeChart(chart, i === last, colors, this.times, pointer));
    this.sources = [...new Set(options.charts.map(({ source }) => source))];
    this.plots.append(...this.charts.map(({ element: chart }) => chart));
    this.plots.addEventListener('keydown', (event) => this.onKeydown(event));
    this.resizes.observe(this.plots);
    this.showMarks();
  }

  /** Ends what goes on when the charts are no longer in the page. */
  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.resizes.disconnect();
    this.endThemeChanges();
    for (const chart of this.charts) chart.dispose();
  }

  /** The time in view; undefined without rows. */
  get range(): TimeRange | undefined {
    return this.zoomed ?? this.span;
  }

  /** Draws again, since rows were added or replaced; at most once a frame. */
  update(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  /**
   * Marks a range, or a moment as a range without length, as selected. What the user points at stays. Does not call
   * back.
   * @param against what it is compared with
   */
  select(range: TimeRange | undefined, against?: TimeRange): void {
    this.selected = range;
    this.against = against;
    this.showMarks();
  }

  /** Marks moments at which something happened. */
  note(notes: ChartMarks['notes']): void {
    this.notes = notes;
    this.showMarks();
  }

  /** Shows a range of time; the whole time if undefined. */
  zoom(range: TimeRange | undefined): void {
    this.zoomed = range && range.to > range.from ? range : undefined;
    this.update();
    this.showMarks();
  }

  private get span(): TimeRange | undefined {
    const spans = this.sources.flatMap(({ span }) => span ?? []);
    if (spans.length === 0) return undefined;
    const from = Math.min(...spans.map((span) => span.from));
    const to = Math.max(...spans.map((span) => span.to));
    return { from, to: to > from ? to : from + LEAST_SPAN };
  }

  private draw(): void {
    const range = this.range ?? { from: 0, to: LEAST_SPAN };
    if (this.width === 0) return;
    for (const source of this.sources) {
      const answer = source.window(range, this.width);
      if (!(answer instanceof Promise)) this.show(source, answer, range);
      else answer.then((window) => this.show(source, window, range), this.options.onFailure);
    }
  }

  private show(source: ChartSource, window: TimelineWindow, range: TimeRange): void {
    this.windows.set(source, window);
    for (const chart of this.charts) if (chart.options.source === source) chart.show(window, range);
    this.describe();
  }

  private onResize(): void {
    const width = Math.floor(this.plots.clientWidth);
    if (width === 0 || width === this.width) return;
    this.width = width;
    for (const chart of this.charts) chart.resize(width);
    this.update();
  }

  private recolor(): void {
    const colors = colorsOf(document.body);
    for (const chart of this.charts) chart.recolor(colors);
  }

  private point(range: TimeRange | undefined): void {
    this.pointed = range && this.snapped(range);
    this.anchor = undefined;
    this.showMarks();
  }

  private choose(range: TimeRange, isOther = false): void {
    const selected = this.snapped(range);
    const { onOther } = this.options;
    this.pointed = this.anchor = undefined;
    if (isOther && onOther && this.selected) {
      this.select(selected, this.selected);
      return onOther(selected);
    }
    this.select(selected);
    if (selected.from === selected.to) this.options.onMoment(selected.from);
    else this.options.onRange(selected);
  }

  /** A moment moves to the row nearest to it, if rows are far enough apart to be seen. */
  private snapped(range: TimeRange): TimeRange {
    if (range.from !== range.to) return range;
    const nearest = this.sources.flatMap((source) => {
      const { times, counts } = this.windows.get(source) ?? { times: [], counts: [] };
      const at = nearestIndex(times, times.length, range.from);
      return at >= 0 && counts[at] === 1 ? times[at] : [];
    });
    if (nearest.length === 0) return range;
    const moment = nearest.reduce((a, b) => (Math.abs(a - range.from) <= Math.abs(b - range.from) ? a : b));
    return { from: moment, to: moment };
  }

  private showMarks(): void {
    const { pointed, selected, against, notes } = this;
    for (const chart of this.charts) chart.mark({ pointed, selected, against, notes });
    // After all are written, so that the page is laid out once.
    for (const chart of this.charts) chart.keepHeight();
    this.describe();
  }

  /** Writes the moment, for the eye and for assistive technology. */
  private describe(): void {
    const shown = this.pointed ?? this.selected;
    const range = this.range ?? { from: 0, to: 0 };
    const precision = (range.to - range.from) / Math.max(1, this.width);
    const text = shown ? this.textOf(shown, precision) : '';
    setText(this.time, text);
    this.zoomIn.hidden = !this.windows.size;
    this.zoomAll.hidden = !this.zoomed;
    setAttributes(this.plots, {
      'aria-valuemin': range.from,
      'aria-valuemax': range.to,
      'aria-valuenow': shown?.to ?? range.from,
      'aria-valuetext': [text || 'No moment', ...this.charts.map(({ spoken }) => spoken).filter(Boolean)].join('. '),
    });
  }

  private textOf({ from, to }: TimeRange, precision: number): string {
    return from === to ? this.times.moment(from, precision) : this.times.range(from, to, precision);
  }

  private onKeydown(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    if (!this.onKey(event)) return;
    stopEvent(event);
  }

  private onKey({ key, shiftKey, ctrlKey }: KeyboardEvent): boolean {
    switch (key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        this.step((key === 'ArrowLeft' ? -1 : 1) * (ctrlKey ? LEAP : 1), shiftKey);
        return true;
      case 'Home':
      case 'End':
        this.step(key === 'Home' ? -Infinity : Infinity, shiftKey);
        return true;
      case 'Enter':
        if (!this.pointed) return false;
        this.choose(this.pointed, shiftKey);
        return true;
      case 'Escape':
        return this.clear();
      case '+':
      case '=':
        this.zoomBy(1 / ZOOM);
        return true;
      case '-':
        this.zoomBy(ZOOM);
        return true;
      case '0':
        this.zoom(undefined);
        return true;
      default:
        return false;
    }
  }

  private clear(): boolean {
    const wasSelected = this.selected !== undefined;
    if (!wasSelected && !this.pointed && !this.zoomed) return false;
    if (!wasSelected && !this.pointed) this.zoom(undefined);
    this.pointed = this.anchor = undefined;
    this.select(undefined);
    if (wasSelected) this.options.onMoment(undefined);
    return true;
  }

  /** Moves by points of the charts; with `extends`, one end of a range. */
  private step(by: number, extendsRange: boolean): void {
    const times = this.pointTimes();
    if (times.length === 0) return;
    const shown = this.pointed ?? this.selected;
    const end = shown && (shown.from === this.anchor ? shown.to : shown.from);
    const at = end === undefined ? (by > 0 ? -1 : times.length) : nearestIndex(times, times.length, end);
    const moment = times[Math.min(times.length - 1, Math.max(0, at + by))];
    const anchor = extendsRange ? (this.anchor ?? shown?.from ?? moment) : undefined;
    this.pointed = { from: Math.min(moment, anchor ?? moment), to: Math.max(moment, anchor ?? moment) };
    this.anchor = anchor;
    this.showMarks();
  }

  private pointTimes(): number[] {
    const { range } = this;
    if (!range) return [];
    const times = [...this.windows.values()].flatMap((window) => window.times);
    const isInView = (time: number, i: number, all: readonly number[]) => {
      return time >= range.from && time <= range.to && time !== all[i - 1];
    };
    return times.sort((a, b) => a - b).filter(isInView);
  }

  private zoomBy(factor: number): void {
    const { span, range } = this;
    if (!span || !range) return;
    const shown = this.pointed ?? this.selected;
    if (factor < 1 && shown && shown.to > shown.from) return this.zoom(shown);
    const center = shown?.from ?? (range.from + range.to) / 2;
    const share = (center - range.from) / (range.to - range.from);
    const length = (range.to - range.from) * factor;
    if (length >= span.to - span.from) return this.zoom(undefined);
    const from = Math.min(span.to - length, Math.max(span.from, center - share * length));
    this.zoom({ from, to: from + length });
  }
}

function toolButton(text: string, hint: string, onClick: () => void): HTMLElement {
  const created = element('button', { class: 'link', title: hint, hidden: true }, text);
  created.addEventListener('click', onClick);
  return created;
}
