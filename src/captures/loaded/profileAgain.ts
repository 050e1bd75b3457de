import * as vscode from 'vscode';
import type { Capture } from '../loadedCapture';
import { measuredName } from '../captureGroups';
import type { Session } from '../session';
import { showQuickPick } from '../../ui/window';

/** The names of the cases that were measured, in the order they ran. */
export function casesOf({ results, untimedCases = [] }: Pick<Capture, 'results' | 'untimedCases'>): string[] {
  return [...new Set([...results.map(({ subName }) => subName), ...untimedCases])];
}

/** The title of a button that calls profileAgain. */
export function profileAgainTitle(mixed: Capture | undefined): string {
  return mixed ? 'Profile One Case…' : 'Profile Again';
}

/**
 * Profiles the benchmark of a capture, or its only measured case, again, so that its operations are known.
 * @param mixed a capture with several cases in one profile: the user chooses one of them, which is profiled alone
 */
export async function profileAgain(capture: Capture, mixed: Capture | undefined): Promise<void> {
  const { target } = capture;
  if (!target) return;
  const cases = mixed && casesOf(mixed).map((label) => ({ label }));
  const chosen = cases && (await showQuickPick(cases, { title: `Profile one case of ${target.name}` }));
  if (mixed && chosen === undefined) return;
  const name = chosen ? `${target.name}/${chosen.label}` : measuredName(capture);
  await vscode.commands.executeCommand('linecost.profileBenchmark', vscode.Uri.file(target.file), name);
}

/** Profiles the active benchmark again; if it has several cases, a single case that the user chooses. */
export async function profileForOperations({ active }: Session): Promise<void> {
  if (!active) return;
  const { capture } = active;
  await profileAgain(capture, casesOf(capture).length > 1 ? capture : undefined);
}
