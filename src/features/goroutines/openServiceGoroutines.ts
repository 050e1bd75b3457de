import type * as vscode from 'vscode';
import { serverText } from '../../http/connection';
import { parseAddress } from '../../live/pprofAddress';
import { targetAt } from '../../live/targets/targetAt';
import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { requireTrust } from '../../ui/preconditionError';
import { showQuickPick } from '../../ui/window';
import { askAddress } from '../fetch/askProfile';
import { withAuthorization } from '../fetch/credentials';
import { RecentAddresses } from '../fetch/recentAddresses';
import { withSavedCredentials } from '../fetch/serviceConnection';
import { givenOrPickedTarget } from '../targets/pickServiceTarget';
import type { SavedTargets } from '../targets/savedTargets';
import type { GoroutineParts } from './openGoroutines';
import { showServiceGoroutines } from './serviceGoroutines';

interface ServiceParts extends GoroutineParts {
  readonly memento: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
  readonly targets: SavedTargets;
}

const TITLE = 'Goroutines of a Service';

/**
 * Shows the goroutines of a service. Throws CaptureError, EngineError or AbortError.
 * @param given a row of the Services view, or a target's id; else the user chooses a saved service, or an address
 */
export async function openServiceGoroutines(given: unknown, parts: ServiceParts): Promise<void> {
  requireTrust('Linecost fetches nothing in an untrusted workspace');
  const { targets } = parts;
  const chosen = given === undefined ? await chooseTarget(parts) : await givenOrPickedTarget(given, targets, TITLE);
  if (chosen === 'address') return openAddress(parts);
  if (chosen) await showTarget(chosen, parts);
}

async function showTarget(target: ServiceTarget, parts: ServiceParts): Promise<void> {
  const { targets } = parts;
  // The page may fetch again hours later: the forward has ended then, and the service may have another token.
  const instances = (signal: AbortSignal) => targets.instances(targets.find(target.id) ?? target, signal);
  await showServiceGoroutines({ name: target.name, instances }, parts);
}

/** The saved service that the user picks; `address` if an address is to be typed, also if no service is saved. */
async function chooseTarget({ targets }: ServiceParts): Promise<ServiceTarget | 'address' | undefined> {
  const saved = targets.list();
  if (saved.length === 0) return 'address';
  const items = [
    ...saved.map((target) => ({
      label: target.name, description: instanceNames(target.addresses).join(', '), choice: target,
    })),
    { label: 'Another address…', description: '', choice: 'address' as const },
  ];
  const placeHolder = 'Choose a service';
  return (await showQuickPick(items, { title: `Linecost: ${TITLE}`, placeHolder, matchOnDescription: true }))?.choice;
}

async function openAddress(parts: ServiceParts): Promise<void> {
  const recent = new RecentAddresses(parts.memento);
  const address = await askAddress(recent.list(), [], TITLE);
  if (!address) return;
  const typed = parseAddress(address);
  const saved = targetAt(typed.url, parts.targets.list());
  if (saved) return showTarget(saved, parts);
  const { url } = await withSavedCredentials(typed, parts);
  const name = serverText(url);
  const shown = await withAuthorization(url, parts.output, (authorized) =>
    showServiceGoroutines({ name, instances: async () => [{ name, url: authorized }] }, parts));
  if (shown) recent.add(typed);
}
