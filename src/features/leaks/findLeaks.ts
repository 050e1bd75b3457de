import { dirname } from 'node:path';
import { leakedGoroutines } from '../../goroutines/leakedGoroutines';
import { LeakSearch, type TestLeaks } from '../../go/leaks/leakSearch';
import { inSlices } from '../../go/timeSlices';
import { isCaptureError } from '../../common/captureError';
import { benchmarkKey } from '../../captures/loaded/latestResults';
import { failureOf, hideFailuresOf, showGoMissing } from '../../ui/failureMessage';
import { inBackground } from '../../ui/inBackground';
import { warn } from '../../ui/loggedMessage';
import { requireTrust } from '../../ui/preconditionError';
import { type Progress, startProgress } from '../../ui/progress';
import { showInformationMessage } from '../../ui/window';
import { profileSettings } from '../../ui/settings/profileSettings';
import type { GoroutineParts } from '../goroutines/openGoroutines';
import type { Target } from '../profile/pickTarget';
import type { ProfilingParts } from '../profile/profileTarget';
import { goTestRequest, saveGoDocuments } from '../profile/runOptions';
import { leaksSentence, type NamedLeaks } from './leaksSentence';
import { showLeaks } from './showLeaks';

export type LeakParts = ProfilingParts & GoroutineParts;

/**
 * Runs tests, each in a process of its own, and shows the goroutines that they leak. What was found before a cancel is
 * shown. Throws CaptureError, an Error for the user, or AbortError.
 */
export async function findLeaks(targets: readonly Target[], parts: LeakParts): Promise<void> {
  requireTrust('looking for leaks runs its code');
  parts.measurements.check();
  await saveGoDocuments();
  for (const { uri, name } of targets) hideFailuresOf(benchmarkKey(uri.fsPath, name));
  const name = targets.length === 1 ? targets[0].name : `${targets.length} tests`;
  const progress = await startProgress(`Looking for goroutines that ${name} ${targets.length === 1 ? 'leaks' : 'leak'}`);
  const found: NamedLeaks[] = [];
  try {
    const end = await parts.measurements.begin(progress.signal, progress.cancel);
    parts.output.begin(name);
    await search(targets, parts, progress, found).finally(end);
  } catch (error) {
    const [{ uri, name: first }] = targets;
    if (found.length === 0) throw failureOf(error, benchmarkKey(uri.fsPath, first));
    if (!progress.signal.aborted) warn(String((error as Error).message), parts.output);
  } finally {
    progress.end();
  }
  await show(found, targets.length, parts);
}

/** Tests of one package share a build. */
async function search(
  targets: readonly Target[],
  { output }: LeakParts,
  progress: Progress,
  found: NamedLeaks[],
): Promise<void> {
  for (const folder of new Set(targets.map(folderOf))) {
    const ofPackage = targets.filter((target) => folderOf(target) === folder);
    const [first] = ofPackage;
    progress.report('building: Go 1.26 first compiles its library once more', { isLong: true });
    const request = goTestRequest(first, { ...profileSettings(first.uri).options, kinds: [], count: 1 });
    const leaks = await LeakSearch.build(request, (text) => output.write(text), progress.signal);
    showGoMissing(false);
    try {
      for (const { name, kind } of ofPackage) {
        const order = targets.length > 1 ? ` (${found.length + 1} of ${targets.length})` : '';
        progress.report(`running ${name}${order}`, { isLong: true });
        const { text, ...known } = await orFailure(() => leaks.find({ kind, name }), targets.length > 1);
        found.push({ name, ...known, text: await inSlices(leakedGoroutines(text), progress.signal) });
      }
    } finally {
      await leaks.close();
    }
  }
}

function folderOf({ uri }: Target): string {
  return dirname(uri.fsPath);
}

/** With several tests, one that fails does not end the search. */
async function orFailure(find: () => Promise<TestLeaks>, goesOn: boolean): Promise<TestLeaks> {
  try {
    return await find();
  } catch (error) {
    if (!goesOn || !isCaptureError(error)) throw error;
    return { count: 0, text: new Uint8Array(), failure: error };
  }
}

async function show(found: readonly NamedLeaks[], wanted: number, parts: LeakParts): Promise<void> {
  const leaking = found.filter(({ text }) => text !== '');
  const sentence = leaksSentence(found, wanted);
  const failed = found.filter(({ failure }) => failure !== undefined);
  for (const { name, failure } of failed) parts.output.error(`${name}: ${failure!.message}`);
  if (failed.length > 0) warn(sentence, parts.output);
  else inBackground(showInformationMessage(sentence));
  if (leaking.length === 0) return;
  const of = found.length === 1 ? found[0].name : `${leaking.length} of ${found.length} tests`;
  await showLeaks(leaking, of, parts);
}
