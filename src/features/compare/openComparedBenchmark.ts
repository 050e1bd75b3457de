import { posix } from 'node:path';
import type * as vscode from 'vscode';
import { BenchmarkName } from '../../bench/benchstat/benchmarkName';
import { baseOf } from '../../captures/loaded/latestResults';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { openFunction } from '../../ui/openLocation';
import { showQuickPick } from '../../ui/window';
import { benchmarksNamed } from '../profile/workspaceTests';
import { relativePath } from '../../ui/relativePath';

/**
 * Opens the benchmark of a row of the comparison. Prefers folders named like the package; if several files remain, the
 * user chooses.
 */
export async function openComparedBenchmark(
  captures: LoadedCaptures,
  row: string,
  pkg: string,
  beside: vscode.ViewColumn | undefined,
): Promise<void> {
  const name = `Benchmark${new BenchmarkName(row).base}`;
  const named = await benchmarksNamed(name);
  const folder = posix.basename(pkg);
  const inPackage = named.filter(({ uri }) => posix.basename(posix.dirname(uri.path)) === folder);
  const candidates = inPackage.length > 0 ? inPackage : named;
  if (candidates.length === 0) {
    const capture = (await captures.records()).find(({ target }) => target && baseOf(target.name) === name);
    if (capture?.target) return openFunction(capture.target.file, name, { beside });
    throw new Error(`There is no ${name} in the test files of this workspace.`);
  }
  const items = candidates.map(({ uri }) => ({ label: relativePath(uri), uri }));
  const chosen = items.length === 1 ? items[0] : await showQuickPick(items, { title: name, placeHolder: 'Choose the file' });
  if (chosen) await openFunction(chosen.uri.fsPath, name, { beside });
}
