import { inBackground } from '../../ui/inBackground';
import type { OnDemand } from '../../ui/onceLoaded';
import type { PageOptions, ProfilePage } from './profilePage';

/** The methods of a page that the owner of its webview calls. */
export type Page = Pick<ProfilePage, 'exportSvg' | 'showTab' | 'dispose'>;

/** What is different for each page. */
export type OwnPageOptions = Pick<PageOptions, 'panel' | 'subject'>;

/** A page that is created as soon as its code is loaded, unless it is disposed before. Calls take effect then. */
export function pageOnDemand(pages: OnDemand<(own: OwnPageOptions) => Page>, own: OwnPageOptions): Page {
  let isDisposed = false;
  const created = pages().then((create) => (isDisposed ? undefined : create(own)));
  inBackground(created);
  const onceCreated = (act: (page: Page) => void) => inBackground(created.then((page) => page && act(page)));
  return {
    exportSvg: () => onceCreated((page) => page.exportSvg()),
    showTab: (...tab) => onceCreated((page) => page.showTab(...tab)),
    dispose: () => {
      isDisposed = true;
      onceCreated((page) => page.dispose());
    },
  };
}
