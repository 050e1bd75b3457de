import './benchmarks.css';
import type { BenchmarksHostMessage, BenchmarksMemory, BenchmarksPageMessage } from '../../src/pages/protocol/benchmarksMessages';
import { onHostMessage } from '../hostEvents';
import { BenchmarksPage } from './benchmarksPage';
import { readView } from './savedView';

/** VS Code's API for webviews. A page may acquire it only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

const vscodeApi = acquireVsCodeApi();
const send = (message: BenchmarksPageMessage) => vscodeApi.postMessage(message);
let memory: BenchmarksMemory | undefined;
// Do not overwrite the saved state before the host has sent the compared inputs.
const save = () => memory && vscodeApi.setState({ ...memory, view: page.view });
const saved = vscodeApi.getState() as { readonly view?: unknown } | null | undefined;
const page = new BenchmarksPage(document.body, send, save, readView(saved?.view));
onHostMessage((data) => {
  const message = data as BenchmarksHostMessage;
  page.receive(message);
  if (message.kind !== 'benchmarks') return;
  memory = message.memory;
  save();
});
send({ kind: 'ready' });
