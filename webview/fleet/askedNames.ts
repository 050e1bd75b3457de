import type { NameList } from '../../src/pages/protocol/fleetPage';
import { LatestOnly, unlessCancelled } from '../hostLink';
import type { OptionList } from './optionList';

/** Milliseconds without another letter after which names are asked again. */
const PAUSE = 150;

/** Fills a list with names of the store. Asks again while the user types if the list has not all of them. */
export class AskedNames {
  private readonly request = new LatestOnly();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isCut = false;

  /** @param ask null if the store has no such names */
  constructor(
    private readonly list: OptionList,
    private readonly ask: (search: string, request: LatestOnly) => Promise<NameList | null>,
    private readonly none: string,
  ) {}

  start(): void {
    this.list.showRemark('Asking the store…');
    this.isCut = false;
    this.send('');
  }

  /** The user typed. */
  typed(text: string): void {
    if (!this.isCut) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(text), PAUSE);
  }

  /** Call when the list is closed, or shows other names. */
  end(): void {
    clearTimeout(this.timer);
    this.request.cancel();
  }

  private send(search: string): void {
    this.ask(search, this.request).then((answer) => {
      const { names, total } = answer ?? { names: [], total: 0 };
      if (search === '') this.isCut = names.length < total;
      if (total === 0) this.list.showRemark(search === '' ? this.none : 'Nothing has this text.');
      else this.list.show(names.map((value) => ({ value })), total);
    }, unlessCancelled(({ message }) => this.list.showRemark(message)));
  }
}
