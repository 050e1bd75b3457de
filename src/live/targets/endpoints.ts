import { connect } from 'node:net';
import { socketOf } from '../../http/connection';
import { parseAddress } from '../pprofAddress';

/** Where a service accepts connections: a port of a host, or a socket. */
export type Endpoint = { readonly host: string; readonly port: number } | { readonly path: string };

/** How long a connection may take, in milliseconds. */
const CONNECT_MS = 2000;

/** The endpoints of addresses. Throws like parseAddress. */
export function endpointsOf(addresses: readonly string[]): Endpoint[] {
  return addresses.map((address) => {
    const { url } = parseAddress(address);
    const path = socketOf(url);
    if (path !== undefined) return { path };
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return { host, port: Number(url.port || (url.protocol === 'http:' ? 80 : 443)) };
  });
}

/** Whether something accepts connections there. */
export function accepts(endpoint: Endpoint, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect({ ...endpoint, timeout: CONNECT_MS });
    const end = (isOpen: boolean) => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      resolve(isOpen);
    };
    const abort = () => end(false);
    signal.addEventListener('abort', abort);
    socket.once('connect', () => end(true)).once('error', () => end(false)).once('timeout', () => end(false));
  });
}

/** `port 6060`, `port 6060 of db`, `/run/api.sock`. */
export function endpointText(endpoint: Endpoint): string {
  if ('path' in endpoint) return endpoint.path;
  const isLocal = /^(?:localhost|127\..*|::1)$/.test(endpoint.host);
  return `port ${endpoint.port}${isLocal ? '' : ` of ${endpoint.host}`}`;
}
