import type * as vscode from 'vscode';
import type { Engine } from '../engine/client';
import type { ProfilingParts } from './profile/profileTarget';
import type { SavedTargets } from './targets/savedTargets';
import type { OnDemand } from '../ui/onceLoaded';
import type { Production } from './fleet/production/production';
import type { ViewParts } from './viewCommands';

/** The parts of the extension that commands on a desktop use. */
export interface CommandParts extends Omit<ProfilingParts, 'measurements' | keyof ViewParts>, ViewParts {
  readonly memento: vscode.Memento;
  readonly globalMemento: vscode.Memento;
  readonly secrets: vscode.SecretStorage;
  readonly engine: Engine;
  readonly targets: SavedTargets;
  readonly production: OnDemand<Production>;
  readonly extensionUri: vscode.Uri;
  /** The extension's storage folder for this workspace. */
  readonly storage: vscode.Uri;
  /** Disposed with the extension. */
  readonly subscriptions: { dispose(): unknown }[];
}
