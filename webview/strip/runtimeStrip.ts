import './strip.css';
import '../charts/charts.css';
import { figureText } from '../../src/profile/text/screen/figure';
import type { TimeRange } from '../../src/timeline/window';
import type { FigureTable } from '../charts/figureTable';
import { TimeCharts } from '../charts/timeCharts';
import { element, setAttributes, setText, stopEvent } from '../controls/dom';
import { Dropdown } from '../controls/toolkit';
import type { ProfileState } from '../profileState';
import type { PageAccess } from '../tab';
import { FigureFeed } from './figureFeed';
import { GrowthList } from './growthList';
import { chartOf, columnOf, type StripChart, stripCharts, watchColumnOf } from './stripCharts';
import { stripTable } from './stripTable';

/** Of the drawing, in pixels. */
const CHART_HEIGHT = 22;
/** In a lower page, in letters, the strip is one line until the user opens it; in a narrow one, if it is not high. */
const LOW = 43;
const NARROW = 34;
const LOW_AND_NARROW = 62;

/** The sample type that a profile of another kind, cpu or wall, is shown under. */
const TIME = 1;

const HINT = 'Enter shows the profile of the time; Shift with Enter compares it with the one that is shown.';

type RunTime = NonNullable<ProfileState['runTime']>;

interface MarkedTimes {
  readonly shown?: TimeRange | undefined;
  readonly against?: TimeRange | undefined;
}

/** What the program of a capture did when, and the part of its run that is shown. */
export class RuntimeStrip {
  readonly element = element('section', { class: 'strip', 'aria-label': 'The run over time', hidden: true });
  private readonly toggle = element('button', { class: 'strip-toggle' });
  private readonly chooser: Dropdown;
  private readonly summary = element('span', { class: 'strip-summary' });
  private readonly parts = element('div', { class: 'start-switch', role: 'group', 'aria-label': 'Part of the run' });
  private readonly tableButton = element('button', { class: 'link strip-table' }, 'Table');
  private readonly measured = element('span', { class: 'strip-measured' });
  private readonly place = element('div', { class: 'strip-chart' });
  private readonly growth: GrowthList;
  private readonly charts = new Map<StripChart, TimeCharts>();
  /** The table that was opened last, which may be closed. */
  private table: FigureTable | undefined;
  private readonly feed: FigureFeed;
  private runTime: RunTime | undefined;
  /** A time that was chosen and is not shown yet, and what was shown then. */
  private pending: (MarkedTimes & { readonly before: string }) | undefined;
  private captured = 0;
  private sampleType = 0;
  /** The names of the capture's profiles, by their ids. */
  private labels = new Map<number, string>();
  /** What was announced last of the part of the run. */
  private announced = '';

  constructor(private readonly page: PageAccess) {
    this.feed = new FigureFeed(page.ask, () => this.onRows());
    this.chooser = new Dropdown('Figures', (title) => this.chooseChart(title));
    this.growth = new GrowthList((place) => page.order('openGrowth', place));
    this.element.append(
      element('div', { class: 'strip-head' }, this.toggle, this.chooser.element, this.summary, this.tableButton, this.measured, this.parts),
      this.place,
      this.growth.element,
    );
    this.toggle.addEventListener('click', () => this.collapse(!this.isCollapsed));
    this.tableButton.addEventListener('click', () => this.openTable());
    this.element.addEventListener('keydown', (event) => this.onKeydown(event));
    addEventListener('resize', () => this.draw());
  }

  show(profile: ProfileState | undefined): void {
    const isOther = profile?.runTime === undefined || profile.captured !== this.captured;
    // Charts are of other figures.
    if (this.runTime && profile?.runTime && !this.runTime.watch !== !profile.runTime.watch) this.clearCharts();
    this.runTime = profile?.runTime;
    this.captured = profile?.captured ?? 0;
    this.sampleType = profile?.sampleType ?? 0;
    this.labels = new Map(profile?.siblings.map(({ id, label }) => [id, label]));
    if (profile?.capture !== this.feed.followed || this.pending?.before !== this.shownText) this.pending = undefined;
    this.feed.follow(this.runTime ? profile?.capture : undefined);
    this.showParts();
    setText(this.measured, this.runTime?.measured ?? '');
    this.growth.show(this.runTime?.watch);
    this.mark();
    this.draw();
    if (isOther) this.announce();
  }

  private get chart(): StripChart {
    const { allCharts } = this;
    return allCharts.find(({ title }) => title === this.page.viewState.strip.chart) ?? allCharts[0];
  }

  private get isOfService(): boolean {
    return this.runTime?.watch !== undefined;
  }

  private get allCharts(): readonly StripChart[] {
    return stripCharts(this.isOfService);
  }

  /** `cpu` of `cpu, last 10 s`. */
  private kindOf(profile: number): string | undefined {
    return this.labels.get(profile)?.split(',')[0];
  }

  private get isCollapsed(): boolean {
    return this.page.viewState.strip.isCollapsed ?? isSmallPage();
  }

  private collapse(isCollapsed: boolean): void {
    this.page.updateViewState({ strip: { ...this.page.viewState.strip, isCollapsed } });
    this.draw();
  }

  private chooseChart(title: string): void {
    this.page.updateViewState({ strip: { ...this.page.viewState.strip, chart: title } });
    this.draw();
  }

  private onRows(): void {
    // Other rows may be of another version of Go.
    if (this.feed.rows.count === 0) this.clearCharts();
    this.draw();
  }

  private clearCharts(): void {
    for (const chart of this.charts.values()) chart.dispose();
    this.charts.clear();
    this.place.replaceChildren();
  }

  private draw(): void {
    const { feed: { rows, isLive }, isCollapsed, chart } = this;
    this.element.hidden = rows.count === 0;
    if (rows.count === 0) return;
    setText(this.toggle, isCollapsed ? '▸' : '▾');
    const name = isCollapsed ? 'Show the run over time' : 'Hide the run over time';
    setAttributes(this.toggle, { 'aria-expanded': String(!isCollapsed), 'aria-label': name, title: name });
    this.chooser.show(this.allCharts.map(({ title }) => ({ value: title, label: title })), chart.title);
    setAttributes(this.chooser.element, { title: chart.meaning });
    this.element.classList.toggle('collapsed', isCollapsed);
    setText(this.summary, isCollapsed ? this.summaryText(isLive) : '');
    if (!isCollapsed) this.drawChart();
  }

  private drawChart(): void {
    const { chart, feed: { rows } } = this;
    let shown = this.charts.get(chart);
    if (!shown) {
      shown = new TimeCharts({
        label: `${chart.title} over time. ${this.runTime?.canChoose ? HINT : ''}`,
        charts: [chartOf(chart, rows, { height: CHART_HEIGHT, isOfService: this.isOfService })],
        onMoment: (seconds) => this.choose(seconds === undefined ? undefined : { from: seconds, to: seconds }),
        onRange: (range) => this.choose(range),
        onOther: (range) => this.choose(range, this.marked.shown),
        onFailure: (error) => {
          throw error;
        },
      });
      this.charts.set(chart, shown);
      this.place.append(shown.element);
      this.mark();
    }
    for (const [each, { element: drawn }] of this.charts) drawn.hidden = each !== chart;
    shown.update();
  }

  /** The time that is shown, or will be soon, and the one that it is compared with. */
  private get marked(): MarkedTimes {
    return this.pending ?? this.runTime ?? {};
  }

  /** What is shown, for comparison. */
  private get shownText(): string {
    const { captured, runTime } = this;
    // A profile that is taken again has another id.
    return JSON.stringify([this.labels.get(captured), runTime?.shown, runTime?.against]);
  }

  /** Marks the time that the shown profile is of. */
  private mark(): void {
    const { shown, against } = this.marked;
    for (const chart of this.charts.values()) {
      chart.select(shown, against);
      chart.note(this.runTime?.watch?.breaks);
    }
  }

  /** @param against a time that it is compared with */
  private choose(time: TimeRange | undefined, against?: TimeRange): void {
    if (!this.runTime?.canChoose) return this.mark();
    this.pending = time && { shown: time, against, before: this.shownText };
    if (!time) return this.showWhole();
    this.page.order('chooseTime', { time: { from: time.from, to: time.to }, ...(against && { against }) });
  }

  /** Removes the profile of a chosen time only when the user leaves it. */
  private showWhole(): void {
    const { whole, chosen } = this.runTime ?? {};
    if (chosen && chosen.profile === this.captured) this.page.order('chooseTime', {});
    else if (whole !== undefined) this.showProfile(whole);
  }

  private showProfile(profile: number): void {
    const sampleType = this.kindOf(profile) === this.kindOf(this.captured) ? this.sampleType : TIME;
    this.page.order('setSampleType', { profile, sampleType });
  }

  private showParts(): void {
    const { whole, recent, chosen, canChoose = false } = this.runTime ?? {};
    this.parts.hidden = whole === undefined || (!canChoose && recent === undefined);
    const focused = this.parts.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
    const parts = [
      ...(whole === undefined ? [] : [this.part(this.wholeText, whole, () => this.showWhole())]),
      ...(recent === undefined ? [] : [this.part('last 10 s', recent, () => this.showProfile(recent))]),
      ...(chosen ? [this.part(chosen.label.replace(`${this.kindOf(this.captured) ?? ''}, `, ''), chosen.profile, () => this.showProfile(chosen.profile))] : []),
    ];
    this.parts.replaceChildren(...parts);
    if (focused !== undefined) (parts.find(({ textContent }) => textContent === focused) ?? parts[0])?.focus();
  }

  /** What is in use at a moment is not of the time before. */
  private get wholeText(): string {
    const kind = this.kindOf(this.captured) ?? '';
    if (!this.isOfService) return 'since start';
    return kind === 'cpu' ? 'all moments' : 'last moment';
  }

  private part(text: string, profile: number, run: () => void): HTMLElement {
    const isShown = profile === this.captured;
    const isWhole = profile === this.runTime?.whole;
    const title = isWhole ? `The profile of ${text === 'since start' ? 'the whole run' : text} (Escape)` : `The profile of ${text}`;
    const created = element('button', { class: 'segment', 'aria-pressed': String(isShown), title }, text);
    created.addEventListener('click', run);
    return created;
  }

  private announce(): void {
    const pressed = this.parts.querySelector('[aria-pressed="true"]')?.textContent ?? '';
    const text = this.runTime && pressed !== '' ? `Profile, ${pressed}` : '';
    if (text !== '' && this.announced !== '' && text !== this.announced) this.page.announce(text);
    this.announced = text;
  }

  /** While the program runs, its last figures; afterwards, the highest ones. */
  private summaryText(isLive: boolean): string {
    const { rows } = this.feed;
    const last = rows.count - 1;
    const valueOf = (place: number) => {
      const column = rows.columns[place];
      if (isLive) return column[last];
      let highest = NaN;
      for (let row = 0; row <= last; row++) {
        if (!(column[row] <= highest) && !Number.isNaN(column[row])) highest = column[row];
      }
      return highest;
    };
    const upTo = isLive ? '' : 'up to ';
    const place = (program: Parameters<typeof columnOf>[0], service: Parameters<typeof watchColumnOf>[0]) =>
      valueOf(this.isOfService ? watchColumnOf(service) : columnOf(program));
    const used = figureText(place('cpuUsed', 'cpuUsed') || 0, 'count', { digits: 2 });
    const processors = valueOf(columnOf('processors'));
    const growing = this.runTime?.watch?.grows.length ?? 0;
    const [goroutines, heap] = [place('goroutines', 'goroutines'), place('heapObjects', 'heapInUse')];
    return [
      figureText(rows.times[last] * 1e9, 'nanoseconds'),
      `${upTo}${used} ${this.isOfService ? '' : `of ${processors} `}${!this.isOfService && processors === 1 ? 'CPU' : 'CPUs'}`,
      ...(Number.isNaN(heap) ? [] : [`heap ${upTo}${figureText(heap, 'bytes')}`]),
      ...(Number.isNaN(goroutines) ? [] : [`${upTo}${goroutines} ${goroutines === 1 ? 'goroutine' : 'goroutines'}`]),
      ...(growing > 0 ? [`${growing} growing`] : []),
    ].join(' · ');
  }

  private openTable(): void {
    const { page, feed: { rows } } = this;
    const copy = (text: string): void => {
      page.order('copy', { text });
      page.announce('Copied as CSV.');
    };
    this.table?.dispose();
    const choose = (seconds: number) => this.choose({ from: seconds, to: seconds });
    const what = this.isOfService ? 'the service' : 'the runtime';
    const table = this.table = stripTable(rows, this.allCharts, what, copy, choose);
    const { left, bottom } = this.tableButton.getBoundingClientRect();
    page.popup.openDialogWithControls(`Figures of ${what}`, { x: left, y: bottom + 4 }, table.element);
    table.show(true);
    table.update(rows.count);
  }

  private onKeydown(event: KeyboardEvent): void {
    const { runTime } = this;
    if (event.key !== 'Escape' || !runTime || runTime.whole === undefined || this.captured === runTime.whole) return;
    this.showWhole();
    stopEvent(event);
  }
}

function isSmallPage(): boolean {
  const letter = parseFloat(getComputedStyle(document.body).fontSize);
  const [width, height] = [innerWidth / letter, innerHeight / letter];
  return height < LOW || (width < NARROW && height < LOW_AND_NARROW);
}
