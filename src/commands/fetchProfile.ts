import * as vscode from 'vscode';
import { fetchProfile, needsSeconds, parseTarget, readIndex } from '../capture/httpPprof';
import type { Session } from '../session';
import { inBackground } from '../workbench/inBackground';
import { createQuickPick, showInformationMessage, showInputBox, showQuickPick, showWarningMessage } from '../workbench/messages';
import { withProgress } from '../workbench/progress';
import type { Runs } from '../workbench/runs';
import type { Sources } from '../workbench/sources';
import { CaptureEnding } from './captureEnding';

const RECENT = 'linecost.recentTargets';
const KEPT_TARGETS = 10;

interface FetchParts {
  readonly session: Session;
  readonly runs: Runs;
  readonly sources: Sources;
  readonly memento: vscode.Memento;
}

/** Asks where to fetch from, what and how long, fetches it and makes it the active run. Throws CaptureError. */
export async function fetchLiveProfile({ session, runs, sources, memento }: FetchParts): Promise<void> {
  const address = await askAddress(memento.get<string[]>(RECENT, []));
  if (!address) return;
  const target = parseTarget(address);
  const url = target.isIndex ? await askOffered(target.url) : target.url;
  if (!url) return;
  const seconds = needsSeconds(url) ? await askSeconds(url) : undefined;
  if (needsSeconds(url) && seconds === undefined) return;
  await remember(memento, address);
  const title = `${url.host} ${profileName(url)}`;
  const ending = new CaptureEnding(session);
  try {
    const run = await withProgress(`Fetching ${title}`, (progress, signal) =>
      runs.capture(async ({ take }) => {
        const fetched = await fetchProfile({
          url,
          seconds,
          signal,
          onProgress: ({ receivedBytes, elapsedMs, expectedMs }) => {
            progress.report(progressText(receivedBytes, elapsedMs, expectedMs));
          },
        });
        progress.report('reading the profile');
        inBackground(take({ label: profileName(url), fileName: 'profile.pprof' }, fetched.bytes));
        return { title, subject: `${url.origin}${url.pathname}`, results: [], sources: new Map() };
      }, signal),
    );
    void sources.snapshot(run).then(() => runs.keepSources(run)).catch(() => undefined);
    if (run.profiles[0].summary.sampleCount === 0) {
      inBackground(showWarningMessage(`${title} has no samples: the service did nothing of this kind meanwhile.`));
      return;
    }
    void ending.lead(run, { openElse: () => tellShown(title) }).catch(() => undefined);
  } finally {
    ending.dispose();
  }
}

/** Of a service whose code is not in the workspace. */
async function tellShown(title: string): Promise<void> {
  const show = 'Show Flame Graph';
  const chosen = await showInformationMessage(`${title} was fetched.`, show);
  if (chosen) await vscode.commands.executeCommand('linecost.showFlameGraph');
}

function askAddress(recent: readonly string[]): Promise<string | undefined> {
  const pick = createQuickPick();
  pick.title = 'Linecost: Fetch Profile';
  pick.placeholder = 'localhost:6060, or http://host/debug/pprof/heap, or …/profile?seconds=5';
  const offer = () => {
    const typed = pick.value.trim();
    const matching = recent.filter((address) => address !== typed && address.includes(typed));
    const items = matching.map((label) => ({ label, description: 'fetched before' }));
    pick.items = typed ? [{ label: typed, description: 'fetch from here', alwaysShow: true }, ...items] : items;
  };
  offer();
  pick.onDidChangeValue(offer);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      // A quick Enter comes before the list knows what was typed.
      const typed = pick.value.trim();
      const chosen = pick.selectedItems[0]?.label;
      resolve(chosen?.includes(typed) ? chosen : typed || undefined);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

async function askOffered(index: URL): Promise<URL | undefined> {
  const offered = await withProgress(`Asking ${index.host} what it offers`, (_, signal) => readIndex(index, signal));
  const items = offered.map(({ name, count, description, url }) => ({
    label: name,
    description: count === undefined ? '' : `${count}`,
    detail: description,
    url,
  }));
  const chosen = await showQuickPick(items, {
    title: `Linecost: Profiles of ${index.host}`,
    placeHolder: 'Choose what to fetch',
    matchOnDetail: true,
  });
  return chosen?.url;
}

async function askSeconds(url: URL): Promise<number | undefined> {
  const asked = url.searchParams.get('seconds');
  if (asked) return Number(asked);
  const proposed = vscode.workspace.getConfiguration('linecost.fetch').get('seconds', 10);
  const text = await showInputBox({
    title: `Linecost: ${profileName(url)} of ${url.host}`,
    prompt: 'For how many seconds should the service be measured?',
    value: String(proposed),
    validateInput: (value) => (isSeconds(value) ? undefined : 'Write a whole number of seconds from 1 to 3600.'),
  });
  return text === undefined ? undefined : Number(text);
}

function isSeconds(text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= 3600;
}

/** Credentials in an address are used, never kept. */
async function remember(memento: vscode.Memento, address: string): Promise<void> {
  const plain = address.replace(/\/\/[^/@]*@/, '//');
  const others = memento.get<string[]>(RECENT, []).filter((known) => known !== plain);
  await memento.update(RECENT, [plain, ...others].slice(0, KEPT_TARGETS));
}

function profileName(url: URL): string {
  return url.pathname.split('/').filter(Boolean).at(-1) ?? 'profile';
}

function progressText(receivedBytes: number, elapsedMs: number, expectedMs: number | undefined): string {
  const left = expectedMs === undefined ? 0 : Math.ceil((expectedMs - elapsedMs) / 1000);
  if (receivedBytes > 0) return `${(receivedBytes / 1024).toFixed(0)} kB received`;
  return left > 0 ? `measuring, ${left} s left` : 'waiting for the answer';
}
