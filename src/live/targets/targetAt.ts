import { originOf } from '../../http/addressSecrets';
import { parseAddress } from '../pprofAddress';
import type { ServiceTarget } from './serviceTarget';

/**
 * The service that an address belongs to: one with an instance of this scheme, host and port. If several services have
 * them, as behind a gateway, the one whose address is the longest beginning of this one. undefined if there is none.
 */
export function targetAt(url: URL, targets: readonly ServiceTarget[]): ServiceTarget | undefined {
  let found: { readonly target: ServiceTarget; readonly length: number } | undefined;
  for (const target of targets) {
    for (const address of target.addresses) {
      const own = urlOf(address);
      if (!own || originOf(own) !== originOf(url)) continue;
      const length = url.pathname.startsWith(own.pathname) ? own.pathname.length : 0;
      if (!found || length > found.length) found = { target, length };
    }
  }
  return found?.target;
}

/** undefined for an address of a newer version of Linecost. */
function urlOf(address: string): URL | undefined {
  try {
    return parseAddress(address).url;
  } catch {
    return undefined;
  }
}
