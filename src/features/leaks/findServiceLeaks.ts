import type * as vscode from 'vscode';
import { leakedGoroutines } from '../../goroutines/leakedGoroutines';
import { inSlices } from '../../go/timeSlices';
import { serverText } from '../../http/connection';
import { fetchLeaks } from '../../live/leaksRequest';
import { parseAddress } from '../../live/pprofAddress';
import { inBackground } from '../../ui/inBackground';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { withProgress } from '../../ui/progress';
import { showInformationMessage } from '../../ui/window';
import { askAddress } from '../fetch/askProfile';
import { withAuthorization } from '../fetch/credentials';
import { RecentAddresses } from '../fetch/recentAddresses';
import { type SavedServices, withConnectionTo, withSavedCredentials } from '../fetch/serviceConnection';
import type { GoroutineParts } from '../goroutines/openGoroutines';
import { leaksSentence } from './leaksSentence';
import { showLeaks } from './showLeaks';

export interface ServiceParts extends GoroutineParts {
  readonly memento: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
  readonly targets: SavedServices;
}

/** Has a service look for leaked goroutines, and shows them. Throws like fetchLiveProfile. */
export async function findServiceLeaks(parts: ServiceParts): Promise<void> {
  requireTrust('Linecost fetches nothing in an untrusted workspace');
  const recent = new RecentAddresses(parts.memento);
  const address = await askAddress(recent.list(), parts.targets.list(), 'Find Leaked Goroutines');
  if (!address) return;
  const typed = parseAddress(address);
  if (!typed.isIndex) {
    throw new PreconditionError('Enter the address of the service, such as localhost:6060, or of the page that lists its profiles.');
  }
  const { url } = await withSavedCredentials(typed, parts);
  const name = serverText(url);
  const title = `Looking for goroutines that ${name} leaks`;
  const found = await withAuthorization(url, parts.output, (authorized) => {
    return withProgress(title, async (_, signal) => {
      const { count, text } = await withConnectionTo(authorized, parts.targets, signal, (connection) => {
        return fetchLeaks(authorized, signal, connection);
      });
      return { name, count, text: await inSlices(leakedGoroutines(text), signal) };
    });
  });
  if (!found) return;
  recent.add(typed);
  const { value } = found;
  inBackground(showInformationMessage(leaksSentence([value], 1)));
  if (value.text !== '') await showLeaks([value], name, parts);
}
