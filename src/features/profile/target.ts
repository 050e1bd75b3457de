import type * as vscode from 'vscode';
import type { TestKind } from '../../go/captureTypes';

/** A function to profile: its file, its kind, and its name for `go test`. */
export interface Target {
  readonly uri: vscode.Uri;
  readonly kind: TestKind;
  readonly name: string;
}
