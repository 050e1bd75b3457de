import './themes.css';
import './standalone.css';
import type { ExportedPage } from '../../src/pages/protocol/exportedPage';
import { readSnapshot } from '../../src/profile/export/snapshot';
import { element } from '../controls/dom';
import { EXPORTED_PAGE } from '../hostAbilities';
import { startPage } from '../startPage';
import { ExportedPageHost } from './exportedPageHost';
import type { Port } from '../../src/pages/protocol/pageProtocol';

/** The page that *Linecost: Export…* writes: the profile page with its profile, and a host of its own. */
async function start(): Promise<void> {
  const content = JSON.parse(new TextDecoder().decode(bytesOf('exported-page'))) as ExportedPage;
  document.title = content.profile.title;
  document.body.append(factsBar(content.facts));
  const profile = readSnapshot(await unpacked(bytesOf('exported-profile')));
  const ports = inPagePort();
  new ExportedPageHost(ports.host, profile, content);
  startPage({ port: ports.page, getState: () => undefined, setState: () => undefined }, EXPORTED_PAGE);
}

followSystemTheme();
start().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  document.body.append(element('p', { class: 'unreadable', role: 'alert' }, `This page is damaged or incomplete: ${reason}`));
});

/** The line above the page: when and how the profile was measured. */
function factsBar(facts: readonly string[]): HTMLElement {
  const items = facts.map((fact) => element('li', {}, fact));
  return element('aside', { class: 'facts', 'aria-label': 'About this profile', tabindex: 0 }, element('ul', {}, ...items));
}

/** The bytes of a data element, which has them as base64. */
function bytesOf(id: string): Uint8Array<ArrayBuffer> {
  const text = atob(document.getElementById(id)?.textContent ?? '');
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Unpacks gzip. Throws an Error if the bytes are cut off or damaged. */
async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The two ends of a channel within the page. Messages arrive later, in the order sent, as from another window. */
function inPagePort(): { readonly page: Port; readonly host: Port } {
  const { port1, port2 } = new MessageChannel();
  return { page: portOf(port1), host: portOf(port2) };
}

function portOf(end: MessagePort): Port {
  return {
    postMessage: (message) => end.postMessage(message),
    onMessage(listener) {
      end.onmessage = ({ data }) => listener(data);
      return { dispose: () => end.close() };
    },
  };
}

/** Sets the classes that VS Code gives its webviews, by the system's theme, and follows its changes. Paper is light. */
function followSystemTheme(): void {
  const isPrinted = matchMedia('print');
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const hasContrast = matchMedia('(prefers-contrast: more), (forced-colors: active)');
  const apply = () => {
    const theme = themeName(isDark.matches && !isPrinted.matches, hasContrast.matches);
    document.body.className = theme;
    // The UI toolkit reads this attribute.
    document.body.dataset.vscodeThemeKind = theme;
  };
  for (const query of [isDark, hasContrast, isPrinted]) query.addEventListener('change', apply);
  apply();
}

function themeName(isDark: boolean, hasContrast: boolean): string {
  if (hasContrast) return isDark ? 'vscode-high-contrast' : 'vscode-high-contrast-light';
  return isDark ? 'vscode-dark' : 'vscode-light';
}
