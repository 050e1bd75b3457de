import { RUNTIME_FIGURES, type RuntimeFigure } from '../../src/timeline/runtimeFigures';
import type { ChartOptions, SeriesOptions } from '../charts/chartSource';
import type { LiveRows } from '../charts/liveRows';

interface StripSeries {
  readonly name: string;
  readonly figure: RuntimeFigure;
  readonly shape?: SeriesOptions['shape'];
}

/** A chart of the strip. */
export interface StripChart {
  /** In the list of charts, and as the chart's title. */
  readonly title: string;
  readonly unit: string;
  readonly series: readonly StripSeries[];
  /** What its figures mean. */
  readonly meaning: string;
}

export const STRIP_CHARTS: readonly StripChart[] = [
  {
    title: 'CPU',
    unit: 'count',
    series: [{ name: 'used', figure: 'cpuUsed' }, { name: 'GOMAXPROCS', figure: 'processors', shape: 'step' }],
    meaning: 'Processors that the process used, with what Linecost needs, and those that Go code may use at once.',
  },
  {
    title: 'Heap',
    unit: 'bytes',
    series: [
      { name: 'objects', figure: 'heapObjects' },
      { name: 'live', figure: 'heapLive', shape: 'step' },
      { name: 'goal', figure: 'heapGoal', shape: 'step' },
      { name: 'GC', figure: 'cycles', shape: 'mark' },
    ],
    meaning: 'Objects: with those that are garbage, but not freed yet. Live: in use at the last garbage collection. Goal: the size at which the next one is to be done. GC: collections that ended. Linecost is in it: each piece of the CPU profile takes about 1 MiB.',
  },
  {
    title: 'GC pauses',
    unit: 'nanoseconds',
    series: [{ name: 'longest', figure: 'longestPause' }, { name: 'sum', figure: 'pauses' }],
    meaning: 'Times in which garbage collection stopped the program, at most: the runtime counts them in buckets.',
  },
  {
    title: 'GC share',
    unit: '%',
    series: [{ name: 'of available CPU time', figure: 'gcShare' }],
    meaning: 'CPU time for garbage collection as a part of what GOMAXPROCS makes available, idle time included, without what processors did for it only because they were idle. Go counts it at the end of a collection: a point is of the time since the one before.',
  },
  {
    title: 'Goroutines',
    unit: 'count',
    series: [
      { name: 'all', figure: 'goroutines' },
      { name: 'running', figure: 'running' },
      { name: 'ready', figure: 'runnable' },
      { name: 'in system calls or C', figure: 'notInGo' },
    ],
    meaning: 'Goroutines of the program. Ready: they wait for a processor. By state from Go 1.26 on.',
  },
  {
    title: 'Scheduling',
    unit: 'nanoseconds',
    series: [{ name: 'median', figure: 'latencyMedian' }, { name: '99th percentile', figure: 'latency99' }],
    meaning: 'How long goroutines that were ready waited for a processor, at most: the runtime counts in buckets.',
  },
];

/** Figures that only newer versions of Go have. */
const BY_STATE: readonly RuntimeFigure[] = ['running', 'runnable', 'notInGo'];

/** The place of a figure in a row. */
export function columnOf(figure: RuntimeFigure): number {
  return RUNTIME_FIGURES.indexOf(figure);
}

/** A chart of rows, without figures that the program's Go does not have. Call when there are rows. */
export function chartOf({ title, unit, series }: StripChart, rows: LiveRows, height: number): ChartOptions {
  const isKnown = (figure: RuntimeFigure) => {
    return !BY_STATE.includes(figure) || !Number.isNaN(rows.columns[columnOf(figure)][0]);
  };
  const shown = series.filter(({ figure }) => isKnown(figure));
  return {
    title,
    unit,
    source: rows,
    height,
    series: shown.map(({ name, figure, shape }) => ({ name, column: columnOf(figure), ...(shape && { shape }) })),
  };
}
