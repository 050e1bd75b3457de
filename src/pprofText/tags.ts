import { labelSums } from '../profile/labels/labelTotals';
import { formatValue, percentColumn } from '../profile/text/reportColumns';
import type { ReportRequest } from './prepare';
import { alignedRight } from './tabTable';

/** The text of `go tool pprof -tags`. Source: google/pprof internal/report, printTags. */
export function tagsReport({ profile, weights, format, labelUnits: units, options: { unit } }: ReportRequest): string {
  const share = (value: number): string => (format.total > 0 ? ` (${percentColumn(value, format.total)})` : '');
  let text = '';
  for (const { key, total, values } of labelSums(profile, weights.values, { units, unit })) {
    const sum = `${formatValue(total, format)} of ${formatValue(format.total, format)}${share(total)}`;
    text += `${key}:\t Total ${sum}\n`;
    for (const { name, value } of values) text += ` \t${formatValue(value, format)}${share(value)}:\t ${name}\n`;
    text += '\n';
  }
  return alignedRight(text);
}
