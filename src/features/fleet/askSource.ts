import * as vscode from 'vscode';
import { CaptureError, isCaptureError } from '../../common/captureError';
import type { FleetSource } from '../../fleet/fleetSource';
import type { FleetStore } from '../../fleet/fleetStore';
import { obstacleOf } from '../../http/httpFailure';
import { isAbort } from '../../profile/common/guard';
import { withProgress } from '../../ui/progress';
import { requireTrust } from '../../ui/preconditionError';
import { showInformationMessage, showWarningMessage } from '../../ui/window';
import type { StoreState } from '../../views/services/servicesNodes';
import type { SavedSources } from '../targets/savedSources';
import { editFix } from './editStore';

/** What a store answered, with the error if it did not. */
export interface SourceAnswer {
  readonly state: StoreState;
  readonly error?: Error;
}

/**
 * Asks a store which server it is, and says and shows what it answers. Throws like SavedSources.open, and AbortError.
 */
export async function testSource(source: FleetSource, sources: SavedSources): Promise<void> {
  requireTrust('Linecost reaches no store in an untrusted workspace');
  const store = await sources.open(source);
  const { state } = await answerOf(source, store);
  sources.tellState(source, state);
  const text = stateText(source.name, state);
  if (state.failure === undefined && state.notes.length === 0) return void (await showInformationMessage(text));
  // VS Code cuts off long messages without a button.
  const { title, command, args } = editFix(source);
  if ((await showWarningMessage(text, title)) === title) await vscode.commands.executeCommand(command, ...args!);
}

/** Of a server that is up; a folder, or a listing over HTTP, may have many files. */
const ANSWER_MS = 15_000;

/**
 * Asks a store which server it is, for a while that is long enough for one that is up. Throws AbortError if the user
 * cancels.
 */
export function answerOf({ name, kind }: Pick<FleetSource, 'name' | 'kind'>, store: FleetStore): Promise<SourceAnswer> {
  return withProgress(`Asking ${name} which server it is`, async (_, signal): Promise<SourceAnswer> => {
    const limit = kind === 'files' ? new AbortController().signal : AbortSignal.timeout(ANSWER_MS);
    try {
      const { server, notes } = await store.test(AbortSignal.any([signal, limit]));
      return { state: { askedAt: Date.now(), server, notes } };
    } catch (thrown) {
      const error = limit.aborted && !signal.aborted ? noAnswer(name) : thrown;
      if (isAbort(error) || !isCaptureError(error)) throw error;
      return { state: { askedAt: Date.now(), failure: error.message, obstacle: obstacleOf(error), notes: [] }, error };
    }
  });
}

function noAnswer(name: string): CaptureError {
  const sentence = `${name} has not answered within ${ANSWER_MS / 1000} s`;
  return new CaptureError('timedOut', `${sentence}: check the address, and that the server is running.`);
}

/** What a store answers, in sentences: `production is Pyroscope 2.2.0, and lets you in.` */
export function stateText(name: string, { server, failure, notes }: StoreState): string {
  return [failure ?? `${name} is ${server ?? 'a server'}, and lets you in.`, ...notes].join(' ');
}
