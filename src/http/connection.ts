import type { RequestOptions as HttpOptions } from 'node:http';
import type { RequestOptions as HttpsOptions } from 'node:https';

/** How a service is reached and what it is told, besides its URL. For one server: redirects to another drop it. */
export interface Connection {
  /** Added to each request: `Authorization`, `X-Scope-OrgID`. May be secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The names of those whose values are secret, however short. */
  readonly secretHeaders?: readonly string[];
  /** Certificates of authorities, as PEM, that are trusted instead of the system's. */
  readonly ca?: string;
  /** The certificate that this client shows, as PEM. */
  readonly certificate?: string;
  /** Its private key, as PEM. */
  readonly key?: string;
  /** Of the private key, if it is encrypted. */
  readonly passphrase?: string;
  /** Whether the server's certificate is not checked. */
  readonly isUnchecked?: boolean;
  /** The name in the server's certificate, if it is not the host of the URL. */
  readonly serverName?: string;
}

/** The options of a request to this server. */
export function connectionOptions(url: URL, connection: Connection = {}): HttpOptions & HttpsOptions {
  const { ca, certificate, key, passphrase, isUnchecked = false, serverName } = connection;
  const isSecure = url.protocol === 'https:' || url.protocol === 'https+insecure:';
  const socketPath = socketOf(url);
  return {
    ...(isSecure && {
      ...(ca !== undefined && { ca }),
      ...(certificate !== undefined && { cert: certificate }),
      ...(key !== undefined && { key }),
      ...(passphrase !== undefined && { passphrase }),
      ...(serverName !== undefined && { servername: serverName }),
      ...((isUnchecked || url.protocol === 'https+insecure:') && { rejectUnauthorized: false }),
    }),
    ...(socketPath !== undefined && { socketPath }),
  };
}

/** A shorter value of a header that is not secret is the name of a tenant or the like, and a part of other words. */
const MIN_HEADER_LENGTH = 6;

/** Texts that no message may show. */
export function secretsOf({ headers = {}, secretHeaders = [], passphrase = '' }: Connection): string[] {
  const secretNames = new Set(secretHeaders.map((name) => name.toLowerCase()));
  const values = Object.entries(headers).flatMap(([name, given]) => {
    const [key, value] = [name.toLowerCase(), given.trim()];
    if (key === 'cookie') return [value, ...value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())];
    if (key !== 'authorization') return secretNames.has(key) || value.length >= MIN_HEADER_LENGTH ? [value] : [];
    const [, scheme = '', token = ''] = /^(\S+)\s+(.*)$/.exec(value) ?? [];
    const basic = scheme.toLowerCase() === 'basic' ? Buffer.from(token, 'base64').toString() : '';
    return [value, token, basic, basic.slice(basic.indexOf(':') + 1)];
  });
  return [...values, passphrase];
}

/**
 * The path of the socket that `http+unix://%2Frun%2Fapi.sock/debug/pprof/` names; undefined for another address, or if
 * the host is not UTF-8.
 */
export function socketOf({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): string | undefined {
  if (protocol !== 'http+unix:') return undefined;
  try {
    return decodeURIComponent(hostname);
  } catch {
    return undefined;
  }
}

/** What a message calls the server: `localhost:6060`, `/run/api.sock`. */
export function serverText(url: URL): string {
  return socketOf(url) ?? url.host;
}
