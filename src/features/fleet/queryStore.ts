import { FleetPanel } from '../../pages/fleet/fleetPanel';
import { reportFailure } from '../../ui/failureMessage';
import { requireTrust } from '../../ui/preconditionError';
import type * as vscode from 'vscode';
import { type FleetPageParts, SavedFleetQueries } from './fleetQueries';
import { givenSource } from './pickSource';

type Parts = FleetPageParts & { readonly extensionUri: vscode.Uri };

let panel: FleetPanel | undefined;

/**
 * Shows the page on which stores are asked. Throws a PreconditionError in an untrusted workspace, or if a store is not
 * saved.
 * @param given a row of the Services view, a source's id, or nothing
 */
export async function queryStore(given: unknown, parts: Parts): Promise<void> {
  requireTrust('Linecost reaches no store in an untrusted workspace');
  const sources = await parts.targets.sources();
  const source = givenSource(given, sources);
  (await panelOf(parts)).show(source ? { store: source.id } : {});
}

/** Brings the page back after a window reload. */
export async function restoreQueryStore(empty: vscode.WebviewPanel, parts: Parts): Promise<void> {
  (await panelOf(parts)).restore(empty);
}

async function panelOf(parts: Parts): Promise<FleetPanel> {
  const sources = await parts.targets.sources();
  const { extensionUri, output } = parts;
  return (panel ??= new FleetPanel({
    queries: new SavedFleetQueries(sources, parts), extensionUri, showFailure: (error) => reportFailure(error, output),
  }));
}
