import * as vscode from 'vscode';
import type { Instance } from '../../live/targets/instances';
import { askInstances } from '../../live/targets/askInstances';
import { answersText, type TargetState } from '../../live/targets/targetState';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { isAbort } from '../../profile/common/guard';
import { withProgress } from '../../ui/progress';
import { requireTrust } from '../../ui/preconditionError';
import { showInformationMessage, showWarningMessage } from '../../ui/window';
import type { SavedTargets } from './savedTargets';

/**
 * Asks the instances of a service which profiles they offer, and says and shows what they answer. Throws like
 * SavedTargets.instances, and AbortError.
 */
export async function testService(target: ServiceTarget, targets: SavedTargets): Promise<void> {
  requireTrust('Linecost reaches no service in an untrusted workspace');
  const tellState = targets.beginQuestion(target);
  const state = await withQuestion(target.name, (signal) => {
    return targets.use(target, signal, (instances) => askInstances(instances, signal));
  });
  tellState(state);
  const text = answersText(target.name, state);
  if (state.answers.every(({ failure }) => failure === undefined)) return void (await showInformationMessage(text));
  // VS Code cuts off long messages without a button.
  const edit = 'Edit Service…';
  if ((await showWarningMessage(text, edit)) === edit) await vscode.commands.executeCommand('linecost.editService', target.id);
}

/** What the instances of a new service answer; undefined if the user cancels. */
export async function firstAnswers(name: string, instances: readonly Instance[]): Promise<TargetState | undefined> {
  return withQuestion(name, (signal) => askInstances(instances, signal)).catch((error: unknown) => {
    if (isAbort(error)) return undefined;
    throw error;
  });
}

function withQuestion(name: string, ask: (signal: AbortSignal) => Promise<TargetState>): Promise<TargetState> {
  return withProgress(`Asking ${name} for its profiles`, (_, signal) => ask(signal));
}
