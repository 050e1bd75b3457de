import * as vscode from 'vscode';
import { type Capture, isBenchmark } from '../../captures/loadedCapture';
import { basename } from '../../profile/text/shortNames';
import type { Active, Session } from '../../captures/session';
import { tickStep } from '../../ui/walkthrough';
import { showInformationMessage } from '../../ui/window';
import { ignored } from '../../profile/common/ignored';

const GO_TO_HOTTEST = 'Go to hottest line';

export interface Lead {
  /** Whether the user clicked in the target's file. If its code is still visible, nothing else is opened. */
  readonly isInView?: boolean;
  /** Whether a document has costs; if the target's has none, the hottest line is offered. */
  readonly hasCosts?: (active: Active, document: vscode.TextDocument) => Promise<boolean>;
  /** Called if no line of the workspace has costs to lead to. */
  readonly openFallback: () => unknown;
}

/** Leads the user to the costs when a capture has ended, unless they are doing something else. */
export class AfterCapture implements vscode.Disposable {
  private hasEdited = false;
  private readonly tab = activeTab();
  private readonly subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const isTyped = document === vscode.window.activeTextEditor?.document;
    if (isTyped && contentChanges.length > 0) this.hasEdited = true;
  });

  constructor(private readonly session: Session) {}

  /**
   * Opens the hottest line of the workspace, or offers to open the hottest line if the user is doing something else.
   * Does nothing if the code that the user clicked is still visible and has costs, or another capture is active.
   */
  async lead(capture: Capture, { isInView = false, hasCosts = async () => true, openFallback }: Lead): Promise<void> {
    if (isBenchmark(capture)) tickStep('profile');
    const { active } = this.session;
    if (active?.capture.id !== capture.id) return;
    const { file } = capture.target ?? capture.program ?? {};
    const isTarget = ({ document }: vscode.TextEditor) => document.uri.fsPath === file;
    const inView = isInView ? vscode.window.visibleTextEditors.find(isTarget) : undefined;
    if (inView) {
      if (await hasCosts(active, inView.document)) return;
      const message = `${capture.title} was profiled. None of its costs is in ${basename(inView.document.fileName)}.`;
      if (await showInformationMessage(message, GO_TO_HOTTEST)) await goToHottestLine(openFallback);
      return;
    }
    const front = vscode.window.activeTextEditor;
    const isIdle = !this.hasEdited && isSame(this.tab, activeTab());
    if (!isInView && isIdle && !(front && isTarget(front))) {
      await goToHottestLine(openFallback, 'workspace');
      return;
    }
    if (await showInformationMessage(`The costs of ${capture.title} are shown.`, GO_TO_HOTTEST)) await goToHottestLine(openFallback);
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

/** @param scope if unset, also opens files outside of the workspace, such as those of the Go distribution */
async function goToHottestLine(openFallback: () => unknown, scope?: 'workspace'): Promise<void> {
  const opening = Promise.resolve(vscode.commands.executeCommand<unknown>('linecost.goToHottestLine', scope));
  const hasOpened = await opening.catch(ignored('no profile opened', false));
  if (hasOpened !== true) await openFallback();
}

function activeTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}

/** Compares tabs by label and column, because VS Code may replace the object of a tab. */
function isSame(before: vscode.Tab | undefined, now: vscode.Tab | undefined): boolean {
  return before?.label === now?.label && before?.group.viewColumn === now?.group.viewColumn;
}
