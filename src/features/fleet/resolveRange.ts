import { lookBackRange, noDeployText, sinceDeploy, versionsOf, withFilter } from '../../fleet/deploys';
import type { FleetQuery } from '../../fleet/fleetQuery';
import type { FleetStore } from '../../fleet/fleetStore';
import type { AskedQuery } from '../../fleet/measuredFleet';

/** A question whose times are known. */
interface ResolvedQuery {
  readonly query: FleetQuery;
  /** That no deploy was seen. */
  readonly notes: readonly string[];
}

/** The question with its times. Asks the store only for a deploy. Throws CaptureError, or the signal's reason. */
export async function resolvedQuery(
  { type, range, ...asked }: AskedQuery,
  store: FleetStore,
  signal: AbortSignal,
): Promise<ResolvedQuery> {
  const now = Date.now();
  const plain = { ...asked, type: type.id };
  const lookedBack = { ...plain, range: lookBackRange(store, now) };
  switch (range.kind) {
    case 'last':
      return { query: { ...plain, range: { from: now - range.ms, to: now } }, notes: [] };
    case 'between':
      return { query: { ...plain, range: { from: range.from, to: Math.min(range.to, now) } }, notes: [] };
    case 'build':
      return { query: withFilter(lookedBack, { name: range.label, operator: '=', value: range.value }), notes: [] };
    case 'deploy': {
      const { label } = range;
      const versions = await versionsOf(lookedBack, label, store, signal);
      const { query, version, first } = sinceDeploy(lookedBack, versions, label);
      return { query, notes: first === undefined ? [noDeployText(lookedBack.range, label, version)] : [] };
    }
    default:
      return range satisfies never;
  }
}
