import { EDITOR } from './hostAbilities';
import { onHostMessage } from './hostEvents';
import { startPage } from './startPage';

/** VS Code's API for webviews. A page may acquire it only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

const vscodeApi = acquireVsCodeApi();
startPage({
  port: { postMessage: (message) => vscodeApi.postMessage(message), onMessage: onHostMessage },
  abilities: EDITOR,
  savedState: vscodeApi.getState(),
  saveViewState: (state) => vscodeApi.setState(state),
});
