import * as vscode from 'vscode';
import type { ChosenQuery } from '../../fleet/chosenQuery';
import type { TimeRange } from '../../fleet/fleetQuery';
import { besideCode } from '../../ui/besideCode';
import { withLateProgress } from '../../ui/progress';
import { inBackground } from '../../ui/inBackground';
import { OnlyPanel } from '../host/onlyPanel';
import { pageInPanel } from '../host/pageInPanel';
import type { PageHost } from '../protocol/pageHost';
import { FLEET_PAGE } from '../protocol/fleetPage';
import { FleetAnswers } from './fleetAnswers';
import type { FleetQueries, FleetQuestion } from './fleetQueries';
import { fleetState } from './fleetState';

export interface FleetPanelParts {
  readonly queries: FleetQueries;
  readonly extensionUri: vscode.Uri;
  /** Shows the error of a user action. */
  showFailure(error: unknown): unknown;
}

const NEVER = new AbortController().signal;

/** The one panel on which stores are asked. */
export class FleetPanel {
  private readonly panel: OnlyPanel;
  private readonly answers: FleetAnswers;
  private host: PageHost<typeof FLEET_PAGE> | undefined;
  /** Of the stores: answers about earlier ones are dropped. */
  private version = 0;
  private stores = '';
  private commit: string | undefined;
  private profiling = 0;
  /** Whether the page came back with the window: it asks nothing before the user does. */
  private isWaiting = false;

  constructor(private readonly parts: FleetPanelParts) {
    const { queries, extensionUri } = parts;
    this.answers = new FleetAnswers(queries, (answered, all) => this.host?.sendEvent('progress', { answered, all }));
    const media = vscode.Uri.joinPath(extensionUri, 'media');
    this.panel = new OnlyPanel({
      viewType: 'linecost.fleet', title: 'Query Profile Store', media, load: (panel) => this.load(panel),
    });
  }

  /** @param query what the page shows first; what is not set stays as the user left it */
  show(query: Partial<ChosenQuery> = {}): void {
    this.isWaiting = false;
    this.panel.show(besideCode);
    if (Object.keys(query).length > 0) this.host?.sendEvent('open', query);
    inBackground(this.readCommit());
  }

  /** Takes over a panel that VS Code brings back after a window reload. */
  restore(panel: vscode.WebviewPanel): void {
    this.isWaiting = true;
    this.panel.adopt(panel);
    inBackground(this.readCommit());
  }

  private load(panel: vscode.WebviewPanel): void {
    const { queries, extensionUri, showFailure } = this.parts;
    const { answers } = this;
    const listening = queries.onChange(() => this.sendState());
    panel.onDidDispose(() => {
      listening.dispose();
      this.host = undefined;
    });
    this.host = pageInPanel(panel, {
      protocol: FLEET_PAGE,
      distribution: vscode.Uri.joinPath(extensionUri, 'dist'),
      bundle: 'fleet',
      answers: {
        types: (params, signal) => {
          this.isWaiting = false;
          return answers.types(params, signal);
        },
        services: (params, signal) => answers.services(params, signal),
        labels: (params, signal) => answers.labels(params, signal),
        values: (params, signal) => answers.values(params, signal),
        cost: (params, signal) => answers.cost(params, signal),
        emptyCause: (params, signal) => answers.emptyCause(params, signal),
      },
      orders: {
        profile: ({ query, range }) => this.profile(query, range),
        save: async ({ name, query }) => queries.save(name, await this.question(query, undefined)),
        remove: ({ query }) => queries.remove(query),
        copy: async ({ text }) => {
          await vscode.env.clipboard.writeText(text);
          this.host?.sendEvent('announcement', { text: 'Copied as CSV.' });
        },
        addStore: () => queries.add(),
        editStore: async ({ store }) => {
          await queries.edit(store);
          // Secrets may be others, too.
          this.version++;
          this.sendState();
        },
      },
      version: () => this.version,
      sendState: () => this.sendState(),
      showFailure,
    });
  }

  private async profile(query: ChosenQuery, range: TimeRange | undefined): Promise<void> {
    this.profiling++;
    this.sendState();
    try {
      await this.parts.queries.profile(await this.question(query, range));
    } finally {
      this.profiling--;
      this.sendState();
    }
  }

  /** Finding a deploy may take a while, and can be cancelled. */
  private question(query: ChosenQuery, range: TimeRange | undefined): Promise<FleetQuestion> {
    return withLateProgress('Asking when versions were seen', NEVER, (signal) => this.answers.question(query, range, signal));
  }

  private async readCommit(): Promise<void> {
    this.commit = await this.parts.queries.commit(NEVER);
    this.sendState();
  }

  private sendState(): void {
    const { queries } = this.parts;
    const stores = JSON.stringify(queries.stores());
    if (stores !== this.stores) this.version++;
    this.stores = stores;
    const { commit, version: revision, isWaiting } = this;
    this.host?.sendState(fleetState(queries, { commit, revision, isWaiting, isProfiling: this.profiling > 0 }));
  }
}
