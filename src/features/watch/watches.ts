import * as vscode from 'vscode';
import { isObject, isText, listOf } from '../../profile/common/shapes';
import { inBackground } from '../../ui/inBackground';
import { PreconditionError } from '../../ui/preconditionError';
import { showQuickPick, StatusItem } from '../../ui/window';

/** A service that is watched. */
export interface Watch {
  readonly id: string;
  readonly name: string;
  readonly startedAt: number;
  /** Moments that were taken. */
  readonly count: number;
  /** Whether the service answered the last time. */
  readonly isAnswering: boolean;
  /** How many lines grow. */
  readonly growing: number;
  stop(): void;
}

const WATCHED = 'linecost.watched';

/** The services that this window watches: an item in the status bar, and how to stop. */
export class Watches implements vscode.Disposable {
  private readonly watches = new Map<string, Watch>();
  private item: StatusItem | undefined;

  /** @param tell called with the id of a service that is watched now, or no longer */
  constructor(
    private readonly memento: vscode.Memento,
    private readonly tell: (id: string, isWatched: boolean) => void,
  ) {}

  find(id: string): Watch | undefined {
    return this.watches.get(id);
  }

  /** Shows a watch until the returned function is called. */
  add(watch: Watch): () => void {
    this.watches.set(watch.id, watch);
    this.tell(watch.id, true);
    this.keep();
    return () => {
      this.watches.delete(watch.id);
      this.tell(watch.id, false);
      this.keep();
    };
  }

  /** Call when something has changed in a watch. */
  update(): void {
    const [first] = this.watches.values();
    inBackground(vscode.commands.executeCommand('setContext', 'linecost.watches', first !== undefined));
    if (!first) return this.item?.hide();
    this.item ??= new StatusItem('linecost.watch', 'Linecost Watch', 51, 'linecost.stopWatching');
    const all = [...this.watches.values()];
    const name = all.length > 1 ? `${all.length} services` : first.name;
    const growing = all.reduce((sum, each) => sum + each.growing, 0);
    const silent = all.filter(({ isAnswering }) => !isAnswering);
    const words = [
      `Watching ${name}`,
      ...(growing > 0 ? [`${growing} growing`] : []),
      ...(silent.length > 0 ? [silent.length === 1 ? `${silent[0].name} does not answer` : `${silent.length} do not answer`] : []),
    ];
    const tooltip = [...all.map(lineOf), 'A click stops it. The strip of moments stays in the Profiles view.'].join('\n');
    this.item.show({ icon: 'eye', words, tooltip, spoken: `${words.join(', ')}. Stops watching` });
  }

  /**
   * Stops the watch of a service, or the one that the user picks. Throws an Error for the user if none is watched.
   * @param given a row of the Services view, or a service's id
   */
  async stop(given?: unknown): Promise<void> {
    const id = isText(given) ? given : isObject(given) && isObject(given.target) ? given.target.id : undefined;
    const watch = !isText(id) ? await this.pick() : this.watches.get(id);
    watch?.stop();
  }

  /** The ids of services that were watched when the window closed; forgets them. */
  takeInterrupted(): readonly string[] {
    const stored = this.memento.get<unknown>(WATCHED);
    const ids = listOf(isText)(stored) ? stored : [];
    if (ids.length > 0) this.keep();
    return ids.filter((id) => !this.watches.has(id));
  }

  dispose(): void {
    // Not `stop`, which would forget that they were watched when the window closed.
    this.item?.dispose();
  }

  private async pick(): Promise<Watch | undefined> {
    const all = [...this.watches.values()];
    if (all.length === 0) throw new PreconditionError('No service is watched.', { title: 'Watch Service', command: 'linecost.watchService' });
    if (all.length === 1) return all[0];
    const items = all.map((watch) => ({ label: watch.name, description: lineOf(watch), watch }));
    return (await showQuickPick(items, { title: 'Linecost: Stop Watching', placeHolder: 'Choose a service' }))?.watch;
  }

  private keep(): void {
    const ids = [...this.watches.keys()];
    inBackground(this.memento.update(WATCHED, ids.length > 0 ? ids : undefined));
    this.update();
  }
}

function lineOf({ name, startedAt, count, isAnswering }: Watch): string {
  const moments = count === 1 ? '1 moment' : `${count} moments`;
  const minutes = Math.round((Date.now() - startedAt) / 60_000);
  return `${name}: ${moments} in ${minutes} min${isAnswering ? '' : ', does not answer now'}`;
}
