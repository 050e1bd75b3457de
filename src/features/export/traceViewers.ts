import { posix } from 'node:path';
import * as vscode from 'vscode';
import { STORED_TRACE } from '../../captures/loaded/captureDrafts';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import type { Session } from '../../captures/session';
import { isLargeTrace, memoryText, sizeText } from '../../go/trace/traceCost';
import { readTraceHeader } from '../../go/trace/traceHeader';
import type { TraceViewer } from '../../go/trace/traceViewer';
import type { ListNode } from '../../views/profiles/profilesNodes';
import { inBackground } from '../../ui/inBackground';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { withProgress } from '../../ui/progress';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { askModal, showInformationMessage, showQuickPick, StatusItem } from '../../ui/window';

interface TraceParts {
  readonly session: Session;
  readonly captures: LoadedCaptures;
  /** Disposed when the window closes. */
  readonly subscriptions: { dispose(): unknown }[];
}

interface RunningViewer {
  readonly name: string;
  readonly viewer: TraceViewer;
  end(): void;
}

/** The running viewers of this window, by the path of the trace. */
const running = new Map<string, RunningViewer>();
const starting = new Set<string>();
let item: StatusItem | undefined;

/**
 * Shows the trace of a capture in `go tool trace` and the browser. Throws CaptureError, AbortError or an Error for the
 * user.
 * @param node a row of the Profiles view; if unset, the active capture
 */
export async function openInGoToolTrace(parts: TraceParts, node: ListNode | undefined): Promise<void> {
  requireTrust('go tool trace reads execution traces, with the workspace’s settings of Go');
  const { uri, name } = traceOf(parts, node);
  const file = uri.fsPath;
  const shown = running.get(file);
  if (shown) return openInBrowser(shown);
  if (starting.has(file)) return;
  const header = await readTraceHeader(file).catch(() => undefined);
  if (!header) throw new PreconditionError(`${name} has no trace for go tool trace: it is gone, or was too large to keep.`);
  const { size } = header;
  const question = `${name} has ${sizeText(size)}: go tool trace needs about ${memoryText(size)} of memory, and keeps it until you end it.`;
  if (isLargeTrace(size) && (await askModal(question, 'Open Trace')) === undefined) return;
  starting.add(file);
  try {
    const started = await start({ ...header, file, name }, uri, parts);
    await openInBrowser(started);
    inBackground(offerEnd(started));
  } finally {
    starting.delete(file);
  }
}

/** Ends a `go tool trace` that this window has started. */
export async function endGoToolTrace(): Promise<void> {
  const all = [...running.values()];
  const items = all.map((each) => ({ label: each.name, description: each.viewer.address, each }));
  const chosen = all.length > 1 ? await showQuickPick(items, { title: 'End go tool trace' }) : items[0];
  chosen?.each.end();
}

async function start(
  trace: { readonly file: string; readonly name: string; readonly size: number; readonly version: string },
  uri: vscode.Uri,
  { subscriptions }: TraceParts,
): Promise<RunningViewer> {
  const { startTraceViewer } = await import('../../go/trace/traceViewer');
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const viewer = await withProgress(`Opening ${trace.name} in go tool trace`, (stages, signal) => {
    stages.report(`reading ${sizeText(trace.size)}`, { isLong: true });
    signal.addEventListener('abort', end);
    const onProgress = (part: string) => stages.report(`${part} of ${sizeText(trace.size)}`, { isLong: true });
    return startTraceViewer(trace, { go: goEnvironmentOf(uri), signal: ending.signal, onProgress });
  });
  const started = { name: trace.name, viewer, end };
  running.set(trace.file, started);
  subscriptions.push({ dispose: end });
  showRunning();
  inBackground(viewer.ended.then(() => {
    running.delete(trace.file);
    showRunning();
  }));
  return started;
}

async function openInBrowser({ viewer: { address } }: RunningViewer): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(address));
}

async function offerEnd({ name, viewer: { address }, end }: RunningViewer): Promise<void> {
  const button = 'End go tool trace';
  const message = `${name} is in go tool trace, at ${address}, until you end it or close this window.`;
  if ((await showInformationMessage(message, button)) === button) end();
}

function showRunning(): void {
  inBackground(vscode.commands.executeCommand('setContext', 'linecost.traceViewer', running.size > 0));
  if (running.size === 0) return item?.hide();
  item ??= new StatusItem('linecost.traceViewer', 'Linecost: go tool trace', 0, 'linecost.endGoToolTrace');
  const names = [...running.values()].map(({ name, viewer }) => `${name}: ${viewer.address}`);
  item.show({
    icon: 'pulse',
    words: ['go tool trace'],
    tooltip: [...names, 'Click to end it.'].join('\n'),
    spoken: `go tool trace runs for ${names.join(', ')}. Press to end it.`,
  });
}

function traceOf({ session, captures }: TraceParts, node: ListNode | undefined): { uri: vscode.Uri; name: string } {
  if (node?.kind === 'capture' || node?.kind === 'profile') {
    return { uri: captures.captureFile(node.record, STORED_TRACE), name: node.record.title };
  }
  const capture = node?.kind === 'file' ? node.capture : session.active?.capture;
  if (!capture) throw new PreconditionError('No trace is active: open one, or choose one in the Profiles view.');
  const isFile = capture.id.includes('://');
  if (!isFile) return { uri: captures.captureFile(capture, STORED_TRACE), name: capture.title };
  const uri = vscode.Uri.parse(capture.id);
  return { uri, name: posix.basename(uri.path) };
}
