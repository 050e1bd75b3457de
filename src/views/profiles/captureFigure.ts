import type { CaptureRecord } from '../../captures/disk/captureStore';
import { shortSummaryOf } from '../../bench/resultSummary';
import { totalLabel } from '../../profile/text/amountText';
import { kindName } from '../../captures/kindName';

/**
 * The main figure of a capture's row: `1465 ns/op`, `40 results`, or the total of its first profile with samples:
 * `1.20s mutex delay`, of a difference `+12MB alloc_space`. The kinds of its profiles if it has no such figure.
 */
export function captureFigure({ results, profiles }: CaptureRecord): string {
  const measured = shortSummaryOf(results);
  const sampled = profiles.find(({ total }) => total !== undefined && total.value !== 0);
  const { label: name = '', total, sampleTypes = [] } = sampled ?? profiles[0] ?? {};
  if (measured !== '' || !total) return measured || profiles.map((profile) => profile.label).join(', ');
  const kind = kindName({ label: name, summary: { sampleTypes } }, total.type, '');
  return [totalLabel(total.value, total), kind, total.type].filter((word) => word !== undefined).join(' ');
}
