import type * as vscode from 'vscode';
import { isPair } from '../../profile/common/shapes';
import {
  hasCredentials, hasSecrets, originOf, percentEncoded, secretParameters, withoutSecrets,
} from '../../http/addressSecrets';
import { serverText } from '../../http/connection';
import { plainAddress, type PprofAddress } from '../../live/pprofAddress';
import { inBackground } from '../../ui/inBackground';
import { showErrorMessage, showInformationMessage, showInputBox } from '../../ui/window';
import { targetOf } from './recentAddresses';
import { hasStatus, type StatusError } from '../../http/httpFailure';
import type { Output } from '../../ui/output';

const SECRET = 'linecost.addresses';
const MAX_SECRETS = 50;

/** Addresses with their secrets, in VS Code's secret storage; the keys are plain addresses (see RecentAddresses). */
export class SavedCredentials {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** The target with its stored secrets: the parameters of its address, and the credentials of its origin. */
  async fill(target: PprofAddress): Promise<PprofAddress> {
    if (hasCredentials(target.url)) return target;
    const stored = await this.read();
    const saved = targetOf(stored.get(plainAddress(target)));
    if (saved && !hasSecrets(target.url) && originOf(saved.url) === originOf(target.url)) return saved;
    const urls = [...stored.values()].flatMap((address) => targetOf(address)?.url ?? []);
    const sameOrigin = urls.find((url) => originOf(url) === originOf(target.url) && hasCredentials(url));
    return sameOrigin ? { ...target, url: withCredentialsOf(target.url, sameOrigin) } : target;
  }

  /** Whether the whole address is stored already. */
  async knows(target: PprofAddress): Promise<boolean> {
    const plain = { ...target, url: withoutSecrets(target.url) };
    return (await this.fill(plain)).url.href === target.url.href;
  }

  /** Stores an address with its secrets. Throws the error of the system's keychain. */
  async save(target: PprofAddress): Promise<void> {
    const plain = plainAddress(target);
    const rest = [...(await this.read())].filter(([key]) => key !== plain);
    await this.secrets.store(SECRET, JSON.stringify([[plain, target.url.href], ...rest].slice(0, MAX_SECRETS)));
  }

  /** Deletes all addresses. Resolves to their number. */
  async forget(): Promise<number> {
    const { size } = await this.read();
    await this.secrets.delete(SECRET);
    return size;
  }

  /** Empty if the keychain cannot be read, because a fetch goes on without it. */
  private async read(): Promise<ReadonlyMap<string, string>> {
    try {
      const entries = JSON.parse((await this.secrets.get(SECRET)) ?? '[]') as unknown;
      return new Map(Array.isArray(entries) ? entries.filter(isPair) : []);
    } catch {
      return new Map();
    }
  }
}

/** A copy with the user name and the password of another address. */
export function withCredentialsOf(url: URL, { username, password }: Pick<URL, 'username' | 'password'>): URL {
  return Object.assign(new URL(url), { username, password });
}

/** Addresses whose secrets this window has already offered to store. */
const offeredAddresses = new Set<string>();

/** Offers to store the secrets of an address, once per address. */
export async function offerSaving(target: PprofAddress, saved: SavedCredentials): Promise<void> {
  const { href } = target.url;
  const server = serverText(target.url);
  if (!hasSecrets(target.url) || offeredAddresses.has(href) || (await saved.knows(target))) return;
  offeredAddresses.add(href);
  const save = 'Save in Secret Storage';
  const parts = [hasCredentials(target.url) && 'credentials', secretParameters(target.url).length > 0 && 'parameters'];
  const secretsText = parts.filter(Boolean).join(' and ');
  const message = `The ${secretsText} for ${server} are not saved. VS Code can save them in its secret storage.`;
  if ((await showInformationMessage(message, save)) !== save) return;
  try {
    await saved.save(target);
  } catch {
    offeredAddresses.delete(href);
    throw new Error(`The secret storage of VS Code cannot be written to: the ${secretsText} for ${server} are not saved.`);
  }
}

/** Deletes all stored credentials. */
export async function forgetCredentials({ secrets }: { readonly secrets: vscode.SecretStorage }): Promise<void> {
  const count = await new SavedCredentials(secrets).forget();
  offeredAddresses.clear();
  const addresses = count === 1 ? 'one address' : `${count} addresses`;
  const message = count === 0 ? 'There are no saved credentials.' : `The saved credentials of ${addresses} were removed.`;
  inBackground(showInformationMessage(message));
}

/** A result, and the URL that gave it, with the credentials that the user entered, if any. */
interface AuthorizedResult<T> {
  readonly value: T;
  readonly url: URL;
}

/** Calls `act`; if the server needs credentials, asks the user and calls `act` again. undefined if the user cancels. */
export async function withAuthorization<T>(
  url: URL,
  output: Output,
  act: (url: URL) => Thenable<T>,
): Promise<AuthorizedResult<T> | undefined> {
  try {
    return { value: await act(url), url };
  } catch (error) {
    if (!hasStatus(error, 401)) throw error;
    const entered = await offerCredentials(error, url, output);
    return entered && withAuthorization(entered, output, act);
  }
}

async function offerCredentials({ message }: StatusError, url: URL, output: Output): Promise<URL | undefined> {
  const enter = 'Enter Credentials…';
  const show = 'Show Output';
  output.warn(message);
  const chosen = await showErrorMessage(message, enter, show);
  if (chosen === show) output.show();
  if (chosen !== enter) return undefined;
  const title = `Linecost: Credentials for ${serverText(url)}`;
  const name = await showInputBox({ title, prompt: 'User name', ignoreFocusOut: true });
  if (name === undefined) return undefined;
  const password = await showInputBox({ title, prompt: 'Password', password: true, ignoreFocusOut: true });
  if (password === undefined) return undefined;
  return withCredentialsOf(url, { username: percentEncoded(name), password: percentEncoded(password) });
}
