import * as vscode from 'vscode';
import { roundsOf } from '../bench/targetResults';
import { warn } from '../workbench/failureMessage';
import { inBackground } from '../workbench/inBackground';
import type { Progress } from '../workbench/progress';
import { showInformationMessage } from '../workbench/window';
import { goTestRequest } from './goTestRequest';
import type { Target } from './pickTarget';
import { takeCapture, chooseOptions, type ProfilingParts, saveGoDocuments } from './profileTarget';
import { ShownResults } from './resultsOfRun';
import { byPackage, SuiteBuilds } from './suiteBuilds';
import { outcomeText, runQueue } from './suiteQueue';
import { pickSuite } from './suiteScopes';

/**
 * Profiles all benchmarks of a file, a package or a module, one after the other. A failed one does not stop the others,
 * and a cancelled suite keeps those that were done. Throws an Error for the user.
 * @param given the file or folder of a context menu; unset: the active editor
 */
export async function profileSuite(parts: ProfilingParts, given?: vscode.Uri): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new Error('Trust this workspace first: profiling runs its code.');
  parts.measurements.check();
  const suite = await pickSuite(given ?? shownFile());
  if (!suite) return;
  parts.measurements.check();
  await saveGoDocuments();
  const builder = new SuiteBuilds(parts.programs);
  const act = suite.isOnlyMeasured ? measureOnly : profileOne;
  const queue = { ...suite, targets: byPackage(suite.targets) };
  const outcome = await runQueue(queue, parts.measurements, async (target, progress) => {
    try {
      await act(target, { ...parts, builder }, progress);
    } catch (error) {
      // A benchmark that fails may have spoilt its program.
      await builder.close();
      throw error;
    }
  }, () => builder.close());
  const text = outcomeText(suite, outcome);
  for (const { name, message } of outcome.failed) parts.output.error(`${name}: ${message}`);
  if (outcome.failed.length > 0) warn(text, parts.output);
  else inBackground(showInformationMessage(text));
}

type SuiteParts = ProfilingParts & Required<Pick<ProfilingParts, 'builder'>>;

async function profileOne(target: Target, parts: ProfilingParts, progress: Progress): Promise<void> {
  await takeCapture(target, await optionsOf(target, parts), parts, progress);
}

/** Shows the results of a benchmark, and stores no capture. */
async function measureOnly(target: Target, parts: SuiteParts, { signal, report }: Progress): Promise<void> {
  const request = goTestRequest(target, await optionsOf(target, parts));
  const rounds = roundsOf(request.count, request.go);
  const results = new ShownResults(parts.results, { file: target.uri.fsPath, name: target.name }, rounds);
  parts.output.begin(target.name);
  report('building');
  const test = await parts.builder.build(request, (text) => parts.output.write(text), signal);
  try {
    report('timing run', { isLong: true });
    await results.show(await test.time(), signal);
  } finally {
    await parts.builder.release(test);
  }
}

async function optionsOf(target: Target, { options }: ProfilingParts) {
  return (await chooseOptions({ target, withOptions: false }, options))!;
}

function shownFile(): vscode.Uri {
  const { activeTextEditor } = vscode.window;
  if (activeTextEditor?.document.fileName.endsWith('.go')) return activeTextEditor.document.uri;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('Open a Go file or a folder first.');
  return folder.uri;
}
