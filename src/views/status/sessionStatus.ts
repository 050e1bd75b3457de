import type * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { StatusItem } from '../../ui/window';

/** The identity and place of a status bar item. */
export interface StatusPlace {
  readonly id: string;
  readonly name: string;
  /** Items with a higher priority are further left. */
  readonly priority: number;
  /** The command that a click runs. */
  readonly command: string;
}

/** A status bar item that follows the session. */
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

  /** Shows or hides the item. */
  protected abstract update(): void;
}
