import type * as vscode from 'vscode';
import type { ColumnStyles } from '../../captures/loaded/columnStyles';
import type { QueryEngine } from '../../engine/client';
import type { Session } from '../../captures/session';
import { FormStatus } from './formStatus';
import { ProfileStatus } from './profileStatus';
import { RefineStatus } from './refineStatus';

/** The status bar items of the active profile. */
export function profileItems(session: Session, styles: ColumnStyles, engine: QueryEngine): vscode.Disposable {
  const items = [new ProfileStatus(session, styles, engine), new FormStatus(session), new RefineStatus(session)];
  return { dispose: () => items.forEach((item) => item.dispose()) };
}
