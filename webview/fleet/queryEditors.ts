import type { ChosenQuery } from '../../src/fleet/chosenQuery';
import type { TimeRange } from '../../src/fleet/fleetQuery';
import type { FleetPageState, NameList, ShownType } from '../../src/pages/protocol/fleetPage';
import { element } from '../controls/dom';
import type { Popup } from '../controls/popup';
import type { LatestOnly } from '../hostLink';
import { AskedNames } from './askedNames';
import { FilterEditor } from './filterEditor';
import type { FleetHost } from './fleetHost';
import { OptionList, type OptionListParts } from './optionList';
import { ADD_FILTER } from './queryChips';
import { RangeEditor } from './rangeEditor';

export interface QueryEditorsParts {
  readonly host: FleetHost;
  readonly popup: Popup;
  query(): ChosenQuery;
  state(): FleetPageState;
  types(): readonly ShownType[];
  /** What the chart shows, for the calendar. */
  shownRange(): TimeRange;
  /**
   * Takes another query.
   * @param key the chip that gets the focus
   */
  change(query: ChosenQuery, key: string): void;
}

interface Editor {
  readonly element: HTMLElement;
  start(): void;
  /** Cancels what is asked. */
  end?(): void;
}

/** What stands for no value in a list; no store has it as a label or service. */
const NONE = '\u0000';

/** The editors of the query's parts, each in a popup below its chip. */
export class QueryEditors {
  constructor(private readonly parts: QueryEditorsParts) {}

  edit(key: string, anchor: HTMLElement): void {
    const editor = this.editorOf(key);
    const { left, bottom } = anchor.getBoundingClientRect();
    const name = anchor.querySelector('.chip-field')?.textContent ?? 'Add filter';
    this.parts.popup.openDialogWithControls(name, { x: left, y: bottom + 4 }, editor.element, () => editor.end?.());
    editor.start();
  }

  private editorOf(key: string): Editor {
    const query = this.parts.query();
    const { state, types } = this.parts;
    switch (key) {
      case 'store':
        return this.fixed('Store', state().stores.map(({ id, name, about }) => ({ value: id, label: name, about })), (store) => {
          if (store !== query.store) this.change({ store, filters: [], range: query.range }, key);
          else this.change(query, key);
        });
      case 'type':
        return this.fixed('Profile type', types().map(({ id, words }) => ({ value: id, label: words, about: id })), (type) => {
          this.change({ ...query, type }, key);
        });
      case 'service':
        return this.asked({ name: 'Service', none: 'The store has no label for services, or no values of it in this time.', all: 'All services' }, 'services', (value) => {
          this.change({ ...query, service: value }, key);
        });
      case 'split':
        return this.asked({ name: 'Split by', none: 'The store has no labels here.', all: 'No split' }, 'labels', (value) => {
          this.change({ ...query, split: value }, key);
        });
      case 'range':
        return this.rangeEditor(query);
      default:
        return this.filterEditor(query, key);
    }
  }

  private rangeEditor(query: ChosenQuery): Editor {
    const { commit, stores } = this.parts.state();
    const { versionLabel } = stores.find(({ id }) => id === query.store) ?? {};
    return new RangeEditor({
      choice: query.range, shown: this.parts.shownRange(), versionLabel, commit,
      apply: (range) => this.change({ ...query, range }, 'range'),
    });
  }

  private filterEditor(query: ChosenQuery, key: string): Editor {
    const index = key === ADD_FILTER ? query.filters.length : Number(key.slice(key.indexOf(':') + 1));
    const others = { ...query, filters: query.filters.filter((_, i) => i !== index) };
    const { ask } = this.parts.host;
    return new FilterEditor({
      labels: (search, request) => ask('labels', { query: others, search }, request),
      values: (name, search, request) => ask('values', { query: others, name, search }, request),
      apply: (filter) => {
        const filters = [...query.filters];
        filters[index] = filter;
        this.change({ ...query, filters }, key);
      },
    }, query.filters[index]);
  }

  private fixed(
    name: string, options: Parameters<OptionList['show']>[0], choose: (value: string) => void,
  ): Editor {
    const list = new OptionList({ name, placeholder: name, takesText: false, choose });
    list.show(options);
    return editorOf(list);
  }

  /** A list of the store's names, with an entry for none of them. */
  private asked(
    { name, none, all }: { readonly name: string; readonly none: string; readonly all: string },
    question: 'services' | 'labels',
    choose: (value: string | undefined) => void,
  ): Editor {
    const query = this.parts.query();
    const parts: OptionListParts = {
      name, placeholder: name, takesText: false,
      choose: (value) => choose(value === NONE ? undefined : value),
      onType: (text) => names.typed(text),
    };
    const list = new OptionList(parts, { value: NONE, label: all });
    const ask = (search: string, request: LatestOnly): Promise<NameList | null> => {
      return this.parts.host.ask(question, { query, search }, request);
    };
    const names = new AskedNames(list, ask, none);
    return editorOf(list, names);
  }

  private change(query: ChosenQuery, key: string): void {
    this.parts.popup.close();
    this.parts.change(query, key);
  }
}

function editorOf(list: OptionList, names?: AskedNames): Editor {
  return {
    element: element('div', { class: 'query-editor' }, list.field, list.element),
    start: () => {
      list.field.focus();
      names?.start();
    },
    end: () => names?.end(),
  };
}
