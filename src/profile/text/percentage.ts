import { fixed2, significant2 } from './measurement';

/** |value| / |total| as `100%`, `12.35%` or `0.12%`; `0%` if the total is 0. */
export function percentage(value: number, total: number): string {
  const ratio = total === 0 ? 0 : Math.abs(value / total) * 100;
  if (ratio >= 99.95 && ratio <= 100.05) return '100%';
  return `${ratio >= 1 ? fixed2(ratio) : significant2(ratio)}%`;
}
