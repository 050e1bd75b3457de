import * as vscode from 'vscode';
import { pageHtml } from './pageHtml';

/**
 * Loads a page into a webview. Add the message listener before, because the page sends `ready` as soon as it runs.
 * @param distribution the folder with the bundles, the only one that the page may read
 * @param bundle the name of the page's script and style sheet, without extension
 */
export function loadPage(webview: vscode.Webview, distribution: vscode.Uri, bundle: string): void {
  const served = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(distribution, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [distribution] };
  webview.html = pageHtml({
    scriptUri: served(`${bundle}.js`),
    styleUri: served(`${bundle}.css`),
    cspSource: webview.cspSource,
    nonce: btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))),
  });
}

/** The icon of panels, from the folder `media`. */
export function panelIcon(media: vscode.Uri): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const icon = (theme: string) => vscode.Uri.joinPath(media, `flame-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
