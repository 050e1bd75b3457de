import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CaptureError } from '../common/captureError';
import type { Connection } from './connection';
import type { ServerAccess, ServerSecrets } from './serverAccess';

/**
 * What is needed to reach a saved server. Throws CaptureError `badAddress` if the file of a certificate cannot be read.
 * @param folder the workspace folder, from which paths of certificates start
 */
export async function savedConnection(
  { headers, authorization, tls = {} }: ServerAccess,
  secrets: ServerSecrets,
  folder: string,
): Promise<Connection> {
  const read = async (what: string, file: string | undefined): Promise<string | undefined> => {
    if (file === undefined) return undefined;
    return readFile(resolve(folder, file), 'utf8').catch((error: Error) => {
      throw new CaptureError('badAddress', `The ${what} ${file} cannot be read (${error.message.split(',')[0]}).`);
    });
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

function authorizationHeader(authorization: ServerAccess['authorization'], password = ''): Record<string, string> {
  if (authorization?.kind === 'bearer') return { authorization: `Bearer ${password}` };
  if (authorization?.kind !== 'basic') return {};
  return { authorization: `Basic ${Buffer.from(`${authorization.user}:${password}`).toString('base64')}` };
}
