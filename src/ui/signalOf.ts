import type { CancellationToken } from 'vscode';

/** A signal that is aborted when VS Code cancels a request. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
