import { compareBytes } from '../profile/byteOrder';
import { scaledLabel } from '../profile/measurement';
import { oncePerLabels } from '../profile/sampleLabels';
import { formatValue, percentColumn } from './header';
import type { ReportRequest } from './request';
import { alignedRight } from './tabTable';

/** The values of one label key, with what the samples add up to that have them. */
interface KeyTotals {
  total: number;
  readonly values: Map<string, number>;
}

/** The text of `go tool pprof -tags`. Source: google/pprof internal/report, printTags. */
export function tagsReport(request: ReportRequest): string {
  const { format, format: { total } } = request;
  const share = (value: number): string => (total > 0 ? ` (${percentColumn(value, total)})` : '');
  let text = '';
  for (const [key, totals] of [...totalsByKey(request)].sort(([a], [b]) => compareBytes(a, b))) {
    const sum = `${formatValue(totals.total, format)} of ${formatValue(total, format)}${share(totals.total)}`;
    text += `${key}:\t Total ${sum}\n`;
    for (const [name, value] of heaviestFirst(totals.values)) {
      text += ` \t${formatValue(value, format)}${share(value)}:\t ${name}\n`;
    }
    text += '\n';
  }
  return alignedRight(text);
}

function heaviestFirst(values: ReadonlyMap<string, number>): [string, number][] {
  return [...values].sort(([a, left], [b, right]) => Math.abs(right) - Math.abs(left) || compareBytes(a, b));
}

function totalsByKey({ profile, weights, labelUnits, options }: ReportRequest): ReadonlyMap<string, KeyTotals> {
  const byKey = new Map<string, KeyTotals>();
  const add = (key: string, name: string, value: number): void => {
    let totals = byKey.get(key);
    if (totals === undefined) byKey.set(key, (totals = { total: 0, values: new Map() }));
    totals.total += value;
    totals.values.set(name, (totals.values.get(name) ?? 0) + value);
  };
  const written = (key: string, value: number): string => scaledLabel(value, labelUnits.get(key) ?? key, options.unit);
  const pairsOf = oncePerLabels(profile, ({ texts, numbers }) => [
    ...[...texts].flatMap(([key, names]) => names.map((name) => [key, name] as const)),
    ...[...numbers].flatMap(([key, { values }]) => values.map((value) => [key, written(key, value)] as const)),
  ]);
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    for (const [key, name] of pairsOf(sample)) add(key, name, weights.values[sample]!);
  }
  return byKey;
}
