import { resolve } from 'node:path';
import { CaptureError } from '../common/captureError';
import { NotRegularError, readRegular, TooLargeError } from '../common/regularFile';
import type { Connection } from './connection';
import type { ServerAccess, ServerSecrets } from './serverAccess';

/** Of a file of certificates: those of all authorities have 200 kB. */
const MAX_BYTES = 1 << 20;

/**
 * What is needed to reach a saved server. Throws CaptureError `badAddress` if the file of a certificate cannot be read;
 * the signal's reason on abort.
 * @param folder the workspace folder, from which paths of certificates start
 */
export async function savedConnection(
  { headers, authorization, tls = {} }: ServerAccess,
  secrets: ServerSecrets,
  folder: string,
  signal: AbortSignal,
): Promise<Connection> {
  const read = async (what: string, file: string | undefined): Promise<string | undefined> => {
    if (file === undefined) return undefined;
    try {
      return new TextDecoder().decode(await readRegular(resolve(folder, file), MAX_BYTES, signal, 'follow'));
    } catch (error) {
      signal.throwIfAborted();
      throw new CaptureError('badAddress', `The ${what} ${file} cannot be read (${reasonOf(error as Error)}).`);
    }
  };
  const [ca, certificate, key] = await Promise.all([
    read('authority file', tls.ca), read('certificate', tls.certificate), read('private key', tls.key),
  ]);
  return {
    headers: { ...headers, ...secrets.headers, ...authorizationHeader(authorization, secrets.password) },
    ...(secrets.headers && { secretHeaders: Object.keys(secrets.headers) }),
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
    ...(secrets.passphrase !== undefined && { passphrase: secrets.passphrase }),
    ...(tls.isUnchecked && { isUnchecked: true }),
    ...(tls.serverName !== undefined && { serverName: tls.serverName }),
  };
}

function reasonOf(error: Error): string {
  if (error instanceof NotRegularError) return 'it is not a file';
  return error instanceof TooLargeError ? 'it is larger than 1 MB' : error.message.split(',')[0];
}

function authorizationHeader(authorization: ServerAccess['authorization'], password = ''): Record<string, string> {
  if (authorization?.kind === 'bearer') return { authorization: `Bearer ${password}` };
  if (authorization?.kind !== 'basic') return {};
  return { authorization: `Basic ${Buffer.from(`${authorization.user}:${password}`).toString('base64')}` };
}
