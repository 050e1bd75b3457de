import { RUNTIME_FIGURES, type RuntimeFigure } from '../../src/timeline/runtimeFigures';
import { WATCH_FIGURES, type WatchFigure } from '../../src/timeline/watchFigures';
import type { ChartOptions, SeriesOptions } from '../charts/chartSource';
import type { LiveRows } from '../charts/liveRows';

interface StripSeries {
  readonly name: string;
  /** The place of its figure in a row. */
  readonly column: number;
  /** Whether it counts, in a chart of another unit. */
  readonly isCount?: true;
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

type Look = Omit<StripSeries, 'name' | 'column'>;

const ofProgram = (name: string, figure: RuntimeFigure, look: Look = {}): StripSeries => {
  return { name, column: columnOf(figure), ...look };
};
const ofService = (name: string, figure: WatchFigure): StripSeries => ({ name, column: watchColumnOf(figure) });

const PROGRAM_CHARTS: readonly StripChart[] = [
  {
    title: 'CPU',
    unit: 'count',
    series: [ofProgram('used', 'cpuUsed'), ofProgram('GOMAXPROCS', 'processors', { shape: 'step' })],
    meaning: 'Processors that the process used, with what Linecost needs, and those that Go code may use at once.',
  },
  {
    title: 'Heap',
    unit: 'bytes',
    series: [
      ofProgram('objects', 'heapObjects'),
      ofProgram('live', 'heapLive', { shape: 'step' }),
      ofProgram('goal', 'heapGoal', { shape: 'step' }),
      ofProgram('GC', 'cycles', { shape: 'mark', isCount: true }),
    ],
    meaning: 'Objects: with those that are garbage, but not freed yet. Live: in use at the last garbage collection. Goal: the size at which the next one is to be done. GC: collections that ended. Linecost is in it: each piece of the CPU profile takes about 1 MiB.',
  },
  {
    title: 'GC pauses',
    unit: 'nanoseconds',
    series: [ofProgram('longest', 'longestPause'), ofProgram('sum', 'pauses')],
    meaning: 'Times in which garbage collection stopped the program, at most: the runtime counts them in buckets.',
  },
  {
    title: 'GC share',
    unit: '%',
    series: [ofProgram('of available CPU time', 'gcShare')],
    meaning: 'CPU time for garbage collection as a part of what GOMAXPROCS makes available, idle time included, without what processors did for it only because they were idle. Go counts it at the end of a collection: a point is of the time since the one before.',
  },
  {
    title: 'Goroutines',
    unit: 'count',
    series: [
      ofProgram('all', 'goroutines'),
      ofProgram('running', 'running'),
      ofProgram('ready', 'runnable'),
      ofProgram('in system calls or C', 'notInGo'),
    ],
    meaning: 'Goroutines of the program. Ready: they wait for a processor. By state from Go 1.26 on.',
  },
  {
    title: 'Scheduling',
    unit: 'nanoseconds',
    series: [ofProgram('median', 'latencyMedian'), ofProgram('99th percentile', 'latency99')],
    meaning: 'How long goroutines that were ready waited for a processor, at most: the runtime counts in buckets.',
  },
];

const SERVICE_CHARTS: readonly StripChart[] = [
  {
    title: 'CPU',
    unit: 'count',
    series: [ofService('processors used', 'cpuUsed')],
    meaning: 'Processors that the service used while its CPU profile was measured, a short time of each moment.',
  },
  {
    title: 'Heap',
    unit: 'bytes',
    series: [ofService('in use', 'heapInUse'), ofService('memory of the process', 'resident')],
    meaning: 'In use at the last garbage collection that had ended, as the heap profile estimates it from samples. The memory of the process is known on this machine.',
  },
  {
    title: 'Goroutines',
    unit: 'count',
    series: [ofService('all', 'goroutines')],
    meaning: 'Goroutines of the service, with those that answer Linecost.',
  },
  {
    title: 'GC share',
    unit: '%',
    series: [ofService('of available CPU time', 'gcShare'), ofService('of CPU time used', 'gcOfUsed')],
    meaning: 'CPU time for garbage collection: as a part of what GOMAXPROCS makes available since the moment before, if the start of the process is known; and of the CPU time used, in the CPU profile of the moment.',
  },
];

/** The charts of a program's strip, or of a service's. */
export function stripCharts(isOfService: boolean): readonly StripChart[] {
  return isOfService ? SERVICE_CHARTS : PROGRAM_CHARTS;
}

/** The place of a figure of a program in a row. */
export function columnOf(figure: RuntimeFigure): number {
  return RUNTIME_FIGURES.indexOf(figure);
}

/** The place of a figure of a service in a row. */
export function watchColumnOf(figure: WatchFigure): number {
  return WATCH_FIGURES.indexOf(figure);
}

/** Figures that only newer versions of Go have. */
const BY_STATE = (['running', 'runnable', 'notInGo'] as const).map(columnOf);

/** A chart of rows, without figures that are not known. Call when there are rows. */
export function chartOf(
  { title, unit, series }: StripChart,
  rows: LiveRows,
  { height, isOfService }: { readonly height: number; readonly isOfService: boolean },
): ChartOptions {
  const isKnown = ({ column }: StripSeries) => {
    if (isOfService) return hasFigures(rows, column);
    return !BY_STATE.includes(column) || !Number.isNaN(rows.columns[column][0]);
  };
  const shown = series.filter(isKnown);
  return {
    title,
    unit,
    source: rows,
    height,
    series: shown.map(({ name, column, shape }) => ({ name, column, ...(shape && { shape }) })),
  };
}

function hasFigures(rows: LiveRows, column: number): boolean {
  const figures = rows.columns[column];
  for (let row = 0; row < rows.count; row++) if (!Number.isNaN(figures[row])) return true;
  return false;
}
