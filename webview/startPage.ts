import './styles/theme.css';
import './styles/page.css';
import './styles/toolbar.css';
import './styles/flame.css';
import './styles/callGraph.css';
import './styles/top.css';
import './styles/peek.css';
import './styles/popup.css';
import './styles/refine.css';
import { pageChannel, type Port } from '../src/pages/protocol/channel';
import type { HostMessage } from '../src/pages/protocol/messages';
import { registerControls } from './controls/toolkit';
import type { HostAbilities } from './hostAbilities';
import { Page } from './page';
import { readViewState, type ViewState } from './viewState';

export interface PageStart {
  /** The page's end of the channel to its host. */
  readonly port: Port;
  readonly abilities: HostAbilities;
  /** The stored view state; undefined if there is none. */
  readonly savedState: unknown;
  saveViewState(state: ViewState): void;
}

/** Adds the profile page to the document, and tells the host that it is ready. */
export function startPage({ port, abilities, savedState, saveViewState }: PageStart): void {
  registerControls();
  const channel = pageChannel(port, receive);
  const host = { abilities, saveViewState, send: channel.send };
  const page = new Page(document.body, host, readViewState(savedState));
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
        return message satisfies never;
    }
  }
}
