import { functionCosts, nodeName, topNodes } from '../profile/functionCosts';
import type { FunctionCosts } from '../profile/functionCosts';
import type { FunctionNaming } from '../profile/frameNodes';
import { percentage, reportUnit } from '../profile/measurement';
import type { Profile } from '../profile/model';
import type { ReportOptions } from './args';
import { formatValue, percentOfTotal, profileLabels } from './header';
import type { ValueFormat } from './header';
import { inlineLabels } from './inlineLabels';

/** The nodes a report shows, in order, and what was left out. */
interface Selection {
  readonly shown: readonly number[];
  /** Left out because their cum is too small. */
  readonly dropped: number;
  /** Of those that are not too small, how many there are. */
  readonly outOf: number;
  readonly leastEdge: number;
}

/** The text of `go tool pprof -top`. Source: google/pprof internal/report, printText and newTrimmedGraph. */
export function topReport(
  profile: Profile,
  sampleType: number,
  naming: FunctionNaming,
  options: ReportOptions,
): string {
  const costs = functionCosts(profile, sampleType, { granularity: options.granularity, naming });
  const selection = select(costs, options);
  const rows = selection.shown.map((node) => ({ flat: costs.flat[node]!, cum: costs.cum[node]! }));
  const { total, unit } = costs;
  const outputUnit = options.unit === 'minimum' ? reportUnit(rows, total, unit) : options.unit;
  const format = { total, unit, outputUnit };
  const lines = [
    ...(options.compactLabels ? [] : profileLabels(profile, sampleType, format)),
    ...selectionLabels(costs, selection, options, format),
    `${'flat'.padStart(10)} ${'flat'.padStart(5)}% ${'sum'.padStart(5)}% ${'cum'.padStart(10)} ${'cum'.padStart(5)}%`,
    ...rowLines(profile, sampleType, costs, selection, format),
  ];
  return `${lines.join('\n')}\n`;
}

function select(costs: FunctionCosts, options: ReportOptions): Selection {
  const all = topNodes(costs, { order: options.sort, limit: Infinity });
  const flatSum = all.reduce((sum, node) => sum + costs.flat[node]!, 0);
  const least = options.trim ? portion(flatSum, options.nodeFraction) : 0;
  const kept = all.filter((node) => Math.abs(costs.cum[node]!) >= least);
  const limit = options.trim && options.nodeCount > 0 ? options.nodeCount : Infinity;
  return {
    shown: kept.slice(0, limit),
    dropped: all.length - kept.length,
    outOf: kept.length,
    leastEdge: options.trim ? portion(flatSum, options.edgeFraction) : 0,
  };
}

const portion = (total: number, fraction: number): number => Math.abs(Math.trunc(total * fraction));

function selectionLabels(
  costs: FunctionCosts,
  { shown, dropped, outOf }: Selection,
  { nodeFraction }: ReportOptions,
  format: ValueFormat,
): string[] {
  const shownSum = shown.reduce((sum, node) => sum + costs.flat[node]!, 0);
  const share = percentage(shownSum, format.total);
  const total = formatValue(format.total, format);
  const labels = [`Showing nodes accounting for ${formatValue(shownSum, format)}, ${share} of ${total} total`];
  if (format.total === 0) return labels;
  if (dropped > 0) {
    const least = formatValue(portion(format.total, nodeFraction), format);
    labels.push(`Dropped ${dropped} node${dropped > 1 ? 's' : ''} (cum <= ${least})`);
  }
  if (shown.length > 0 && shown.length < outOf) labels.push(`Showing top ${shown.length} nodes out of ${outOf}`);
  return labels;
}

function rowLines(
  profile: Profile,
  sampleType: number,
  costs: FunctionCosts,
  { shown, dropped, outOf, leastEdge }: Selection,
  format: ValueFormat,
): string[] {
  const isTrimmed = dropped > 0 || shown.length < outOf;
  const inlined = inlineLabels(profile, sampleType, costs.frames, {
    shown: isTrimmed ? new Set(shown) : undefined,
    leastWeight: leastEdge,
  });
  let flatSum = 0;
  return shown.map((node) => {
    const flat = costs.flat[node]!;
    const cum = costs.cum[node]!;
    flatSum += flat;
    const columns = [
      formatValue(flat, format).padStart(10),
      percentOfTotal(flat, format),
      percentOfTotal(flatSum, format),
      formatValue(cum, format).padStart(10),
      percentOfTotal(cum, format),
    ];
    const label = inlined.get(node);
    return `${columns.join(' ')}  ${nodeName(costs, node)}${label === undefined ? '' : ` ${label}`}`;
  });
}
