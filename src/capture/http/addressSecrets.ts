/** Separates the secrets of an address from what may be stored, shown and sent. */

/** Numeric parameters of net/http/pprof and similar services. All others may be secrets. */
const PLAIN_PARAMETERS = ['seconds', 'debug', 'gc', 'frequency', 'hz'];
const PLAIN_VALUE = /^-?\d{1,9}$/;
/** Shorter secrets would match in every text. */
const SHORTEST_HIDDEN = 3;

/** A copy without credentials and without parameters that may be secrets. */
export function withoutSecrets(url: URL): URL {
  const plain = requestUrl(url);
  plain.hash = '';
  for (const [name, value] of [...plain.searchParams]) {
    if (!isPlain(name, value)) plain.searchParams.delete(name);
  }
  return plain;
}

/** Whether `withoutSecrets` removes something. */
export function holdsSecrets(url: URL): boolean {
  return holdsCredentials(url) || secretParameters(url).length > 0;
}

export function holdsCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

export function secretParameters(url: URL): [name: string, value: string][] {
  return [...url.searchParams].filter(([name, value]) => !isPlain(name, value));
}

/** Scheme, host and port, also for https+insecure, where the URL's own `origin` is "null". */
export function originOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** The URL to request: without the credentials, which are sent in a header. */
export function requestUrl(url: URL): URL {
  return Object.assign(new URL(url), { username: '', password: '' });
}

/** The Authorization header for the credentials in an address; undefined: it has none. */
export function basicAuthorization(url: URL): string | undefined {
  if (!holdsCredentials(url)) return undefined;
  // Not decodeURIComponent: a password need not be UTF-8.
  const bytes = Buffer.concat([url.username, ':', url.password].map(percentDecoded));
  return `Basic ${bytes.toString('base64')}`;
}

/** Whether the credentials contain a % that is not part of an escape. */
export function hasStrayPercent({ username, password }: URL): boolean {
  return /%(?![0-9a-f]{2})/i.test(`${username}:${password}`);
}

/** Escapes every byte of a text that becomes part of an address. */
export function percentEncoded(text: string): string {
  return Buffer.from(text).toString('hex').replace(/../g, '%$&');
}

/** Hides the secrets of the address in a text from the server, which may repeat them. */
export function hideSecrets(text: string, url: URL): string {
  const { username, password } = url;
  const basic = basicAuthorization(url)?.replace(/^Basic /, '') ?? '';
  const values = secretParameters(url).flatMap(([, value]) => [value, encodeURIComponent(value)]);
  const secrets = [password, percentDecoded(password).toString(), basic, ...values, `${username}:${password}`];
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST_HIDDEN);
  // Longest first: one may be part of another.
  return hidden.sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}

function isPlain(name: string, value: string): boolean {
  return PLAIN_PARAMETERS.includes(name) && PLAIN_VALUE.test(value);
}

function percentDecoded(text: string): Buffer {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
