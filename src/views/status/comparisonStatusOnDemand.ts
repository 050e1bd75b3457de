import type * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { inBackground } from '../../ui/inBackground';

/** The status bar item of the comparison, loaded when the session first has a baseline. */
export function comparisonStatusOnDemand(session: Session, load: () => Promise<vscode.Disposable>): vscode.Disposable {
  let status: Promise<vscode.Disposable> | undefined;
  const subscription = session.onDidChange(() => {
    if (session.baseline) inBackground(status ??= load());
  });
  return {
    dispose: () => {
      subscription.dispose();
      if (status) inBackground(status.then((item) => item.dispose()));
    },
  };
}
