import { secretParameters, typedCredentials } from '../../http/addressSecrets';
import { CaptureError } from '../../common/captureError';
import { parseAddress, plainAddress, wellKnownWords } from '../pprofAddress';

/** The addresses of a service as the user typed them. */
export interface TypedAddresses {
  /** Without secrets; at least one. */
  readonly addresses: readonly string[];
  /** The credentials that were typed in an address. */
  readonly credentials?: { readonly user: string; readonly password: string };
}

/**
 * Reads addresses that are separated by spaces or commas, or the command line of `go tool pprof`. The address of a
 * profile of net/http/pprof means its service. Throws CaptureError `badAddress`, whose message repeats no address.
 */
export function typedAddresses(text: string): TypedAddresses {
  const words = /^\s*go tool pprof\s/.test(text) ? [text] : text.split(/[\s,]+/).filter((word) => word !== '');
  const urls = (words.length === 0 ? [''] : words).map((word) => serviceUrl(parseAddress(word).url));
  if (urls.some((url) => secretParameters(url).length > 0)) {
    throw badAddress('Leave out what follows the ?, which may be secret: a secret header can be added to the service later.');
  }
  const secret = urls.flatMap((url) => typedCredentials(url) ?? []);
  if (secret.some(({ user, password }) => user !== secret[0].user || password !== secret[0].password)) {
    throw badAddress('These addresses have different credentials: add two services.');
  }
  const addresses = [...new Set(urls.map((url) => plainAddress({ url })))];
  return { addresses, ...(secret.length > 0 && { credentials: secret[0] }) };
}

/** The page that lists the profiles, for the address of one of them. */
function serviceUrl(url: URL): URL {
  const [name] = url.pathname.split('/').filter(Boolean).slice(-1);
  if (name === undefined || wellKnownWords(name) === '') return url;
  const index = new URL('.', url.pathname.endsWith('/') ? new URL('..', url) : url);
  return Object.assign(index, { search: '' });
}

function badAddress(message: string): CaptureError {
  return new CaptureError('badAddress', message);
}
