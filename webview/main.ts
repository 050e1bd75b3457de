import './styles/theme.css';
import './styles/page.css';
import './styles/toolbar.css';
import './styles/flame.css';
import './styles/callGraph.css';
import './styles/top.css';
import './styles/peek.css';
import './styles/popup.css';
import './styles/refine.css';
import { unexpected, type Port } from '../src/protocol/channel';
import type { HostMessage } from '../src/protocol/messages';
import { pageChannel } from '../src/protocol/pageChannel';
import { onHostMessage } from './hostEvents';
import { Page } from './page';
import { registerControls } from './controls/toolkit';
import { readViewState } from './viewState';

/** VS Code's API for webviews. A page may acquire it only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

registerControls();
const vscodeApi = acquireVsCodeApi();
const port: Port = {
  postMessage: (message) => vscodeApi.postMessage(message),
  onMessage: onHostMessage,
};
const channel = pageChannel(port, receive);
const page = new Page(
  document.body,
  { send: channel.send, saveViewState: (state) => vscodeApi.setState(state) },
  readViewState(vscodeApi.getState()),
);
channel.send({ kind: 'ready' });

function receive(message: HostMessage): void {
  switch (message.kind) {
    case 'state':
      return page.showState(message.state);
    case 'answer':
    case 'failed':
      return page.receive(message);
    case 'showTab':
      return page.openTab(message.tab, message.focus, message.select);
    case 'exportSvg':
      return page.saveSvg();
    default:
      return unexpected(message);
  }
}
