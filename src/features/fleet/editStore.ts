import * as vscode from 'vscode';
import type { FleetSource } from '../../fleet/fleetSource';
import { isOfAccess } from '../../fleet/storeFailure';
import { reportFailure } from '../../ui/failureMessage';
import type { Actions } from '../../ui/loggedMessage';
import type { Output } from '../../ui/output';

/** A button that edits a store, for a failure that this may mend; undefined for others. */
export function editStore(error: unknown, { id }: Pick<FleetSource, 'id'>): Actions | undefined {
  if (!isOfAccess(error)) return undefined;
  return { 'Edit Profile Store…': () => vscode.commands.executeCommand('linecost.editStore', id) };
}

/** Asks a store. A failure that editing the store may mend is a message that leads there; others are thrown. */
export async function orEditStore<T>(
  source: Pick<FleetSource, 'id'>, output: Output, ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const edit = editStore(error, source);
    if (!edit) throw error;
    await reportFailure(error, output, edit);
    return undefined;
  }
}
