import type * as vscode from 'vscode';

/** A text that Go may have printed, and where it is from. */
export interface NamedText {
  readonly origin: string;
  readonly content: string | Uint8Array;
  /** The document that has it, and the number of its first line there, from 0; unset if it is in none. */
  readonly place?: { readonly uri: vscode.Uri; readonly firstLine: number };
  /** Reads the text again, which may be longer now; unset for a selection. */
  again?(): Promise<NamedText>;
  /** Of a text that grows: resolves when it is complete. */
  readonly grownUntil?: Promise<unknown>;
}
