import type { TabId } from '../src/pages/protocol/profilePage';
import { element, setAttributes, stopEvent } from './controls/dom';
import type { Popup } from './controls/popup';
import { button } from './controls/toolkit';
import type { Tab } from './tab';

/** The row of tabs, which is one tab stop, with the tools and the search of the visible tab; and the panels. */
export class TabBar {
  readonly element = element('div', { class: 'tab-row' });
  /** What the visible tab shows of the profile. */
  readonly notes = element('span', { class: 'notes' });
  private readonly tools = element('div', { class: 'tab-tools' });
  /** At the end of the row, so that it is in the same place in all tabs. */
  private readonly searches = element('div', { class: 'searches' });
  readonly panels = element('div', { class: 'panels' });
  private readonly list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Tabs' });
  private readonly buttons = new Map<TabId, HTMLElement>();

  constructor(
    private readonly tabs: readonly Tab[],
    private readonly onChoose: (tab: Tab) => void,
    private readonly popup: Popup,
  ) {
    for (const tab of tabs) this.add(tab);
    this.list.hidden = tabs.length < 2;
    this.element.append(this.list, this.tools, this.searches, this.menuButton());
    this.list.addEventListener('keydown', (event) => this.onKeydown(event));
  }

  show(active: Tab): void {
    for (const tab of this.tabs) {
      const isActive = tab === active;
      tab.element.hidden = !isActive;
      for (const part of [tab.tools, tab.searchBox, tab.note]) if (part) part.hidden = !isActive;
      const tabButton = this.buttons.get(tab.id);
      if (tabButton) setAttributes(tabButton, { 'aria-selected': String(isActive), tabindex: isActive ? 0 : -1 });
      // In a narrow page, the tabs may be wider than their row.
      if (isActive && this.list.scrollWidth > this.list.clientWidth) tabButton?.scrollIntoView({ inline: 'nearest' });
    }
  }

  /** In a narrow page, a menu instead of the tools. */
  private menuButton(): HTMLElement {
    const created = button({ appearance: 'icon', hint: 'Tools', onClick: () => {
      const tab = this.tabs.find(({ element: panel }) => !panel.hidden);
      const { right, bottom } = created.getBoundingClientRect();
      this.popup.openMenu('Tools', { x: right, y: bottom + 2 }, tab?.toolItems() ?? []);
    } }, '⋯');
    created.classList.add('tools-menu');
    created.setAttribute('aria-haspopup', 'menu');
    return created;
  }

  private add(tab: Tab): void {
    const { id, name } = tab;
    const [tabId, panelId] = [`tab-${id}`, `panel-${id}`];
    const tabButton = element('button', { class: 'tab', id: tabId, role: 'tab', 'aria-controls': panelId, 'aria-label': name }, ...tabLabel(name));
    tabButton.addEventListener('click', () => this.onChoose(tab));
    setAttributes(tab.element, { id: panelId, role: 'tabpanel', 'aria-labelledby': tabId });
    tab.element.classList.add('tab-panel');
    this.buttons.set(id, tabButton);
    this.list.append(tabButton);
    this.panels.append(tab.element);
    tab.searchBox.dataset.tab = id;
    this.searches.append(tab.searchBox);
    if (tab.tools) this.tools.append(tab.tools);
    if (tab.note) this.notes.append(tab.note);
  }

  private onKeydown(event: KeyboardEvent): void {
    const index = [...this.buttons.values()].indexOf(event.target as HTMLElement);
    const last = this.tabs.length - 1;
    const [right, left] = [index === last ? 0 : index + 1, index === 0 ? last : index - 1];
    const next = { ArrowRight: right, ArrowLeft: left, Home: 0, End: last }[event.key];
    const tab = index < 0 || next === undefined ? undefined : this.tabs[next];
    if (!tab) return;
    stopEvent(event);
    this.onChoose(tab);
    this.buttons.get(tab.id)?.focus();
  }
}

/** The name of a tab; a narrow page shows only its first word. */
function tabLabel(name: string): readonly (string | HTMLElement)[] {
  const [first, ...rest] = name.split(' ');
  return rest.length === 0 ? [first] : [first, element('span', { class: 'tab-rest' }, ` ${rest.join(' ')}`)];
}
