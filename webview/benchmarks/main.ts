import './benchmarks.css';
import type { BenchmarksPageMessage } from '../../src/protocol/benchmarks';
import { isBenchmarksHostMessage } from '../../src/protocol/benchmarksShape';
import { onHostMessage } from '../hostEvents';
import { BenchmarksPage } from './benchmarksPage';

/** VS Code gives every webview this function, to call once. */
declare function acquireVsCodeApi(): { postMessage(message: unknown): void; setState(state: unknown): void };

const editor = acquireVsCodeApi();
const send = (message: BenchmarksPageMessage) => editor.postMessage(message);
const page = new BenchmarksPage(document.body, send);
onHostMessage((message) => {
  if (!isBenchmarksHostMessage(message)) return;
  if (message.kind === 'benchmarks') editor.setState(message.memory);
  page.receive(message);
});
send({ kind: 'ready' });
