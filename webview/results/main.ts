import './results.css';
import type { ResultsHostMessage, ResultsMemory, ResultsPageMessage } from '../../src/pages/protocol/results';
import { onHostMessage } from '../hostEvents';
import { ResultsPage } from './resultsPage';

/** VS Code's API for webviews. A page may acquire it only once. */
declare function acquireVsCodeApi(): { postMessage(message: unknown): void; setState(state: unknown): void };

const vscodeApi = acquireVsCodeApi();
const send = (message: ResultsPageMessage) => vscodeApi.postMessage(message);
const page = new ResultsPage(document.body, send);
onHostMessage((message) => receive(message as ResultsHostMessage));
send({ kind: 'ready' });

function receive(message: ResultsHostMessage): void {
  switch (message.kind) {
    case 'results': {
      const { uri, benchmark } = message.state;
      vscodeApi.setState({ uri, benchmark } satisfies ResultsMemory);
      return page.show(message.state);
    }
    case 'select':
      return page.select(message.key);
    default:
      return message satisfies never;
  }
}
