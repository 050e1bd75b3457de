import './themes.css';
import './standalone.css';
import type { ExportedPage } from '../../src/pages/protocol/exportedPage';
import { readSnapshot } from '../../src/profile/export/snapshot';
import { element } from '../controls/dom';
import { EXPORTED_PAGE } from '../hostAbilities';
import { startPage } from '../startPage';
import { bytesOf, unpacked } from './embeddedData';
import { factsBar } from './factsBar';
import { inPagePort } from './inPagePort';
import { ExportedPageHost } from './exportedPageHost';
import { followSystemTheme } from './systemTheme';

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
