import { percentEncoded } from '../../live/addressSecrets';
import { hasStatus, type StatusError } from '../../live/httpFailure';
import { showErrorMessage, showInputBox } from '../../ui/window';
import type { Output } from '../../ui/output';
import { withCredentialsOf } from './savedCredentials';

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
  const title = `Linecost: Credentials for ${url.host}`;
  const name = await showInputBox({ title, prompt: 'User name', ignoreFocusOut: true });
  if (name === undefined) return undefined;
  const password = await showInputBox({ title, prompt: 'Password', password: true, ignoreFocusOut: true });
  if (password === undefined) return undefined;
  return withCredentialsOf(url, { username: percentEncoded(name), password: percentEncoded(password) });
}
