import * as vscode from 'vscode';
import { type Instance, instancesOf } from '../../live/targets/instances';
import { isServiceTarget, isTargetSecrets, type ServiceTarget, type TargetSecrets } from '../../live/targets/serviceTarget';

const TARGETS = 'linecost.targets';
const secretKey = (id: string): string => `linecost.target.${id}`;

/** The saved services of a workspace, by name. Their secrets are in VS Code's secret storage. */
export class SavedTargets {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly memento: vscode.Memento,
    private readonly secrets: vscode.SecretStorage,
  ) {}

  list(): readonly ServiceTarget[] {
    const stored = this.memento.get<unknown>(TARGETS);
    const targets = Array.isArray(stored) ? stored.filter(isServiceTarget) : [];
    return targets.sort((a, b) => a.name.localeCompare(b.name));
  }

  find(id: string): ServiceTarget | undefined {
    return this.list().find((target) => target.id === id);
  }

  /** Adds a target, or replaces the one with its id. Throws the error of the system's keychain. */
  async save(target: ServiceTarget, secrets?: TargetSecrets): Promise<void> {
    if (secrets) await this.secrets.store(secretKey(target.id), JSON.stringify(secrets));
    await this.memento.update(TARGETS, [...this.list().filter(({ id }) => id !== target.id), target]);
    this.changed.fire();
  }

  async remove(id: string): Promise<void> {
    await this.memento.update(TARGETS, this.list().filter((target) => target.id !== id));
    await this.secrets.delete(secretKey(id));
    this.changed.fire();
  }

  /** Empty if there are none, or the keychain cannot be read. */
  async secretsOf({ id }: ServiceTarget): Promise<TargetSecrets> {
    try {
      const stored: unknown = JSON.parse((await this.secrets.get(secretKey(id))) ?? '{}');
      return isTargetSecrets(stored) ? stored : {};
    } catch {
      return {};
    }
  }

  /** The instances of a target with its secrets. Throws like `instancesOf`. */
  async instances(target: ServiceTarget): Promise<Instance[]> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    return instancesOf(target, await this.secretsOf(target), folder);
  }

  dispose(): void {
    this.changed.dispose();
  }
}
