import { CaptureError } from '../../common/captureError';
import type { FleetQuery } from '../../fleet/fleetQuery';
import type { FleetStore } from '../../fleet/fleetStore';
import type { AskedQuery } from '../../fleet/measuredFleet';

export const DAY_MS = 86_400_000;
/** How far back builds and deploys are looked for. */
const LOOK_BACK_MS = 7 * DAY_MS;
const STEP_SECONDS = 300;

/** The question with its times. Asks the store only for a deploy. Throws CaptureError, or the signal's reason. */
export async function resolvedQuery(
  { type, range, ...asked }: AskedQuery,
  store: FleetStore,
  signal: AbortSignal,
): Promise<FleetQuery> {
  const now = Date.now();
  const plain = { ...asked, type: type.id };
  const withLabel = (name: string, value: string) => {
    const others = asked.filters.filter((filter) => filter.name !== name);
    return [...others, { name, operator: '=' as const, value }];
  };
  switch (range.kind) {
    case 'last':
      return { ...plain, range: { from: now - range.ms, to: now } };
    case 'between':
      return { ...plain, range: { from: range.from, to: Math.min(range.to, now) } };
    case 'build':
      return { ...plain, filters: withLabel(range.label, range.value), range: { from: now - LOOK_BACK_MS, to: now } };
    case 'deploy': {
      const week = { ...plain, range: { from: now - LOOK_BACK_MS, to: now } };
      const { value, at } = await newestDeploy(week, range.label, store, signal);
      return { ...plain, filters: withLabel(range.label, value), range: { from: at, to: now } };
    }
    default:
      return range satisfies never;
  }
}

/** The value of a label that began last, and when. */
async function newestDeploy(
  query: FleetQuery,
  label: string,
  store: FleetStore,
  signal: AbortSignal,
): Promise<{ readonly value: string; readonly at: number }> {
  const series = await store.series(query, { stepSeconds: STEP_SECONDS, groupBy: label }, signal);
  const starts = series.flatMap(({ labels: { [label]: value = '' }, points }) => {
    const first = points.find((point) => point.value > 0);
    return first && value !== '' ? [{ value, at: first.at }] : [];
  });
  if (starts.length === 0) {
    throw new CaptureError('httpStatus', `No profile of the last 7 days has the label ${label}: choose a time, or another version label.`);
  }
  const { value, at } = starts.reduce((newest, each) => (each.at > newest.at ? each : newest));
  return { value, at };
}
