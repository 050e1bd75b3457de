import type { TabId } from '../src/pages/protocol/profilePage';
import { element, setAttributes, stopEvent } from './controls/dom';
import type { Tab } from './tab';

/** The row of tabs, which is one tab stop; the tools of the visible tab; and the panels. */
export class TabBar {
  readonly element = element('div', { class: 'tab-row' });
  /** The tools of the visible tab. The search comes first, so that it is in the same place in all tabs. */
  readonly tools = element('div', { class: 'tab-tools' });
  readonly panels = element('div', { class: 'panels' });
  private readonly list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Tabs' });
  private readonly buttons = new Map<TabId, HTMLElement>();

  constructor(
    private readonly tabs: readonly Tab[],
    private readonly onChoose: (tab: Tab) => void,
  ) {
    for (const tab of tabs) this.add(tab);
    this.list.hidden = tabs.length < 2;
    this.element.append(this.list);
    this.list.addEventListener('keydown', (event) => this.onKeydown(event));
  }

  show(active: Tab): void {
    for (const tab of this.tabs) {
      const isActive = tab === active;
      tab.element.hidden = !isActive;
      if (tab.tools) tab.tools.hidden = !isActive;
      const button = this.buttons.get(tab.id);
      if (button) setAttributes(button, { 'aria-selected': String(isActive), tabindex: isActive ? 0 : -1 });
    }
  }

  private add(tab: Tab): void {
    const { id, name } = tab;
    const [tabId, panelId] = [`tab-${id}`, `panel-${id}`];
    const button = element('button', { class: 'tab', id: tabId, role: 'tab', 'aria-controls': panelId }, name);
    button.addEventListener('click', () => this.onChoose(tab));
    setAttributes(tab.element, { id: panelId, role: 'tabpanel', 'aria-labelledby': tabId });
    tab.element.classList.add('tab-panel');
    this.buttons.set(id, button);
    this.list.append(button);
    this.panels.append(tab.element);
    if (tab.tools) this.tools.append(tab.tools);
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
