import * as vscode from 'vscode';
import { inBackground } from './inBackground';

/** Steps of the walkthrough (`contributes.walkthroughs` in package.json) that are ticked when their job is done. */
export const TICKED_STEPS = ['sample', 'profile', 'read', 'again', 'compare', 'flame', 'fetch'] as const;

const ticked = new Set<string>();

/** Ticks a step. A click on its button is not enough, because the command may be cancelled or fail. */
export function tickStep(step: (typeof TICKED_STEPS)[number]): void {
  if (ticked.has(step)) return;
  ticked.add(step);
  inBackground(vscode.commands.executeCommand('setContext', `linecost.ticked.${step}`, true));
}
