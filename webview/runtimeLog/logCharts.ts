import { GC_COLUMNS, type LogKind, SCHED_COLUMNS } from '../../src/runtimeLog/answers';
import { millisecondsText } from '../../src/runtimeLog/printedFigures';
import { countText, THIN_SPACE } from '../../src/profile/text/screen/digits';
import type { ChartOptions, ChartSource, SeriesOptions } from '../charts/chartSource';

const LOW = 48;

/** The charts of the lines of a kind. */
export function chartsOf(kind: LogKind, source: ChartSource, areSeveral: boolean): ChartOptions[] {
  const starts: SeriesOptions[] = areSeveral ? [{ ...seriesOf(kind, 'program starts', 'start'), shape: 'mark' }] : [];
  return kind === 'gc' ? gcCharts(source, starts) : schedCharts(source, starts);
}

function gcCharts(source: ChartSource, starts: readonly SeriesOptions[]): ChartOptions[] {
  const series = (name: string, column: (typeof GC_COLUMNS)[number], shape: SeriesOptions['shape'] = 'line') => {
    return { ...seriesOf('gc', name, column), shape };
  };
  const sizes = { source, unit: 'count', write: megabytes };
  const times = { source, unit: 'milliseconds', write: milliseconds };
  return [
    {
      ...sizes, title: 'Heap', series: [
        series('at start', 'heapStart'), series('goal', 'goal', 'step'), series('live', 'heapLive'),
        series('at end', 'heapEnd'), series('forced', 'forced', 'mark'), series('leak check', 'leakCheck', 'mark'),
        ...starts,
      ],
    },
    {
      ...times, title: 'Pauses', series: [
        series('sweep termination', 'sweepTermClock'), series('mark termination', 'markTermClock'),
      ],
    },
    { ...times, title: 'Concurrent mark', height: LOW, series: [series('mark', 'markClock')] },
    {
      source, title: 'CPU of collections', unit: '%', series: [
        series('since start', 'percent', 'step'), series('since the one before, computed', 'share'),
      ],
    },
    { ...sizes, title: 'Also scanned', height: LOW, series: [series('stacks', 'stacks'), series('globals', 'globals')] },
  ];
}

function schedCharts(source: ChartSource, starts: readonly SeriesOptions[]): ChartOptions[] {
  const series = (name: string, column: (typeof SCHED_COLUMNS)[number], shape: SeriesOptions['shape'] = 'line') => {
    return { ...seriesOf('sched', name, column), shape };
  };
  const counts = { source, unit: 'count', height: LOW };
  return [
    {
      ...counts, title: 'Goroutines that wait to run', series: [
        series('in the queue of all', 'runqueue'), series('in those of processors', 'queued'), ...starts,
      ],
    },
    { ...counts, title: 'Processors (P)', series: [series('all', 'gomaxprocs', 'step'), series('idle', 'idleprocs')] },
    {
      ...counts, title: 'Threads', series: [
        series('all', 'threads', 'step'), series('idle', 'idlethreads'), series('spinning', 'spinningthreads'),
      ],
    },
    { ...counts, title: 'Scheduler ticks per second', series: [series('computed', 'switches')] },
  ];
}

function seriesOf(kind: LogKind, name: string, column: string): SeriesOptions {
  const columns: readonly string[] = kind === 'gc' ? GC_COLUMNS : SCHED_COLUMNS;
  return { name, column: columns.indexOf(column) };
}

/** As printed: Go prints whole megabytes. */
function megabytes(value: number): string {
  return value === 0 ? '0' : `${countText(value)}${THIN_SPACE}MB`;
}

function milliseconds(value: number): string {
  return value === 0 ? '0' : `${millisecondsText(value)}${THIN_SPACE}ms`;
}
