import { type StackStart, withRootFile } from '../../src/profile/answers/flame';
import type { Refinement } from '../../src/profile/answers/refinement';
import type { TableView } from '../../src/profile/answers/table';
import type { Profile } from '../../src/profile/model';
import { sampleCount, sampleText } from '../../src/profile/text/counts';
import type { ExportedPage } from '../../src/pages/protocol/exportedPage';
import { type Answers, type Carried, PageHost } from '../../src/pages/protocol/pageHost';
import type { OrderParams, Port } from '../../src/pages/protocol/pageProtocol';
import { type PageState, PROFILE_PAGE } from '../../src/pages/protocol/profilePage';
import type { ProfileState } from '../profileState';
import { ShownProfile } from './shownProfile';
import { element } from '../controls/dom';

type Page = typeof PROFILE_PAGE;

/**
 * The host's side of an exported page. Answers the page's questions one at a time, from the profile embedded in it.
 * Instead of opening the source, it copies the file and the line. Instead of asking where to save an SVG, it downloads
 * it.
 */
export class ExportedPageHost {
  private readonly host: PageHost<Page>;
  private readonly message = new Message();
  private state: PageState;
  private shown: ShownProfile;
  private nextId: number;
  /** Settled when the last question is answered. */
  private last: Promise<void> = Promise.resolve();

  /** @param profile the exported profile, before `page.refinement` is applied */
  constructor(
    port: Port,
    private readonly profile: Profile,
    private readonly page: ExportedPage,
  ) {
    const { id } = page.profile;
    this.nextId = id + 1;
    this.shown = ShownProfile.of(id, profile, page.refinement);
    const shownProfile = { ...page.profile, ...this.shownUnder(page.profile.sampleType) };
    this.state = { profile: shownProfile, starts: page.starts, refine: this.refineState() };
    this.host = new PageHost(PROFILE_PAGE, port, {
      answers: this.answers,
      orders: this.orders,
      version: () => this.shown.id,
      sendState: () => this.sendState({}),
      showFailure: (error) => this.message.show((error as Error).message),
    });
  }

  private sendState(changes: Partial<PageState>): void {
    this.state = { ...this.state, ...changes };
    this.host.sendState(this.state);
  }

  private chooseSampleType(sampleType: number): void {
    const { profile } = this.page;
    if (this.state.profile && profile.sampleTypes[sampleType]) {
      this.sendState({ profile: { ...this.state.profile, ...this.shownUnder(sampleType) } });
    }
  }

  /** The part of the state that depends on the sample type. */
  private shownUnder(sampleType: number): Pick<ProfileState, 'sampleType' | 'comparison'> {
    const { comparisons } = this.page;
    return { sampleType, ...(comparisons && { comparison: comparisons[sampleType] }) };
  }

  /** Answers one query after another, as the worker does in the editor. */
  private readonly ask: ShownProfile['ask'] = (query, params, signal) => {
    const answered = this.last.then(() => {
      signal.throwIfAborted();
      return this.shown.ask(query, params, signal);
    });
    this.last = answered.then(() => undefined, () => undefined);
    return answered;
  };

  private readonly answers: Answers<Page> = {
    flame: async (view, signal) => {
      const from = this.startOf(view.from);
      const { setup } = this.page;
      const window = await this.ask('flame', { ...view, from, setup, ...this.type }, signal);
      return withRootFile(window, from, this.page.targetFile);
    },
    lineFrame: (line, signal) => {
      return this.ask('lineFrame', { ...line, from: this.startOf(line.from), setup: this.page.setup, ...this.type }, signal);
    },
    callGraph: () => Promise.reject(new Error('An exported page has no call graph.')),
    refine: (refinement) => this.refine(refinement),
    labels: (view, signal) => this.withoutLabelFilter().ask('labels', { ...view, ...this.type }, signal),
    table: (view, signal) => this.ask('table', { ...view, ...this.table }, signal),
    fewSamples: (view, signal) => this.ask('fewSamples', { ...view, ...this.table }, signal),
    suggest: (view, signal) => this.ask('table', { ...view, ...this.table }, signal),
    pathCalls: (view, signal) => this.ask('pathCalls', { ...view, ...this.table }, signal),
    fewCallSamples: (params, signal) => this.ask('fewCallSamples', { ...params, ...this.table }, signal),
    fewNodeSamples: (params, signal) => this.ask('fewNodeSamples', { ...params, ...this.table }, signal),
    peek: (view, signal) => this.ask('peek', { ...view, ...this.table }, signal),
    figures: () => undefined,
    knows: async ({ name }, signal) => {
      const { blocks } = await this.ask('peek', { name, limit: 0, ...this.table }, signal);
      return blocks.length > 0;
    },
  };

  private readonly orders: Carried<Page> = {
    setSampleType: ({ sampleType }) => this.chooseSampleType(sampleType),
    keepStart: ({ of, start }) => this.sendState({ starts: { ...this.state.starts, [of]: start } }),
    openSource: (frame) => this.copyFramePlace(frame),
    openFunction: (place) => this.copyFunctionPlace(place),
    copy: ({ text }) => this.copy(text),
    copyTable: ({ view }) => this.copyTable(view),
    saveSvg: ({ name, svg }) => saveFile(`${name}.svg`, 'image/svg+xml', svg),
    // An exported page is not asked for these: see hostAbilities.ts.
    sayHidden: () => undefined,
    setNormalize: () => undefined,
    chooseTime: () => undefined,
    openGrowth: () => undefined,
    saveRefinements: () => undefined,
    noticeAction: () => undefined,
  };

  private get type(): { readonly sampleType: number } {
    return { sampleType: this.state.profile?.sampleType ?? 0 };
  }

  private get table() {
    return { ...this.type, options: this.shown.refinement };
  }

  private startOf(from: string | undefined): StackStart | undefined {
    return from !== undefined && from === this.page.profile.startAt ? (this.page.start ?? from) : from;
  }

  private withoutLabelFilter(): ShownProfile {
    const { labels, ...refinement } = this.shown.refinement;
    return labels ? ShownProfile.of(this.shown.id, this.profile, refinement) : this.shown;
  }

  private refine(refinement: Refinement): undefined {
    const shown = ShownProfile.of(this.nextId, this.profile, refinement);
    this.nextId++;
    this.shown = shown;
    const { sampleTypes, totals, weights, sampleCount: stacks } = shown.reports.lines.summary();
    const samples = sampleText(sampleCount(sampleTypes, totals, stacks));
    const shownType = this.shownUnder(this.type.sampleType);
    const profile = { ...this.page.profile, ...shownType, id: shown.id, sampleTypes, totals, weights, samples };
    this.sendState({ profile, refine: this.refineState() });
    return undefined;
  }

  private refineState(): NonNullable<PageState['refine']> {
    const { refinement, reports: { lines: { unmatched } } } = this.shown;
    return { refinement, unmatched, history: {}, saved: [] };
  }

  private async copyFramePlace(place: OrderParams<Page, 'openSource'>): Promise<void> {
    const { frame, callers, collapseRecursion, hideTestingFrames } = place;
    const start = this.startOf(place.from);
    const { setup, targetFile } = this.page;
    if (frame === 0 && typeof start === 'object' && targetFile !== undefined) return this.copyPlace(targetFile, 0);
    const tree = { from: start, callers, collapseRecursion, hideTestingFrames, setup };
    const source = await this.ask('frameSource', { ...tree, ...this.type, frame }, new AbortController().signal);
    if (source) await this.copyPlace(source.file, source.line);
  }

  private async copyFunctionPlace({ function: name, file, line }: OrderParams<Page, 'openFunction'>): Promise<void> {
    const query = { function: name, file, ...this.type };
    const source = await this.ask('functionSource', query, new AbortController().signal);
    if (source) await this.copyPlace(source.file, line ?? source.line);
  }

  private async copyTable(view: TableView): Promise<void> {
    const text = await this.ask('tableText', { ...view, ...this.table }, new AbortController().signal);
    await toClipboard(text);
    this.message.show('Copied the table');
  }

  private copyPlace(file: string, line: number): Promise<void> {
    return this.copy(line > 0 ? `${file}:${line}` : file);
  }

  private async copy(text: string): Promise<void> {
    await toClipboard(text);
    this.message.show(`Copied ${text}`);
  }
}

/** Saves a text as a file, where the browser saves downloads. */
function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text. Browsers without a clipboard for files on disk copy a selected text instead. */
async function toClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text);
  }
}

function copySelected(text: string): void {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'copied-text';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}

/** Milliseconds that a message stays. */
const SHOWN_MS = 4000;

/** A message at the bottom of the window, which disappears by itself. */
class Message {
  private readonly element = element('p', { class: 'message', role: 'status', hidden: true });
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.body.append(this.element);
  }

  show(text: string): void {
    clearTimeout(this.timer);
    this.element.textContent = text;
    this.element.hidden = false;
    this.timer = setTimeout(() => (this.element.hidden = true), SHOWN_MS);
  }
}
