import type { LogKind } from './answers';
import { millisecondsText } from './printedFigures';
import type { RuntimeLog } from './readRuntimeLog';

const plain = (value: number): string => (Number.isNaN(value) ? '' : String(value));
const computed = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(2));

/**
 * The cells of a row in the table of its kind, in the order of LOG_TABLES: each figure as printed.
 * @param extra the figure that is computed: the share of CPU, or ticks per second
 */
export function logCells(log: RuntimeLog, kind: LogKind, row: number, extra: number): string[] {
  return kind === 'gc' ? gcCells(log.gc.columns, row, extra) : schedCells(log.sched.columns, row, extra);
}

function gcCells(columns: RuntimeLog['gc']['columns'], row: number, extra: number): string[] {
  const figure = (name: keyof typeof columns) => plain(columns[name][row]);
  const ms = (name: keyof typeof columns) => millisecondsText(columns[name][row]);
  const remarks = [columns.forced[row] === 1 && 'forced', columns.leakCheck[row] === 1 && 'leak check'];
  return [
    columns.seconds[row].toFixed(3), figure('gc'), figure('heapStart'), figure('heapEnd'), figure('heapLive'),
    figure('goal'), ms('sweepTermClock'), ms('markClock'), ms('markTermClock'), figure('percent'),
    computed(extra), figure('stacks'), figure('globals'), ms('sweepTermCpu'), ms('assistCpu'),
    ms('backgroundCpu'), ms('idleCpu'), ms('markTermCpu'), figure('procs'), remarks.filter(Boolean).join(', '),
  ];
}

function schedCells(columns: RuntimeLog['sched']['columns'], row: number, extra: number): string[] {
  const figure = (name: keyof typeof columns) => plain(columns[name][row]);
  return [
    figure('ms'), figure('threads'), figure('idlethreads'), figure('spinningthreads'), figure('gomaxprocs'),
    figure('idleprocs'), figure('needspinning'), figure('runqueue'), figure('queued'), figure('ticks'), computed(extra),
  ];
}
