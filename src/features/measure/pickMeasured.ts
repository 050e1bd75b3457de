import * as vscode from 'vscode';
import { isBenchmark } from '../../captures/loadedCapture';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { PreconditionError } from '../../ui/preconditionError';
import { measuredName } from '../../captures/captureGroups';
import { momentText } from '../../ui/whenText';
import { type PickItem, showQuickPick } from '../../ui/window';
import { type Target, targetAtCursor, targetNamed } from '../profile/pickTarget';
import { relativePath } from '../../ui/fileUri';

/**
 * The benchmark to measure again: the one at the cursor, else the only one that was measured in this workspace, else
 * the user picks one of those, the last measured first. Throws an Error for the user if none was measured.
 */
export async function measuredAtCursorOrPicked(
  captures: Pick<LoadedCaptures, 'records'>,
  title = 'Linecost: Measure Again',
): Promise<Target | undefined> {
  const atCursor = targetAtCursor(['benchmark']);
  if (atCursor) return atCursor;
  const items = await existing(await measuredBenchmarks(captures));
  if (items.length === 0) {
    const fix = { title: 'Profile Benchmark', command: 'linecost.profileBenchmark' };
    throw new PreconditionError('No benchmark has been profiled yet: profile one first, then change the code.', fix);
  }
  const chosen = items.length === 1 ? items[0] : await showQuickPick(items, {
    title,
    placeHolder: 'Choose a benchmark that was measured before',
    matchOnDescription: true,
  });
  return chosen && targetNamed(chosen.uri, chosen.label);
}

interface MeasuredItem extends PickItem {
  readonly uri: vscode.Uri;
}

/** Each benchmark, and each case that was measured alone, once, the last measured first. */
async function measuredBenchmarks(captures: Pick<LoadedCaptures, 'records'>): Promise<MeasuredItem[]> {
  const items = new Map<string, MeasuredItem>();
  for (const record of (await captures.records()).filter(isBenchmark)) {
    const label = measuredName(record);
    const { file } = record.target;
    const uri = vscode.Uri.file(file);
    const description = `${relativePath(uri)}, measured ${momentText(record.capturedAt, Date.now())}`;
    const key = `${file}#${label}`;
    if (!items.has(key)) items.set(key, { label, description, uri });
  }
  return [...items.values()];
}

/** The benchmarks whose files were not deleted. */
async function existing(items: readonly MeasuredItem[]): Promise<MeasuredItem[]> {
  const found = await Promise.allSettled(items.map(({ uri }) => vscode.workspace.fs.stat(uri)));
  return items.filter((_, i) => found[i].status === 'fulfilled');
}
