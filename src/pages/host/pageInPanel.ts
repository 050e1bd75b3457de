import * as vscode from 'vscode';
import { PageHost, type PageHostParts } from '../protocol/pageHost';
import type { PageProtocol } from '../protocol/pageProtocol';
import { pageHtml } from './pageHtml';

/** The part of a panel that its page needs. */
export type PagePanel = Pick<vscode.WebviewPanel, 'webview' | 'visible' | 'viewColumn' | 'onDidChangeViewState' | 'onDidDispose'>;

/**
 * Loads a page into a panel, and answers it until the panel is closed.
 * @param distribution the folder with the bundles, the only one that the page may read
 * @param bundle the name of the page's script and style sheet, without extension
 */
export function pageInPanel<P extends PageProtocol>(
  panel: PagePanel,
  { protocol, distribution, bundle, ...parts }: PageHostParts<P> & {
    readonly protocol: P;
    readonly distribution: vscode.Uri;
    readonly bundle: string;
  },
): PageHost<P> {
  const { webview } = panel;
  // The page says that it is ready as soon as it runs, so the host listens before the page is loaded.
  const host = new PageHost(protocol, {
    // A closed page rejects messages.
    postMessage: (message) => webview.postMessage(message).then(undefined, () => undefined),
    onMessage: (listener) => webview.onDidReceiveMessage(listener),
  }, parts);
  panel.onDidChangeViewState(() => panel.visible || host.onHidden());
  panel.onDidDispose(() => host.dispose());
  const served = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(distribution, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [distribution] };
  webview.html = pageHtml({
    scriptUri: served(`${bundle}.js`),
    styleUri: served(`${bundle}.css`),
    cspSource: webview.cspSource,
    nonce: btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))),
  });
  return host;
}
