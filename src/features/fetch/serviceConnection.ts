import type * as vscode from 'vscode';
import { hasCredentials, originOf } from '../../live/addressSecrets';
import type { Connection } from '../../live/connection';
import type { PprofAddress } from '../../live/pprofAddress';
import type { Instance } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { targetAt } from '../../live/targets/targetAt';
import { SavedCredentials } from './credentials';

/** The saved services, as fetches use them. */
export interface SavedServices {
  list(): readonly ServiceTarget[];
  /** With what is needed to reach them. Throws CaptureError. */
  instances(target: ServiceTarget, signal: AbortSignal): Promise<readonly Instance[]>;
  /** Shows that a service was profiled now. */
  tellProfiled(target: ServiceTarget): void;
}

/**
 * How the saved service at an address is reached, once its forward runs; undefined for another address. Credentials in
 * the address replace those of the service. Throws like SavedServices.instances.
 */
export async function connectionTo(
  url: URL,
  services: SavedServices,
  signal: AbortSignal,
): Promise<Connection | undefined> {
  const target = targetAt(url, services.list());
  if (!target) return undefined;
  const instances = await services.instances(target, signal);
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
