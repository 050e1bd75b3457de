import type { FaceId } from '../src/protocol/messages';
import { claim, element, setAttributes } from './dom';
import type { Face } from './tab';

/** The tabs, one stop of the Tab key, and the faces that they show: one at a time. */
export class Tabs {
  readonly element = element('div', { class: 'tab-row' });
  readonly faces = element('div', { class: 'faces' });
  private readonly list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Views' });
  private readonly tools = element('div', { class: 'face-tools' });
  private readonly tabs = new Map<FaceId, HTMLElement>();

  constructor(
    private readonly all: readonly Face[],
    private readonly onChoose: (face: Face) => void,
  ) {
    for (const face of all) this.add(face);
    this.list.hidden = all.length < 2;
    this.element.append(this.list, this.tools);
    this.list.addEventListener('keydown', (event) => this.press(event));
  }

  show(shown: Face): void {
    for (const face of this.all) {
      const isShown = face === shown;
      face.element.hidden = !isShown;
      if (face.tools) face.tools.hidden = !isShown;
      setAttributes(this.tabs.get(face.id)!, { 'aria-selected': String(isShown), tabindex: isShown ? 0 : -1 });
    }
  }

  private add(face: Face): void {
    const { id, name } = face;
    const [tabId, panelId] = [`tab-${id}`, `face-${id}`];
    const tab = element('button', { class: 'tab', id: tabId, role: 'tab', 'aria-controls': panelId }, name);
    tab.addEventListener('click', () => this.onChoose(face));
    setAttributes(face.element, { id: panelId, role: 'tabpanel', 'aria-labelledby': tabId });
    face.element.classList.add('face');
    this.tabs.set(id, tab);
    this.list.append(tab);
    this.faces.append(face.element);
    if (face.tools) this.tools.append(face.tools);
  }

  private press(event: KeyboardEvent): void {
    const at = [...this.tabs.values()].indexOf(event.target as HTMLElement);
    const last = this.all.length - 1;
    const [right, left] = [at === last ? 0 : at + 1, at === 0 ? last : at - 1];
    const next = { ArrowRight: right, ArrowLeft: left, Home: 0, End: last }[event.key];
    const face = at < 0 || next === undefined ? undefined : this.all[next];
    if (!face) return;
    claim(event);
    this.onChoose(face);
    this.tabs.get(face.id)!.focus();
  }
}
