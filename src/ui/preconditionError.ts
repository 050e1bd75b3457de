import type { Fix } from './commandLink';
import * as vscode from 'vscode';

/** An expected situation in which a command cannot run. The message says why, and what to do first. */
export class PreconditionError extends Error {
  override readonly name = 'PreconditionError';

  /** @param fix a button of the message, and the command that it runs */
  constructor(
    message: string,
    readonly fix?: Fix,
  ) {
    super(message);
  }
}

/**
 * Throws a PreconditionError in an untrusted workspace.
 * @param reason why trust is needed: `profiling runs its code`
 */
export function requireTrust(reason: string): void {
  if (vscode.workspace.isTrusted) return;
  const fix = { title: 'Manage Workspace Trust', command: 'workbench.trust.manage' };
  throw new PreconditionError(`Trust this workspace first: ${reason}.`, fix);
}
