import type { TimeRange } from '../../src/fleet/fleetQuery';
import type { ShownCost, ShownType } from '../../src/pages/protocol/fleetPage';
import { figureText } from '../../src/profile/text/screen/figure';
import { csvLine } from '../../src/timeline/csv';
import type { TimelineWindow, TimeRange as Seconds } from '../../src/timeline/window';
import type { ChartSource } from '../charts/chartSource';
import { LiveRows } from '../charts/liveRows';
import { type LocalAxis, localText } from './localTime';
import type { CostForm } from './savedView';

/** The figures of a cost as a chart and a table show them. */
export class CostRows implements ChartSource {
  readonly names: readonly string[];
  /** By row, then by series. */
  private readonly values: readonly (readonly (number | null)[])[];
  private readonly rows: LiveRows;

  constructor(
    readonly cost: ShownCost,
    private readonly type: Pick<ShownType, 'unit' | 'isDelta'>,
    private readonly form: CostForm,
    private readonly axis: LocalAxis,
  ) {
    const { series, all, times } = cost;
    const isSplit = series.length > 1 || series[0]?.name !== '';
    this.names = series.map(({ name }) => (isSplit ? name || '(no value)' : 'cost'));
    this.values = times.map((_, row) => series.map(({ values }) => shareOf(values[row], all[row], form)));
    this.rows = new LiveRows(series.length);
    times.forEach((time, row) => {
      this.rows.append(axis.secondsOf(time + this.half), this.values[row].map((value) => value ?? NaN));
    });
  }

  /** The whole range that was asked, also where it has no figures. */
  get span(): Seconds {
    const { from, to } = this.cost.range;
    return { from: this.axis.secondsOf(from), to: this.axis.secondsOf(to) };
  }

  get count(): number {
    return this.cost.times.length;
  }

  window(range: Seconds, parts: number): TimelineWindow {
    return this.rows.window(range, parts);
  }

  /** The steps around one or two points, which are in the middle of their steps; other ranges stay as they are. */
  rangeOf({ from, to }: Seconds): TimeRange {
    const range = { from: Math.round(this.axis.timeOf(from)), to: Math.round(this.axis.timeOf(to)) };
    const isPoint = (time: number) => this.cost.times.some((start) => Math.abs(start + this.half - time) <= 1);
    const isOfPoints = isPoint(range.from) && isPoint(range.to);
    const wide = isOfPoints ? { from: range.from - this.half, to: range.to + this.half } : range;
    const { from: first, to: last } = this.cost.range;
    return { from: Math.max(first, wide.from), to: Math.min(last, wide.to) };
  }

  secondsOf({ from, to }: TimeRange): Seconds {
    return { from: this.axis.secondsOf(from), to: this.axis.secondsOf(to) };
  }

  stepOf(row: number): TimeRange {
    const from = this.cost.times[row];
    return { from, to: Math.min(this.cost.range.to, from + 2 * this.half) };
  }

  write(value: number): string {
    if (this.form === 'share') return figureText(value, '%');
    const text = figureText(value, this.type.unit);
    return this.type.isDelta && text !== '0' ? `${text}/s` : text;
  }

  cells(from: number, limit: number): string[][] {
    return this.values.slice(from, from + Math.max(0, limit)).map((row, i) => {
      const when = localText(this.cost.times[from + i], this.cost.stepSeconds);
      return [when, ...row.map((value) => (value === null ? '' : this.write(value)))];
    });
  }

  csv(): string {
    const unit = this.form === 'share' ? '%' : this.type.isDelta ? `${this.type.unit}/s` : this.type.unit;
    const head = csvLine(['time', ...this.names.map((name) => `${name} (${unit})`)]);
    const lines = this.values.map((row, i) => {
      return csvLine([new Date(this.cost.times[i]).toISOString(), ...row.map((value) => (value === null ? '' : String(value)))]);
    });
    return head + lines.join('');
  }

  private get half(): number {
    return this.cost.stepSeconds * 500;
  }
}

function shareOf(value: number | null, all: number | null, form: CostForm): number | null {
  if (form === 'rate' || value === null) return value;
  return all ? (100 * value) / all : null;
}
