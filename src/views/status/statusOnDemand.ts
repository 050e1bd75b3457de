import type * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { inBackground } from '../../ui/inBackground';

/** A status bar item whose code is loaded when the session first has what they show. */
export function statusOnDemand(
  session: Session,
  isNeeded: () => boolean,
  load: () => Promise<vscode.Disposable>,
): vscode.Disposable {
  let item: Promise<vscode.Disposable> | undefined;
  const subscription = session.onDidChange(() => {
    if (isNeeded()) inBackground(item ??= load());
  });
  return {
    dispose: () => {
      subscription.dispose();
      if (item) inBackground(item.then((loaded) => loaded.dispose()));
    },
  };
}
