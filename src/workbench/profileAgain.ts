import * as vscode from 'vscode';
import type { Capture } from '../loadedCapture';
import type { Session } from '../session';
import { showQuickPick } from './window';

/** The names of the cases that have results, in the order of the results. */
export function casesOf({ results }: Pick<Capture, 'results'>): string[] {
  return [...new Set(results.map(({ subName }) => subName))];
}

/** The button of profileAgain. */
export function profileAgainTitle(mixed: Capture | undefined): string {
  return mixed ? 'Profile One Case…' : 'Profile Again';
}

/**
 * Profiles the benchmark of a capture again, so that its operations are known.
 * @param mixed a capture with several cases in one profile: one of these is chosen and profiled alone
 */
export async function profileAgain({ target }: Capture, mixed: Capture | undefined): Promise<void> {
  if (!target) return;
  const cases = mixed && casesOf(mixed).map((label) => ({ label }));
  const of = cases && (await showQuickPick(cases, { title: `Profile one case of ${target.name}` }));
  if (mixed && of === undefined) return;
  const name = of ? `${target.name}/${of.label}` : target.name;
  await vscode.commands.executeCommand('linecost.profileBenchmark', vscode.Uri.file(target.file), name);
}

/** Profiles the active benchmark again, one of its cases alone if it has several. */
export async function profileForOperations({ active }: Session): Promise<void> {
  if (!active) return;
  const { capture } = active;
  await profileAgain(capture, casesOf(capture).length > 1 ? capture : undefined);
}
