import type * as vscode from 'vscode';
import { hasCredentials, originOf } from '../../http/addressSecrets';
import type { Connection } from '../../http/connection';
import type { PprofAddress } from '../../live/pprofAddress';
import type { Instance } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { targetAt } from '../../live/targets/targetAt';
import { SavedCredentials } from './credentials';

type Work<G, T> = (given: G) => Promise<T>;

/** The saved services, as fetches use them. */
export interface SavedServices {
  list(): readonly ServiceTarget[];
  /** Does work with the instances of a service, which stay reachable until it ends. Throws CaptureError. */
  use<T>(target: ServiceTarget, signal: AbortSignal, work: Work<readonly Instance[], T>): Promise<T>;
  /** Shows that a service was profiled now. */
  tellProfiled(target: ServiceTarget): void;
}

/**
 * Does work with how the saved service at an address is reached, while its forward runs; with undefined for another
 * address. Credentials in the address replace those of the service. Throws like SavedServices.use.
 */
export async function withConnectionTo<T>(
  url: URL,
  services: SavedServices,
  signal: AbortSignal,
  work: Work<Connection | undefined, T>,
): Promise<T> {
  const target = targetAt(url, services.list());
  if (!target) return work(undefined);
  return services.use(target, signal, (instances) => work(connectionOf(instances, url)));
}

function connectionOf(instances: readonly Instance[], url: URL): Connection | undefined {
  const connection = instances.find((instance) => originOf(instance.url) === originOf(url))?.connection;
  if (!connection || !hasCredentials(url)) return connection;
  const headers = Object.entries(connection.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...connection, headers: Object.fromEntries(headers) };
}

/** An address with the credentials that were saved for it, unless it is that of a service with its own. */
export async function withSavedCredentials(
  typed: PprofAddress,
  { secrets, targets }: { readonly secrets: vscode.SecretStorage; readonly targets: SavedServices },
): Promise<PprofAddress> {
  const service = targetAt(typed.url, targets.list());
  return service?.authorization ? typed : new SavedCredentials(secrets).fill(typed);
}
