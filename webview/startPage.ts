import './styles/theme.css';
import './styles/page.css';
import './styles/toolbar.css';
import './styles/flame.css';
import './styles/callGraph.css';
import './styles/top.css';
import './styles/peek.css';
import './styles/popup.css';
import './styles/refine.css';
import { copyNamesWhole } from './controls/copyNames';
import { registerControls } from './controls/toolkit';
import type { HostAbilities } from './hostAbilities';
import { HostLink, type PagePlace } from './hostLink';
import { Page } from './page';
import type { MakeStrip, ProfileHost } from './tab';

/** Adds the profile page to the document, and tells the host that it is ready. */
export function startPage(place: PagePlace, abilities: HostAbilities, makeStrip?: MakeStrip): void {
  registerControls();
  copyNamesWhole(document);
  const host: ProfileHost = new HostLink(place);
  host.open(new Page(document.body, host, abilities, makeStrip));
}
