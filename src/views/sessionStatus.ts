import type * as vscode from 'vscode';
import type { Session } from '../session';
import { StatusItem } from '../workbench/window';

export interface StatusPlace {
  readonly id: string;
  readonly name: string;
  /** The higher, the further to the left. */
  readonly priority: number;
  /** What a click runs. */
  readonly command: string;
}

/** An item of the status bar that follows the session. */
export abstract class SessionStatus implements vscode.Disposable {
  protected readonly item: StatusItem;
  private readonly subscription: { dispose(): void };

  constructor(
    protected readonly session: Session,
    { id, name, priority, command }: StatusPlace,
  ) {
    this.item = new StatusItem(id, name, priority, command);
    this.subscription = session.onDidChange(() => this.update());
    this.update();
  }

  dispose(): void {
    this.subscription.dispose();
    this.item.dispose();
  }

  /** Shows what there is to say, or hides the item. */
  protected abstract update(): void;
}
