/** Removes secrets from URLs, and from messages that may repeat them. */

/** Numeric parameters of net/http/pprof and similar services. All others may be secrets. */
const PLAIN_PARAMETERS = ['seconds', 'debug', 'gc', 'frequency', 'hz'];
const PLAIN_VALUE = /^-?\d{1,9}$/;
/** In characters. Shorter secrets are not hidden, because they would match unrelated text. */
const MIN_SECRET_LENGTH = 3;

/** Returns a copy of the URL without credentials, fragment, and parameters that may be secrets. */
export function withoutSecrets(url: URL): URL {
  const plain = withoutCredentials(url);
  plain.hash = '';
  for (const [name, value] of [...plain.searchParams]) {
    if (!isPlain(name, value)) plain.searchParams.delete(name);
  }
  return plain;
}

/** Reports whether the URL has credentials or parameters that may be secrets. */
export function hasSecrets(url: URL): boolean {
  return hasCredentials(url) || secretParameters(url).length > 0;
}

export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** The credentials that were typed in a URL; undefined if it has none. */
export function typedCredentials(url: URL): { readonly user: string; readonly password: string } | undefined {
  return hasCredentials(url) ? { user: decoded(url.username), password: decoded(url.password) } : undefined;
}

export function secretParameters(url: URL): [name: string, value: string][] {
  return [...url.searchParams].filter(([name, value]) => !isPlain(name, value));
}

/** The scheme, host and port. `URL.origin` cannot be used: for https+insecure it is "null". */
export function originOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** Returns a copy of the URL without credentials. Requests use it, since credentials are sent in a header. */
export function withoutCredentials(url: URL): URL {
  return Object.assign(new URL(url), { username: '', password: '' });
}

/** The Authorization header for the credentials in a URL; undefined if it has none. */
export function basicAuthorization(url: URL): string | undefined {
  if (!hasCredentials(url)) return undefined;
  // Not decodeURIComponent, because a password may not be UTF-8.
  const bytes = Buffer.concat([url.username, ':', url.password].map(percentDecoded));
  return `Basic ${bytes.toString('base64')}`;
}

/** Whether the credentials contain a % that is not part of an escape. */
export function hasStrayPercent({ username, password }: URL): boolean {
  return /%(?![0-9a-f]{2})/i.test(`${username}:${password}`);
}

/** Percent-encodes every byte of a text, for use in a URL. */
export function percentEncoded(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

/**
 * Replaces the secrets of `url`, and others, with "…" in a text that the server sent and that may repeat them.
 */
export function hideSecrets(text: string, url: URL, others: readonly string[] = []): string {
  const { username, password } = url;
  const basic = basicAuthorization(url)?.replace(/^Basic /, '') ?? '';
  const values = secretParameters(url).flatMap(([, value]) => [value, encodeURIComponent(value)]);
  const secrets = [password, percentDecoded(password).toString(), basic, ...values, `${username}:${password}`, ...others];
  const toHide = [...new Set(secrets)].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  // Longest first, because a secret may be part of another.
  return toHide.sort((a, b) => b.length - a.length).reduce((result, secret) => result.replaceAll(secret, '…'), text);
}

function isPlain(name: string, value: string): boolean {
  return PLAIN_PARAMETERS.includes(name) && PLAIN_VALUE.test(value);
}

function percentDecoded(text: string): Buffer {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
