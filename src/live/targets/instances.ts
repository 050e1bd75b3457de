import { type Connection, serverText } from '../../http/connection';
import { parseAddress } from '../pprofAddress';
import { savedConnection } from '../../http/savedConnection';
import type { ServerSecrets } from '../../http/serverAccess';
import type { ServiceTarget } from './serviceTarget';

/** One process of a service. */
export interface Instance {
  /** What tells it from the other instances: `localhost:6060`, `/run/api.sock`. */
  readonly name: string;
  /** The page that lists its profiles, or the one profile that the address names. */
  readonly url: URL;
  readonly isIndex: boolean;
  readonly connection: Connection;
}

/**
 * The instances of a target, with what is needed to reach them. Throws CaptureError `badAddress` if an address or the
 * file of a certificate cannot be read; the signal's reason on abort.
 * @param folder the workspace folder, from which paths of certificates start
 */
export async function instancesOf(
  target: ServiceTarget,
  secrets: ServerSecrets,
  folder: string,
  signal = new AbortController().signal,
): Promise<Instance[]> {
  const connection = await savedConnection(target, secrets, folder, signal);
  const names = instanceNames(target.addresses);
  return target.addresses.map((address, i) => ({ name: names[i], ...parseAddress(address), connection }));
}

/** What tells instances apart, for saved addresses: `localhost:6060`, or `localhost:6060/api/pprof/`. */
export function instanceNames(addresses: readonly string[]): string[] {
  const urls = addresses.map(urlOf);
  const servers = urls.map((url, i) => (url ? serverText(url) : addresses[i]));
  const paths = servers.map((server, i) => `${server}${urls[i]?.pathname ?? ''}`);
  const [serverCounts, pathCounts] = [countsOf(servers), countsOf(paths)];
  return servers.map((server, i) => {
    if (serverCounts.get(server) === 1) return server;
    // Addresses of one server and path differ in their schemes.
    return pathCounts.get(paths[i]) === 1 ? paths[i] : addresses[i];
  });
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function urlOf(address: string): URL | undefined {
  try {
    return parseAddress(address).url;
  } catch {
    return undefined;
  }
}
