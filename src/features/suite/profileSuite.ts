import * as vscode from 'vscode';
import { hideFailuresOf } from '../../ui/failureMessage';
import { benchmarkKey } from '../../captures/loaded/latestResults';
import { ignored } from '../../profile/common/ignored';
import { type Actions, warn } from '../../ui/loggedMessage';
import { inBackground } from '../../ui/inBackground';
import { showInformationMessage } from '../../ui/window';
import { suiteText } from '../../bench/howLongSuite';
import { anyMisfit } from '../profile/captureWarnings';
import type { Target } from '../profile/pickTarget';
import { type ProfilingParts, storeResults, takeCapture } from '../profile/profileTarget';
import { chooseOptions, saveGoDocuments } from '../profile/runOptions';
import { SuiteBuilds } from '../profile/suiteBuilds';
import { areBenchmarks, outcomeText, runQueue } from './suiteQueue';
import { comparePrevious } from './previousCaptures';
import { pickSuite, type Suite } from './suiteScopes';
import { suiteEntries } from './suiteTime';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';

/**
 * Profiles all benchmarks of a file, a package or a module, as profileInOrder does. Throws an Error for the user.
 * @param clicked the file or folder of a context menu; if unset, the file of the active editor or the workspace folder
 */
export async function profileSuite(parts: ProfilingParts, clicked?: vscode.Uri): Promise<void> {
  requireTrust('profiling runs its code');
  parts.measurements.check();
  const suite = await pickSuite(clicked ?? shownFile(), (each) => suiteText(suiteEntries(each, parts)));
  if (suite) await profileInOrder(suite, parts);
}

/**
 * Profiles the functions of a suite, one after the other. If one fails, the next still runs; if the user cancels, the
 * finished captures are kept. Throws an Error for the user.
 */
export async function profileInOrder(suite: Suite, parts: ProfilingParts): Promise<void> {
  parts.measurements.check();
  await saveGoDocuments();
  for (const { uri, name } of suite.targets) hideFailuresOf(benchmarkKey(uri.fsPath, name));
  const builder = new SuiteBuilds(parts.programs);
  const act = suite.isOnlyMeasured ? storeResults : takeCapture;
  const startedAt = Date.now();
  const ofSuite = ({ kind }: Target) => (kind === 'benchmark' ? { suite: { name: suite.name, startedAt } } : {});
  const entriesOf = (targets: readonly Target[]) => suiteEntries({ ...suite, targets }, parts);
  const outcome = await runQueue(suite, parts.measurements, async (target, progress) => {
    try {
      const targetParts = { ...parts, builder, ...ofSuite(target) };
      return anyMisfit(await act(target, await optionsOf(target, parts), targetParts, progress));
    } catch (error) {
      // A benchmark that fails may have left its program in a bad state.
      await builder.close();
      throw error;
    }
  }, { cleanUp: () => builder.close(), ...(areBenchmarks(suite) && { entriesOf }) });
  const text = outcomeText(suite, outcome);
  for (const { name, message } of outcome.failed) parts.output.error(`${name}: ${message}`);
  const actions = await comparePrevious(parts.captures, startedAt).catch(ignored('previous captures are not offered', {}));
  if (outcome.failed.length > 0 || outcome.misfits) warn(text, parts.output, actions);
  else inBackground(offer(text, actions));
}

async function offer(text: string, actions: Actions): Promise<void> {
  const chosen = await showInformationMessage(text, ...Object.keys(actions));
  if (chosen) await actions[chosen]();
}

async function optionsOf(target: Target, { memento }: ProfilingParts) {
  return (await chooseOptions({ target, withOptions: false }, memento))!;
}

function shownFile(): vscode.Uri {
  const { activeTextEditor } = vscode.window;
  if (activeTextEditor?.document.fileName.endsWith('.go')) return activeTextEditor.document.uri;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new PreconditionError('Open a Go file or a folder first.');
  return folder.uri;
}
