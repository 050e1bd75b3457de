import { type PickItem, showQuickPick } from '../../ui/window';
import type * as vscode from 'vscode';

/**
 * Lets the user pick one of the items, which are loaded while the list is shown; closing the list aborts the load.
 * undefined if the user cancels. Throws like `load`.
 */
export async function pickLoaded<T extends PickItem>(
  load: (signal: AbortSignal) => Promise<readonly T[]>,
  options: vscode.QuickPickOptions & { readonly canPickMany?: false },
): Promise<T | undefined> {
  const controller = new AbortController();
  const items = load(controller.signal).catch((error: unknown) => {
    if (controller.signal.aborted) return [];
    throw error;
  });
  try {
    // A list that waits for a server stays, whatever gets the focus meanwhile.
    return await showQuickPick(items, { ignoreFocusOut: true, ...options });
  } finally {
    controller.abort();
  }
}
