import type * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { inBackground } from '../../ui/inBackground';

/** Status bar items whose code is loaded when the session first has what they show. */
export function statusOnDemand(
  session: Session,
  isNeeded: () => boolean,
  load: () => Promise<vscode.Disposable>,
): vscode.Disposable {
  let items: Promise<vscode.Disposable> | undefined;
  const subscription = session.onDidChange(() => {
    if (isNeeded()) inBackground(items ??= load());
  });
  return {
    dispose: () => {
      subscription.dispose();
      if (items) inBackground(items.then((loaded) => loaded.dispose()));
    },
  };
}
