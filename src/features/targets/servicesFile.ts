import { NotRegularError, readRegular, TooLargeError } from '../../common/regularFile';
import { inSlices } from '../../go/timeSlices';
import type { Steps } from '../../profile/common/guard';
import { isObject, isText, listOf, optional, shape } from '../../profile/common/shapes';
import { type FleetSource, isFleetSource } from '../../fleet/fleetSource';
import { problemOfCountQuery } from '../../fleet/requests/countQuery';
import type { RequestCounter } from '../../fleet/requests/requestCounter';
import { typedSource } from '../../fleet/typedSource';
import { isServiceTarget, type ServiceTarget } from '../../live/targets/serviceTarget';
import { typedAddresses } from '../../live/targets/typedAddresses';
import { brokenJsonLine } from './brokenJson';

/** The file of a repository that proposes services and stores of profiles, relative to the workspace folder. */
export const SERVICES_FILE = '.vscode/linecost.json';

const VERSION = 1;
/** Of each kind. */
const MAX_SERVERS = 500;
/** Of all services together. */
const MAX_ADDRESSES = 5000;
/** In bytes. */
const MAX_LENGTH = 1 << 20;

/** A service or store in the file: without its id, which is of this machine, and without secrets. */
type Shared<T> = Omit<T, 'id'>;

/** What is saved of a workspace, or what a file proposes. */
export interface Servers<S = ServiceTarget, F = FleetSource> {
  readonly services: readonly S[];
  readonly stores: readonly F[];
}

type SharedServers = Servers<Shared<ServiceTarget>, Shared<FleetSource>>;

/** The text of the file: sorted by name, and the same for the same services and stores. */
export function fileText({ services, stores }: Servers, before: string | undefined): string {
  const shared = {
    services: byName(services).map(sharedService),
    stores: stores.length > 0 ? byName(stores).map(sharedStore) : undefined,
  };
  return `${JSON.stringify({ ...unknownFields(before), version: VERSION, ...shared }, undefined, 2)}\n`;
}

function byName<T extends { readonly name: string }>(all: readonly T[]): T[] {
  return [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** In this order, and without what another version knows. An undefined field is not written. */
function sharedService(target: ServiceTarget): Shared<ServiceTarget> {
  const { name, addresses, headers, secretHeaders, authorization, tls, forward, load, seconds, watch } = target;
  return { name, addresses, headers, secretHeaders, authorization, tls, forward, load, seconds, watch };
}

function sharedStore(source: FleetSource): Shared<FleetSource> {
  const { name, kind, address, headers, secretHeaders, authorization, tls } = source;
  const { serviceLabel, versionLabel, defaults } = source;
  const requests = source.requests && sharedCounter(source.requests);
  const asked = { serviceLabel, versionLabel, defaults, requests };
  return { name, kind, address, headers, secretHeaders, authorization, tls, ...asked };
}

function sharedCounter({ address, query, headers, secretHeaders, authorization, tls }: RequestCounter): RequestCounter {
  return { address, query, headers, secretHeaders, authorization, tls };
}

/** What another version wrote besides the services and stores. */
function unknownFields(text: string | undefined): object {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> => isObject(value);
const isFile = shape({ services: optional(listOf(isRow)), stores: optional(listOf(isRow)) });

/**
 * The text of the file; undefined if it does not exist. Throws an Error whose message is a sentence if it is not a file
 * or too large, or the system's error.
 */
export async function fileTextIn(path: string): Promise<string | undefined> {
  try {
    const bytes = await readRegular(path, MAX_LENGTH, new AbortController().signal, 'follow');
    return new TextDecoder().decode(bytes);
  } catch (error) {
    if (error instanceof TooLargeError) throw new Error(`${SERVICES_FILE} is larger than 1 MB.`);
    if (error instanceof NotRegularError) throw new Error(`${SERVICES_FILE} is not a file.`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Reads what a file proposes. The services have names and addresses of their own, and the stores names of their own.
 * Throws an Error whose message is a sentence with the place of what is wrong.
 */
export function serversIn(text: string): Promise<SharedServers> {
  return inSlices(servers(text));
}

function* servers(text: string): Steps<SharedServers> {
  const parsed = parsedJson(text);
  if (isObject(parsed) && typeof parsed.version === 'number' && parsed.version > VERSION) {
    throw new Error(`${SERVICES_FILE} was written by a newer version of Linecost: update Linecost.`);
  }
  if (!isFile(parsed) || !(parsed.services ?? parsed.stores)) throw new Error(`${SERVICES_FILE} has no list "services".`);
  const { services = [], stores = [] } = parsed;
  const lengths = services.map(({ addresses }) => (Array.isArray(addresses) ? addresses.length : 0));
  const addressCount = lengths.reduce((sum, length) => sum + length, 0);
  if (addressCount > MAX_ADDRESSES) throw new Error(`${SERVICES_FILE} has more than ${MAX_ADDRESSES} addresses.`);
  return { services: yield* all(services, 'service', serviceIn), stores: yield* all(stores, 'store', storeIn) };
}

/** @param read throws an Error with what is wrong */
function* all<T extends { readonly name: string }>(
  rows: readonly Readonly<Record<string, unknown>>[],
  noun: string,
  read: (row: Readonly<Record<string, unknown>>) => T,
): Steps<T[]> {
  if (rows.length > MAX_SERVERS) throw new Error(`${SERVICES_FILE} has more than ${MAX_SERVERS} ${noun}s.`);
  const found: T[] = [];
  for (const row of rows) {
    yield;
    try {
      found.push(read(row));
    } catch (error) {
      const name = isText(row.name) ? ` (${row.name})` : '';
      throw new Error(`${SERVICES_FILE}, ${noun} ${found.length + 1}${name}: ${(error as Error).message}`);
    }
  }
  const names = found.map(({ name }) => name.trim());
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new Error(`${SERVICES_FILE} has two ${noun}s with the name ${twice}: rename one.`);
  return found;
}

function serviceIn(row: Readonly<Record<string, unknown>>): Shared<ServiceTarget> {
  const target = checked(row, isServiceTarget, { name: 'a', addresses: ['h'] });
  const { addresses, credentials } = typedAddresses(target.addresses.join(' '));
  if (credentials) throw new Error('an address has a password, which belongs in "Edit Service…".');
  return sharedService({ ...target, addresses });
}

function storeIn(row: Readonly<Record<string, unknown>>): Shared<FleetSource> {
  const source = checked(row, isFleetSource, { name: 'a', kind: 'pyroscope', address: 'h' });
  const { address, credentials } = typedSource(source.kind, source.address);
  if (credentials) throw new Error('the address has a password, which belongs in "Edit Profile Store…".');
  return sharedStore({ ...source, address, ...(source.requests && { requests: counterIn(source.requests) }) });
}

function counterIn(counter: RequestCounter): RequestCounter {
  const problem = problemOfCountQuery(counter.query);
  if (problem !== undefined) throw new Error(`its query for requests is not right: ${problem}`);
  const { address, credentials } = typedSource('pyroscope', counter.address);
  if (credentials) throw new Error('the address for requests has a password, which belongs in "Edit Profile Store…".');
  return { ...counter, address };
}

/** @param minimal the fields that it must have, with values that are right */
function checked<T>(
  row: Readonly<Record<string, unknown>>,
  isRight: (value: unknown) => value is T,
  minimal: Readonly<Record<string, unknown>>,
): T {
  const server: unknown = { ...row, id: 'shared' };
  if (isRight(server)) return server;
  const [wrong] = Object.entries(row).find(([name, value]) => !isRight({ ...minimal, id: 'a', [name]: value })) ?? [];
  const needed = Object.keys(minimal).map((name) => `"${name}"`).join(' and ');
  throw new Error(`${wrong ? `"${wrong}" cannot be read` : `it needs ${needed.replace(/ and (?=.* and )/, ', ')}`}.`);
}

/** Throws an Error whose message is a sentence with the line of what is wrong. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${SERVICES_FILE}, line ${brokenJsonLine(text)} is not JSON: correct it.`);
  }
}
