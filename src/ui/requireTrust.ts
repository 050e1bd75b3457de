import * as vscode from 'vscode';
import { PreconditionError } from './preconditionError';

/**
 * Throws a PreconditionError in an untrusted workspace.
 * @param reason why trust is needed: `profiling runs its code`
 */
export function requireTrust(reason: string): void {
  if (vscode.workspace.isTrusted) return;
  const fix = { title: 'Manage Workspace Trust', command: 'workbench.trust.manage' };
  throw new PreconditionError(`Trust this workspace first: ${reason}.`, fix);
}
