import { KIND_NAMES, placeOf } from '../../fleet/kindNames';
import type { NamedQuery } from '../../fleet/chosenQuery';
import type { FleetPageState } from '../protocol/fleetPage';
import type { FleetQueries } from './fleetQueries';

/** Of a commit, as it is shown. */
const SHOWN_DIGITS = 8;

/** What the page shows of the saved stores and queries. Those of stores that are no longer saved are left out. */
export function fleetState(
  queries: Pick<FleetQueries, 'stores' | 'saved' | 'recent'>,
  { commit, ...shown }: Pick<FleetPageState, 'isProfiling' | 'isWaiting' | 'revision'> & { readonly commit: string | undefined },
): FleetPageState {
  const sources = queries.stores();
  const ids = new Set(sources.map(({ id }) => id));
  const ofStores = (list: readonly NamedQuery[]) => list.filter(({ query }) => ids.has(query.store));
  return {
    stores: sources.map((source) => ({
      id: source.id,
      name: source.name,
      about: `${KIND_NAMES[source.kind]} · ${placeOf(source)}`,
      versionLabel: source.versionLabel,
      service: source.defaults?.service,
      type: source.defaults?.type,
    })),
    ...shown,
    commit: commit?.slice(0, SHOWN_DIGITS),
    saved: ofStores(queries.saved()),
    recent: ofStores(queries.recent()),
  };
}
