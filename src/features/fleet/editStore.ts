import * as vscode from 'vscode';
import type { FleetSource } from '../../fleet/fleetSource';
import { isOfAccess } from '../../http/httpFailure';
import type { Fix } from '../../ui/commandLink';
import { reportFailure } from '../../ui/failureMessage';
import type { Actions } from '../../ui/loggedMessage';
import type { Output } from '../../ui/output';
import { PreconditionError } from '../../ui/preconditionError';

const TITLE = 'Edit Profile Store…';
const COMMAND = 'linecost.editStore';

/** A button that edits a store. */
export function editFix({ id }: Pick<FleetSource, 'id'>): Fix {
  return { title: TITLE, command: COMMAND, args: [id] };
}

/** Asks a store. A failure that editing the store may mend is thrown with a button that does. */
export async function orEditFix<T>(source: Pick<FleetSource, 'id'>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw isOfAccess(error) ? new PreconditionError((error as Error).message, editFix(source)) : error;
  }
}

/** A button that edits a store, for a failure that this may mend; undefined for others. */
export function editStore(error: unknown, { id }: Pick<FleetSource, 'id'>): Actions | undefined {
  if (!isOfAccess(error)) return undefined;
  return { [TITLE]: () => vscode.commands.executeCommand(COMMAND, id) };
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
