import { isVersionLabel } from '../../fleet/buildLabels';
import type { FleetQuery } from '../../fleet/fleetQuery';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetStore } from '../../fleet/fleetStore';
import type { AskedQuery, MeasuredFleet } from '../../fleet/measuredFleet';
import { isCut } from '../../fleet/storeAge';
import type { TakenFleet } from './takeFleet';

/** How much time an answer covers, where that is known. */
export function coveredTime(
  { source: { kind, versionLabel }, asked }: { readonly source: FleetSource; readonly asked: AskedQuery },
  query: FleetQuery,
  { missing, unreadable }: Pick<TakenFleet, 'missing' | 'unreadable'>,
  store: Pick<FleetStore, 'maxAgeMs'>,
): Pick<MeasuredFleet, 'seconds' | 'isOfVersion'> {
  // A version may have run for less.
  if (query.filters.some(({ name }) => isVersionLabel(name, versionLabel))) return { isOfVersion: true };
  // Others have profiles of parts of the time only.
  const isWholeTime = kind === 'pyroscope' && (asked.range.kind === 'last' || asked.range.kind === 'between');
  if (!asked.type.isDelta || !isWholeTime || unreadable > 0 || isCut(store, query.range, Date.now())) return {};
  const missed = missing.reduce((sum, { range }) => sum + range.to - range.from, 0);
  return { seconds: (query.range.to - query.range.from - missed) / 1000 };
}
