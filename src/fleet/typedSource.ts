import { hasStrayPercent, secretParameters, typedCredentials, withoutSecrets } from '../http/addressSecrets';
import { CaptureError } from '../common/captureError';
import type { FleetKind } from './fleetSource';

/** The address of a store as the user typed it. */
export interface TypedSource {
  /** As in FleetSource, without secrets. */
  readonly address: string;
  /** The credentials that were typed in the address. */
  readonly credentials?: { readonly user: string; readonly password: string };
}

/** Of Google Cloud: `my-project-7`, also with a domain before it. */
const PROJECT = /^(?:[a-z0-9.-]{1,100}:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/;
/** The page on which Grafana shows a data source. */
const GRAFANA_PAGE = /^(.*?)\/(?:connections\/)?datasources\/edit\/([\w-]{1,100})\/?$/;
/** Parameters of the listing of a bucket. */
const LISTING: readonly string[] = ['prefix', 'list-type', 'delimiter', 'max-keys'];
const GRAFANA_PROXY = /\/api\/datasources\/proxy\/uid\/([\w-]{1,100})$/;

/**
 * Reads the address of a store: see FleetSource. The address of a data source's page in Grafana means that data source.
 * Throws CaptureError `badAddress`, whose message repeats no address.
 */
export function typedSource(kind: FleetKind, text: string): TypedSource {
  const typed = text.trim();
  if (kind === 'cloudProfiler') {
    if (!PROJECT.test(typed)) throw badAddress("Enter the project's id, such as my-project-7.");
    return { address: typed };
  }
  if (kind === 'files' && !/^https?:\/\//i.test(typed)) {
    if (/^(?:\/|[A-Za-z]:[\\/])/.test(typed)) return { address: typed };
    throw badAddress('Enter an absolute folder or pattern, such as /srv/profiles/**/*.pb.gz, or the URL of a listing.');
  }
  return typedUrl(typed, kind);
}

/** The id of the data source in Grafana through which an address leads; undefined for others. */
export function grafanaSourceOf(address: string): string | undefined {
  return GRAFANA_PROXY.exec(address)?.[1];
}

function typedUrl(typed: string, kind: FleetKind): TypedSource {
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed.startsWith(':') ? 'localhost' : ''}${typed}`;
  const url = typed !== '' && URL.canParse(schemed) ? new URL(schemed) : undefined;
  if (!url || url.hostname === '') throw badAddress('Enter the address of the server, such as http://localhost:4040.');
  if (!/^https?:$/.test(url.protocol)) throw badAddress(`Stores are asked over http or https, not over ${url.protocol}//.`);
  if (hasStrayPercent(url)) throw badAddress('The user name or password has a stray %: write it as %25.');
  // The listing of a bucket may have a prefix.
  const listing = kind === 'files' ? [...url.searchParams].filter(([name]) => LISTING.includes(name)) : [];
  if (secretParameters(url).length > listing.length) {
    throw badAddress('Leave out what follows the ?, which may be secret: a secret header can be added to the store later.');
  }
  const plain = withoutSecrets(url);
  plain.search = new URLSearchParams(listing).toString();
  const whole = plain.search === '' ? plain.href.replace(/\/+$/, '') : plain.href;
  const address = whole.replace(GRAFANA_PAGE, '$1/api/datasources/proxy/uid/$2');
  const credentials = typedCredentials(url);
  return { address, ...(credentials && { credentials }) };
}

function badAddress(message: string): CaptureError {
  return new CaptureError('badAddress', message);
}
