import {
  type LogKind, type LogLine, type LogRow, LOG_TABLES, type LogProgram, type ProgramChoice,
} from '../../src/runtimeLog/answers';
import type { RuntimeLogState } from '../../src/pages/protocol/runtimeLogPage';
import { countText } from '../../src/profile/text/screen/digits';
import type { TimeRange } from '../../src/timeline/window';
import { FigureTable } from '../charts/figureTable';
import { TimeCharts } from '../charts/timeCharts';
import { momentText } from '../charts/timeAxis';
import { element, setText } from '../controls/dom';
import { LatestOnly, unlessCancelled } from '../hostLink';
import { AskedSource } from './askedSource';
import { chartsOf } from './logCharts';
import type { RuntimeLogHost } from './runtimeLogHost';
import { missingText } from './missingText';
import { lineElements, linesText, pickedLines } from './pickedLines';
import { readView, type RuntimeLogView } from './savedView';

const KINDS: readonly LogKind[] = ['gc', 'sched'];
const TITLES: Readonly<Record<LogKind, string>> = { gc: 'Collections', sched: 'Scheduler Lines' };
const ALL = 'all';

/** What the garbage collector and the scheduler printed: charts over time, the selected lines, and tables. */
export class RuntimeLogPage {
  private readonly about = element('span', { class: 'about' });
  private readonly programs = element('select', { 'aria-label': 'Which program' });
  private readonly tools = element('div', { class: 'actions', role: 'toolbar', 'aria-label': 'Log' });
  private readonly notes = element('p', { class: 'notes', hidden: true });
  private readonly announcement = element('div', { class: 'announcement', role: 'status' });
  private readonly chartsPlace = element('div', { class: 'charts-place' });
  private readonly picked = element('div', { class: 'picked-lines', role: 'status', 'aria-label': 'Selected lines' });
  private readonly tablesPlace = element('div', { class: 'tables-place' });
  private readonly extentsRequest = new LatestOnly();
  private readonly pickRequest = new LatestOnly();
  private readonly rowRequests = { gc: new LatestOnly(), sched: new LatestOnly() };
  private readonly sources: Readonly<Record<LogKind, AskedSource>>;
  private readonly rows: Record<LogKind, Map<number, LogRow>> = { gc: new Map(), sched: new Map() };
  private state: RuntimeLogState | undefined;
  private charts: TimeCharts | undefined;
  private tables = new Map<LogKind, FigureTable>();
  private shownTables = new Set<string>();
  /** What the charts and tables were built for. */
  private built = '';
  readonly on = { announcement: ({ text }: { readonly text: string }) => setText(this.announcement, text) };

  constructor(root: HTMLElement, private readonly host: RuntimeLogHost) {
    this.sources = { gc: new AskedSource('gc', host.ask), sched: new AskedSource('sched', host.ask) };
    this.programs.addEventListener('change', () => {
      this.charts?.zoom(undefined);
      this.clearPick();
      this.saveView();
      this.update();
    });
    const head = element('header', {},
      element('div', { class: 'what' }, element('h1', {}, 'GC and Scheduler'), this.about),
      element('div', { class: 'choices' }, this.programs), this.tools);
    const scroll = element('div', { class: 'scroll' }, this.notes, this.chartsPlace, this.picked, this.tablesPlace);
    root.append(element('main', {}, head, this.announcement, scroll));
  }

  show(state: RuntimeLogState): void {
    const isOther = this.state?.origin !== state.origin;
    const { programs, programCount } = state.summary;
    const chosen = this.state && !isOther ? this.choice.program : undefined;
    const saved = readView(this.host.savedView);
    const view: Omit<RuntimeLogView, 'of'> = saved.of === state.origin
      ? saved
      : { tables: [...this.shownTables], ...(chosen !== undefined && { program: chosen }) };
    this.state = state;
    this.shownTables = new Set(view.tables);
    setText(this.about, aboutText(state));
    this.programs.hidden = programCount < 2;
    this.programs.replaceChildren(...programOptions(programs, programCount));
    const hasProgram = view.program !== undefined && view.program < programs.length;
    this.programs.value = hasProgram ? String(view.program) : ALL;
    this.showTools(state);
    if (isOther) {
      this.charts?.zoom(undefined);
      this.clearPick();
    }
    this.build(state);
    this.update();
  }

  private get choice(): ProgramChoice {
    const { value } = this.programs;
    return value === ALL || value === '' ? {} : { program: Number(value) };
  }

  private get areSeveral(): boolean {
    return (this.state?.summary.programCount ?? 0) > 1;
  }

  private showTools({ canReadAgain }: RuntimeLogState): void {
    const button = (text: string, hint: string, onClick: () => void) => {
      const created = element('button', { class: 'link', title: hint }, text);
      created.addEventListener('click', onClick);
      return created;
    };
    this.tools.replaceChildren(
      ...(canReadAgain
        ? [button('Read Again', 'Read the text again: it may have more lines now', () => {
            this.host.order('readAgain', {});
          })]
        : []),
      button('Open Other…', 'Open another text', () => this.host.order('openOther', {})),
    );
  }

  /** Builds the charts and tables of the kinds that the text has. */
  private build({ summary: { collections, states } }: RuntimeLogState): void {
    const kinds = KINDS.filter((kind) => (kind === 'gc' ? collections : states) > 0);
    const key = JSON.stringify([kinds, this.areSeveral]);
    if (key === this.built) return;
    this.built = key;
    for (const replaced of [this.charts, ...this.tables.values()]) replaced?.dispose();
    this.charts = new TimeCharts({
      label: 'Collections and the scheduler over time',
      charts: kinds.flatMap((kind) => chartsOf(kind, this.sources[kind], this.areSeveral)),
      onMoment: (seconds) => (seconds === undefined ? this.clearPick() : this.pick({ from: seconds, to: seconds })),
      onRange: (range) => this.pick(range),
      onFailure: this.onFailure,
    });
    this.tables = new Map(kinds.map((kind) => [kind, this.tableOf(kind)]));
    this.chartsPlace.replaceChildren(this.charts.element);
    this.tablesPlace.replaceChildren(...[...this.tables.values()].map(({ element: table }) => table));
    for (const [kind, table] of this.tables) table.show(this.shownTables.has(kind));
  }

  private tableOf(kind: LogKind): FigureTable {
    const columns = [
      ...(this.areSeveral ? [{ name: 'program' }] : []),
      ...LOG_TABLES[kind].map((name) => ({ name, isText: name === 'remarks' })),
      { name: 'line', isText: true },
    ];
    return new FigureTable({
      title: TITLES[kind],
      label: TITLES[kind],
      columns,
      rows: (from, limit) => this.cellsOf(kind, from, limit),
      copy: () => this.host.order('copy', { ...this.choice, kind }),
      choose: (row) => this.choose(this.rows[kind].get(row)),
      onToggle: (isShown) => {
        if (isShown) this.shownTables.add(kind);
        else this.shownTables.delete(kind);
        this.saveView();
      },
      onFailure: this.onFailure,
    });
  }

  private async cellsOf(kind: LogKind, from: number, limit: number): Promise<readonly (readonly string[])[]> {
    if (limit <= 0) return [];
    const rows = await this.host.ask('rows', { ...this.choice, kind, from, limit }, this.rowRequests[kind]);
    this.rows[kind] = new Map(rows.map((row) => [row.row, row]));
    return rows.map(({ program, cells, text }) => {
      return [...(this.areSeveral ? [String(program + 1)] : []), ...cells, text];
    });
  }

  /** Asks for the lines of the chosen program, or of all, and draws. */
  private update(): void {
    this.host.ask('extents', this.choice, this.extentsRequest).then((extents) => {
      for (const kind of KINDS) this.sources[kind].update(this.choice, extents[kind]);
      for (const [kind, table] of this.tables) table.update(extents[kind].count);
      this.charts?.update();
      this.showNotes();
    }, this.onFailure);
  }

  private showNotes(): void {
    const { programs = [], programCount = 0 } = this.state?.summary ?? {};
    const { program } = this.choice;
    const chosen = program === undefined ? undefined : programs[program];
    const together = `The text has ${countText(programCount)} programs, or one that was started again: they are drawn one after the other.`;
    const several = programCount < 2 ? '' : chosen ? `${programText(chosen)}.` : together;
    const notes = [several, missingText(chosen ? [chosen] : programs)].filter(Boolean);
    this.notes.hidden = notes.length === 0;
    setText(this.notes, notes.join(' '));
  }

  private pick(range: TimeRange): void {
    setText(this.announcement, '');
    this.host.ask('pick', { ...this.choice, ...range }, this.pickRequest).then((picks) => {
      const isRange = range.from !== range.to;
      this.picked.replaceChildren(...pickedLines(picks, isRange, this.open));
      for (const [kind, table] of this.tables) table.reveal(picks[kind].first?.row ?? -1);
    }, this.onFailure);
  }

  /** Shows the line of a table's row, and its moment in the charts. */
  private choose(row: LogLine | undefined): void {
    if (!row) return;
    this.charts?.select({ from: row.time, to: row.time });
    this.picked.replaceChildren(element('p', { class: 'picked' }, ...lineElements(row, this.open)));
  }

  private clearPick(): void {
    setText(this.announcement, '');
    this.pickRequest.cancel();
    this.charts?.select(undefined);
    this.picked.replaceChildren();
    for (const table of this.tables.values()) table.reveal(-1);
  }

  private get open(): ((line: number) => void) | undefined {
    return this.state?.canOpenLine ? (line) => this.host.order('open', { line }) : undefined;
  }

  private readonly onFailure = unlessCancelled(({ message }) => setText(this.announcement, message));

  private saveView(): void {
    if (!this.state) return;
    const view: RuntimeLogView = { of: this.state.origin, ...this.choice, tables: [...this.shownTables] };
    this.host.saveView(view);
  }
}

function aboutText({ origin, summary: { collections, states } }: RuntimeLogState): string {
  const counts = [
    ...(collections > 0 ? [linesText('gc', collections)] : []),
    ...(states > 0 ? [linesText('sched', states)] : []),
  ];
  return `${counts.join(', ')} · ${origin}`;
}

function programOptions(programs: readonly LogProgram[], count: number): HTMLElement[] {
  const listed = count > programs.length ? `, of which the first ${countText(programs.length)} are listed` : '';
  return [
    element('option', { value: ALL }, `All ${countText(count)} programs, one after the other${listed}`),
    ...programs.map((program, i) => element('option', { value: String(i) }, `${i + 1}. ${programText(program)}`)),
  ];
}

function programText({ prefix, firstLine, lastLine, collections, states, seconds }: LogProgram): string {
  const what = collections > 0 ? linesText('gc', collections) : linesText('sched', states);
  const lines = `lines ${countText(firstLine)}–${countText(lastLine)}`;
  return [...(prefix ? [prefix] : []), what, `until ${momentText(seconds, 1)}`, lines].join(' · ');
}
