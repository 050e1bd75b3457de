import { NotRegularError, readRegular, TooLargeError } from '../../common/regularFile';
import { inSlices } from '../../go/timeSlices';
import type { Steps } from '../../profile/common/guard';
import { isObject, isText, listOf, shape } from '../../profile/common/shapes';
import { isServiceTarget, type ServiceTarget } from '../../live/targets/serviceTarget';
import { typedAddresses } from '../../live/targets/typedAddresses';
import { brokenJsonLine } from './brokenJson';

/** The file of a repository that proposes services, relative to the workspace folder. */
export const SERVICES_FILE = '.vscode/linecost.json';

const VERSION = 1;
const MAX_SERVICES = 500;
/** Of all services together. */
const MAX_ADDRESSES = 5000;
/** In bytes. */
const MAX_LENGTH = 1 << 20;

/** A service in the file: without its id, which is of this machine, and without secrets. */
type SharedService = Omit<ServiceTarget, 'id'>;

/** The text of the file for services: sorted by name, and the same for the same services. */
export function fileText(targets: readonly ServiceTarget[], before: string | undefined): string {
  const services = [...targets].sort((a, b) => (a.name < b.name ? -1 : 1)).map(shared);
  return `${JSON.stringify({ ...unknownFields(before), version: VERSION, services }, undefined, 2)}\n`;
}

/** In this order, and without what another version knows. An undefined field is not written. */
function shared(target: ServiceTarget): SharedService {
  const { name, addresses, headers, secretHeaders, authorization, tls, forward, load, seconds, watch } = target;
  return { name, addresses, headers, secretHeaders, authorization, tls, forward, load, seconds, watch };
}

/** What another version wrote besides the services. */
function unknownFields(text: string | undefined): object {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const isFile = shape({ services: listOf((value): value is Readonly<Record<string, unknown>> => isObject(value)) });

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
 * Reads the services of a file, which have names and addresses of their own. Throws an Error whose message is a
 * sentence with the place of what is wrong.
 */
export function servicesIn(text: string): Promise<SharedService[]> {
  return inSlices(services(text));
}

function* services(text: string): Steps<SharedService[]> {
  const parsed = parsedJson(text);
  if (isObject(parsed) && typeof parsed.version === 'number' && parsed.version > VERSION) {
    throw new Error(`${SERVICES_FILE} was written by a newer version of Linecost: update Linecost.`);
  }
  if (!isFile(parsed)) throw new Error(`${SERVICES_FILE} has no list "services".`);
  if (parsed.services.length > MAX_SERVICES) throw new Error(`${SERVICES_FILE} has more than ${MAX_SERVICES} services.`);
  const lengths = parsed.services.map(({ addresses }) => (Array.isArray(addresses) ? addresses.length : 0));
  const addressCount = lengths.reduce((sum, length) => sum + length, 0);
  if (addressCount > MAX_ADDRESSES) throw new Error(`${SERVICES_FILE} has more than ${MAX_ADDRESSES} addresses.`);
  const read: SharedService[] = [];
  for (const service of parsed.services) {
    yield;
    read.push(sharedService(service, read.length + 1));
  }
  const names = read.map(({ name }) => name.trim());
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new Error(`${SERVICES_FILE} has two services with the name ${twice}: rename one.`);
  return read;
}

function sharedService(service: unknown, number: number): SharedService {
  const place = `${SERVICES_FILE}, service ${number}${isObject(service) && isText(service.name) ? ` (${service.name})` : ''}`;
  const fields = isObject(service) ? Object.entries(service) : [];
  const [wrong] = fields.find(([name, value]) => !isServiceTarget({ ...MINIMAL, [name]: value })) ?? [];
  const target: unknown = isObject(service) ? { ...service, id: 'shared' } : service;
  if (!isServiceTarget(target)) throw new Error(`${place}: ${wrong ? `"${wrong}" cannot be read` : 'it needs "name" and "addresses"'}.`);
  try {
    const { addresses, credentials } = typedAddresses(target.addresses.join(' '));
    if (credentials) throw new Error('an address has a password, which belongs in "Edit Service…".');
    return shared({ ...target, addresses });
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`);
  }
}

const MINIMAL = { id: 'a', name: 'a', addresses: ['h'] };

/** Throws an Error whose message is a sentence with the line of what is wrong. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${SERVICES_FILE}, line ${brokenJsonLine(text)} is not JSON: correct it.`);
  }
}
