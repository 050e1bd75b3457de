import type { TimeRange, TimelineWindow } from '../../src/timeline/window';
import { element, setText } from '../controls/dom';
import { type ChartColors, seriesClass } from './chartColors';
import type { ChartOptions } from './chartSource';
import { Plot } from './plot';
import { pointsOf, readoutOf } from './readout';
import type { TimeWords } from './timeAxis';

/** Movements of the pointer below this many pixels are a click. */
const CLICK = 4;

export interface PointerActions {
  /** The pointer is at a moment, or drags over a range; undefined if it has left the chart. */
  point(range: TimeRange | undefined): void;
  /** @param isOther whether Shift is held: another range beside the one that is selected */
  select(range: TimeRange, isOther: boolean): void;
}

/** What is marked on a chart. */
export interface ChartMarks {
  readonly pointed?: TimeRange | undefined;
  readonly selected?: TimeRange | undefined;
  /** What the selected range is compared with. */
  readonly against?: TimeRange | undefined;
  /** Moments at which something happened, with what it was. */
  readonly notes?: readonly { readonly at: number; readonly text: string }[] | undefined;
}

/** One chart: its title, its series with their figures, and the drawing, on which a moment and a range are marked. */
export class TimeChart {
  readonly element: HTMLElement;
  private readonly caption: HTMLElement;
  private readonly plot: Plot;
  private readonly values: readonly HTMLElement[];
  private readonly pointed = element('div', { class: 'pointed', hidden: true });
  private readonly selected = element('div', { class: 'selected', hidden: true });
  private readonly against = element('div', { class: 'against', hidden: true });
  private readonly notes = element('div', {});
  private window: TimelineWindow | undefined;
  private marks: ChartMarks = {};

  constructor(
    readonly options: ChartOptions,
    hasTimeAxis: boolean,
    colors: ChartColors,
    times: TimeWords,
    actions: PointerActions,
  ) {
    this.plot = new Plot(options, hasTimeAxis, colors, times);
    this.values = options.series.map(() => element('span', { class: 'value' }));
    this.caption = element('figcaption', {}, element('span', { class: 'chart-title' }, options.title),
      ...options.series.map(({ name, shape }, i) =>
        element('span', { class: 'series' },
          element('span', { class: `swatch ${shape === 'mark' ? 'is-mark ' : ''}${seriesClass(i)}` }), name, this.values[i])));
    this.element = element('figure', { class: 'time-chart' }, this.caption, this.plot.element);
    this.plot.area.append(this.notes, this.against, this.selected, this.pointed);
    this.listen(actions);
  }

  show(window: TimelineWindow, range: TimeRange): void {
    this.window = window;
    this.plot.show(window, range);
    this.mark(this.marks);
  }

  resize(width: number): void {
    this.plot.resize(width);
    this.caption.style.minHeight = '';
    this.mark(this.marks);
  }

  recolor(colors: ChartColors): void {
    this.plot.recolor(colors);
  }

  dispose(): void {
    this.plot.dispose();
  }

  /** Marks what the pointer is at, and what is selected, and reads out the figures of the first of them. */
  mark(marks: ChartMarks): void {
    this.marks = marks;
    this.place(this.pointed, marks.pointed);
    this.place(this.selected, marks.selected);
    this.place(this.against, marks.against);
    this.notes.replaceChildren(...(marks.notes ?? []).map(({ at, text }) => {
      const note = element('div', { class: 'note', title: text });
      note.style.left = `${this.plot.xOf(at)}px`;
      return note;
    }));
    this.readOut(marks.pointed ?? marks.selected);
  }

  /** Keeps the room that the figures took, so that the charts below do not move under the pointer once more. */
  keepHeight(): void {
    const { offsetHeight, style } = this.caption;
    if (offsetHeight > (parseFloat(style.minHeight) || 0)) style.minHeight = `${offsetHeight}px`;
  }

  /** The figures that are read out, with their names. */
  get spoken(): string {
    const spoken = this.options.series.flatMap(({ name }, i) => {
      const { textContent: text } = this.values[i];
      return text === '' ? [] : [text === '✓' ? name : `${name} ${text}`];
    });
    return spoken.length === 0 ? '' : `${this.options.title}: ${spoken.join(', ')}`;
  }

  private readOut(range: TimeRange | undefined): void {
    const points = range && this.window && pointsOf(this.window, range);
    const texts = points && this.window ? readoutOf(this.options, this.window, points) : [];
    this.values.forEach((value, i) => setText(value, texts[i] ?? ''));
  }

  private place(mark: HTMLElement, range: TimeRange | undefined): void {
    mark.hidden = !range;
    if (!range) return;
    const [left, right] = [this.plot.xOf(range.from), this.plot.xOf(range.to)];
    mark.style.left = `${left}px`;
    mark.style.width = `${Math.max(1, right - left)}px`;
  }

  private listen({ point, select }: PointerActions): void {
    const { area } = this.plot;
    let start: number | undefined;
    const xOf = ({ clientX }: PointerEvent) => clientX - area.getBoundingClientRect().left;
    const rangeTo = (x: number): TimeRange => {
      const isDrag = start !== undefined && Math.abs(x - start) >= CLICK;
      const [a, b] = [this.plot.momentAt(isDrag ? start! : x), this.plot.momentAt(x)];
      return { from: Math.min(a, b), to: Math.max(a, b) };
    };
    area.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      start = xOf(event);
      area.setPointerCapture(event.pointerId);
    });
    area.addEventListener('pointermove', (event) => point(rangeTo(xOf(event))));
    area.addEventListener('pointerup', (event) => {
      if (start === undefined) return;
      const range = rangeTo(xOf(event));
      start = undefined;
      point(undefined);
      select(range, event.shiftKey);
    });
    area.addEventListener('pointercancel', () => (start = undefined));
    area.addEventListener('pointerleave', () => start === undefined && point(undefined));
  }
}
