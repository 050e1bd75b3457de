import { label } from '../src/profile/measurement';
import { element, setText } from './dom';
import { button, Dropdown } from './toolkit';
import type { ProfileState } from './viewState';

export interface ToolbarActions {
  /** @param id of one of the siblings */
  chooseProfile(id: number): void;
  chooseSampleType(index: number): void;
  help(anchor: HTMLElement): void;
}

/** What is shown, which of its profiles and sample types, and how much there is of it. */
export class Toolbar {
  readonly element = element('header', { class: 'toolbar' });
  private readonly title = element('h1', { class: 'title' });
  private readonly total = element('span', { class: 'total' });
  private readonly profiles: Dropdown;
  private readonly sampleTypes: Dropdown;

  /**
   * @param tool stands beside the help
   * @param below stands below all of it
   */
  constructor(actions: ToolbarActions, tool: HTMLElement, below: HTMLElement) {
    this.profiles = new Dropdown('Profile', (id) => actions.chooseProfile(Number(id)));
    this.sampleTypes = new Dropdown('Sample type', (index) => actions.chooseSampleType(Number(index)));
    const help = button({ appearance: 'icon', hint: 'Keys and colours', onClick: () => actions.help(help) }, '?');
    this.element.append(
      element('div', { class: 'what' }, this.title, this.profiles.element, this.sampleTypes.element, this.total),
      element('div', { class: 'tools' }, tool, help),
      below,
    );
  }

  show(profile: ProfileState): void {
    const { captured, title, siblings, sampleTypes, sampleType } = profile;
    setText(this.title, withoutChosen(profile));
    this.title.title = title;
    this.profiles.show(
      siblings.map((sibling) => ({ value: String(sibling.id), label: sibling.label })),
      String(captured),
    );
    this.sampleTypes.show(
      sampleTypes.map(({ type, unit }, index) => ({ value: String(index), label: `${type} (${unit})` })),
      String(sampleType),
    );
    this.showTotal(profile);
  }

  private showTotal({ totals, sampleTypes, sampleType, samples, durationNanos }: ProfileState): void {
    const { type = '', unit = '' } = sampleTypes[sampleType] ?? {};
    const over = durationNanos > 0 ? `, measured over ${label(durationNanos, 'nanoseconds')}` : '';
    setText(this.total, `${label(totals[sampleType] ?? 0, unit)} · ${samples}`);
    this.total.title = `Total of ${type} (${unit})${over}`;
  }
}

/** The title, without the profile's own name where that stands beside it in the list of profiles. */
function withoutChosen({ captured, title, siblings }: ProfileState): string {
  const chosen = siblings.length > 1 ? siblings.find(({ id }) => id === captured) : undefined;
  const ending = ` · ${chosen?.label}`;
  return chosen && title.endsWith(ending) ? title.slice(0, -ending.length) : title;
}
