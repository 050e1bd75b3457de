import { isAbsolute, relative, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import * as vscode from 'vscode';
import { NotRegularError, readRegular, TooLargeError } from '../../common/regularFile';
import type { ServerTls } from '../../http/serverAccess';
import { PreconditionError } from '../../ui/preconditionError';
import { showMenu, showOpenDialog } from '../../ui/window';
import type { Edited, SavedServer } from './editServer';
import { askSecret } from './serviceCredentials';

const MAX_BYTES = 1 << 20;
const isAuthorities = { pattern: /-----BEGIN (?:TRUSTED )?CERTIFICATE-----/, what: 'certificate' };
const isKey = { pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/, what: 'private key' };

/** Asks for the authorities that are trusted. undefined if the user cancels. Throws an Error for the user. */
export async function askAuthorities<T extends SavedServer>(
  { target, secrets }: Edited<T>,
): Promise<Edited<T> | undefined> {
  const title = `${target.name}: Certificate Authorities`;
  const wanted = await askWanted(title, target.tls?.ca, 'Trust Those of the System');
  if (wanted === 'none') return { target: withTls(target, { ca: undefined }), secrets };
  if (wanted === undefined) return undefined;
  const chosen = await chooseFile(title, isAuthorities);
  return chosen && { target: withTls(target, { ca: chosen.path }), secrets };
}

/** Asks for a certificate, its key, and its passphrase if it has one. Like askAuthorities. */
export async function askClientCertificate<T extends SavedServer>(
  { target, secrets }: Edited<T>,
): Promise<Edited<T> | undefined> {
  const title = `${target.name}: Client Certificate`;
  const others = { ...secrets, passphrase: undefined };
  const none = { certificate: undefined, key: undefined };
  const wanted = await askWanted(title, target.tls?.certificate, 'Show No Certificate');
  if (wanted === 'none') return { target: withTls(target, none), secrets: others };
  if (wanted === undefined) return undefined;
  const certificate = await chooseFile(title, isAuthorities);
  if (!certificate) return undefined;
  const key = isKey.pattern.test(certificate.text) ? certificate : await chooseFile(`${target.name}: Its Private Key`, isKey);
  if (!key) return undefined;
  const isEncrypted = /ENCRYPTED/.test(key.text);
  const passphrase = isEncrypted ? await askSecret(title, 'The passphrase of the private key', undefined) : undefined;
  if (isEncrypted && passphrase === undefined) return undefined;
  try {
    createSecureContext({ cert: certificate.text, key: key.text, ...(passphrase !== undefined && { passphrase }) });
  } catch (error) {
    const reason = isEncrypted ? 'enter its passphrase again, and choose the key of this certificate' : 'choose the key of this certificate';
    throw new PreconditionError(`${key.path} does not fit ${certificate.path} (${(error as Error).message}): ${reason}.`);
  }
  const files = { certificate: certificate.path, key: key.path };
  return { target: withTls(target, files), secrets: { ...others, passphrase } };
}

/** Asks whether the server's certificate is checked. undefined if the user cancels. */
export async function askCertificateCheck<T extends SavedServer>(
  { target, secrets }: Edited<T>,
): Promise<Edited<T> | undefined> {
  const check = { label: 'Check the Certificate', description: 'as browsers do' };
  const skip = {
    label: 'Do Not Check the Certificate',
    description: 'anyone between can read the credentials, and send other profiles',
    icon: 'warning',
  };
  const title = `${target.name}: Check of the Certificate`;
  const placeHolder = 'For a certificate of your own, choose its authority instead';
  const chosen = await showMenu([check, skip], target.tls?.isUnchecked ? skip : check, { title, placeHolder });
  return chosen && { target: withTls(target, { isUnchecked: chosen === skip ? true : undefined }), secrets };
}

function withTls<T extends SavedServer>(target: T, changed: ServerTls): T {
  return { ...target, tls: { ...target.tls, ...changed } };
}

/** Whether the user wants another file instead of the known one, or none. undefined if the user cancels. */
async function askWanted(title: string, known: string | undefined, none: string): Promise<'file' | 'none' | undefined> {
  if (known === undefined) return 'file';
  const file = { label: 'Choose Another File…', description: known };
  const chosen = await showMenu([file, { label: none }], file, { title, placeHolder: known });
  return chosen && (chosen === file ? 'file' : 'none');
}

interface ChosenFile {
  /** Absolute, or relative to the workspace folder if the file is in it. */
  readonly path: string;
  readonly text: string;
}

async function chooseFile(title: string, { pattern, what }: typeof isKey): Promise<ChosenFile | undefined> {
  const filters = { PEM: ['pem', 'crt', 'cer', 'key'], 'All files': ['*'] };
  const [uri] = (await showOpenDialog({ title, openLabel: 'Choose', filters })) ?? [];
  if (!uri) return undefined;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const inFolder = folder === undefined ? uri.fsPath : relative(folder, resolve(uri.fsPath));
  const path = inFolder.startsWith('..') || isAbsolute(inFolder) ? uri.fsPath : inFolder;
  const text = await shortText(uri.fsPath);
  if (!pattern.test(text)) throw new PreconditionError(`${path} has no ${what} in PEM format: choose a file with a line -----BEGIN ….`);
  return { path, text };
}

/** Empty if it is not a file, or larger than one of certificates. Throws the system's error. */
async function shortText(path: string): Promise<string> {
  try {
    const bytes = await readRegular(path, MAX_BYTES, new AbortController().signal, 'follow');
    return Buffer.from(bytes).toString('latin1');
  } catch (error) {
    if (error instanceof NotRegularError || error instanceof TooLargeError) return '';
    throw error;
  }
}
