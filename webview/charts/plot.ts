import 'uplot/dist/uPlot.min.css';
import UPlot from 'uplot';
import type { TimeRange, TimelineWindow } from '../../src/timeline/window';
import { figureTexts } from '../../src/profile/text/screen/figure';
import { element } from '../controls/dom';
import type { ChartColors } from './chartColors';
import type { ChartOptions, SeriesOptions } from './chartSource';
import { figureSteps } from './figureSteps';
import { TIME_STEPS, type TimeWords } from './timeAxis';

const HEIGHT = 84;
/** The sizes of the axes, at least, and for large letters in letters. */
const TIME_AXIS = { pixels: 22, letters: 1.6 };
const FIGURE_AXIS = { pixels: 70, letters: 5.4 };
/** Above and below the drawing, for half of a figure's text. */
const EDGE = 8;
/** At the right end, for half of the last tick's text. */
const RIGHT = 18;
/** Distance between ticks, at least, in pixels. */
const TIME_SPACE = 64;
const FIGURE_SPACE = { pixels: 18, letters: 1.3 };
/** Of a low chart, so that its axis has more than 0. */
const LOW_SPACE = 13;
const LOW = 40;
/** The largest figure is this part of the axis. */
const FILLED = 0.92;
const MARK_LENGTH = 7;
/** The drawing of a chart: axes, lines and marks. Uses uPlot without its cursor and legend. */
export class Plot {
  readonly element = element('div', { class: 'plot' });
  private readonly plot: UPlot;
  private range: TimeRange = { from: 0, to: 1 };
  private window: TimelineWindow | undefined;

  /** @param hasTimeAxis whether the times are below the drawing */
  constructor(
    private readonly options: ChartOptions,
    private readonly hasTimeAxis: boolean,
    private colors: ChartColors,
    private readonly times: TimeWords,
  ) {
    this.plot = new UPlot({
      width: 300,
      height: this.height,
      padding: [EDGE, RIGHT, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [this.range.from, this.range.to] },
        y: { range: (_, least, most) => this.figureRange(least, most) },
      },
      axes: [this.timeAxis(), this.figureAxis()],
      series: [{}, ...options.series.map((series, i) => this.lineOf(series, i))],
      hooks: { draw: [() => this.drawMarks()] },
    }, [[], ...options.series.map(() => [])] as UPlot.AlignedData, this.element);
  }

  /** Has the size of the drawing without its axes; takes overlays and events. */
  get area(): HTMLElement {
    return this.plot.over;
  }

  show(window: TimelineWindow, range: TimeRange): void {
    this.window = window;
    this.range = range;
    this.plot.setData(alignedData(window, this.options.series));
  }

  resize(width: number): void {
    if (width !== this.plot.width) this.plot.setSize({ width, height: this.height });
  }

  recolor(colors: ChartColors): void {
    this.colors = colors;
    const font = drawnFont(colors.font);
    for (const axis of this.plot.axes as unknown as { font: typeof font }[]) axis.font = font;
    this.plot.redraw(false, true);
  }

  /** Ends uPlot's listeners of the window. */
  dispose(): void {
    this.plot.destroy();
  }

  /** Pixels from the left of the area. */
  xOf(moment: number): number {
    return this.plot.valToPos(moment, 'x');
  }

  momentAt(x: number): number {
    const { width } = this.area.getBoundingClientRect();
    return this.plot.posToVal(Math.min(width, Math.max(0, x)), 'x');
  }

  private get height(): number {
    return (this.options.height ?? HEIGHT) + EDGE + (this.hasTimeAxis ? this.sized(TIME_AXIS) : EDGE);
  }

  private sized({ pixels, letters }: typeof TIME_AXIS): number {
    return Math.max(pixels, Math.ceil(letters * parseFloat(this.colors.font)));
  }

  private timeAxis(): UPlot.Axis {
    return {
      ...this.axisLook(),
      size: () => (this.hasTimeAxis ? this.sized(TIME_AXIS) : EDGE),
      space: TIME_SPACE,
      incrs: [...TIME_STEPS],
      values: (_, ticks, __, ___, step) => (this.hasTimeAxis ? this.times.ticks(ticks, step) : ticks.map(() => '')),
    };
  }

  private figureAxis(): UPlot.Axis {
    const { unit, write } = this.options;
    const hasSteps = figureSteps(unit, 1) !== undefined;
    return {
      ...this.axisLook(),
      size: () => this.sized(FIGURE_AXIS),
      space: () => ((this.options.height ?? HEIGHT) < LOW ? LOW_SPACE : this.sized(FIGURE_SPACE)),
      ...(hasSteps && { incrs: (_: UPlot, __: number, ___: number, most: number) => figureSteps(unit, most)! }),
      values: (_, ticks) => (write ? ticks.map(write) : figureTexts(ticks, unit)),
    };
  }

  private axisLook(): UPlot.Axis {
    return {
      stroke: () => this.colors.text,
      font: this.colors.font,
      gap: 6,
      grid: { stroke: () => this.colors.grid, width: 1 },
      ticks: { show: false },
    };
  }

  private lineOf({ shape = 'line' }: SeriesOptions, index: number): UPlot.Series {
    if (shape === 'mark') return { show: false };
    const color = () => this.colors.series[index % this.colors.series.length];
    return {
      stroke: color,
      width: 1.5,
      points: { size: 4, stroke: color, fill: color },
      ...(shape === 'step' && { paths: UPlot.paths.stepped!({ align: 1 }) }),
    };
  }

  /** From 0, or the least figure if that is below. */
  private figureRange(least: number | null, most: number | null): [number, number] {
    const top = Math.max((most ?? 0) / FILLED, this.options.atLeast ?? 0);
    return [Math.min(0, least ?? 0), top > 0 ? top : 1];
  }

  /** Ticks that hang from the upper edge, those of each series in another row. */
  private drawMarks(): void {
    const { ctx, bbox } = this.plot;
    const { times = [], high = [] } = this.window ?? {};
    const ratio = UPlot.pxRatio;
    const marks = [...this.options.series.entries()].filter(([, { shape }]) => shape === 'mark');
    ctx.save();
    marks.forEach(([index, { column }], row) => {
      ctx.fillStyle = this.colors.series[index % this.colors.series.length];
      const top = bbox.top + row * (MARK_LENGTH + 2) * ratio;
      times.forEach((time, i) => {
        if (!high[column][i] || time < this.range.from || time > this.range.to) return;
        ctx.fillRect(this.plot.valToPos(time, 'x', true) - ratio, top, 2 * ratio, MARK_LENGTH * ratio);
      });
    });
    ctx.restore();
  }
}

/** A font as uPlot has it once it draws: in device pixels, with its size in these and in those of CSS. */
function drawnFont(font: string): [text: string, size: number, cssSize: number] {
  const cssSize = parseFloat(font);
  const size = Math.round(cssSize * UPlot.pxRatio);
  return [font.replace(/^[\d.]+/, String(size)), size, cssSize];
}

/** Two places of a point that has a least and a largest figure, in uPlot's form. */
function alignedData(
  { times, counts, low, high }: TimelineWindow,
  series: readonly SeriesOptions[],
): UPlot.AlignedData {
  const places = counts.map((count) => (count === 1 ? 1 : 2));
  const spread = (first: readonly (number | null)[], second: readonly (number | null)[]) => {
    const values: (number | null)[] = [];
    for (let i = 0; i < places.length; i++) {
      values.push(first[i]);
      if (places[i] === 2) values.push(second[i]);
    }
    return values;
  };
  return [spread(times, times), ...series.map(({ column }) => spread(low[column], high[column]))] as UPlot.AlignedData;
}
