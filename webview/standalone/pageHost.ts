import { type StackStart, withRootFile } from '../../src/profile/answers/flame';
import type { Refinement } from '../../src/profile/answers/refinement';
import type { TableView } from '../../src/profile/answers/table';
import { isAbort } from '../../src/profile/common/guard';
import { RefinementError } from '../../src/profile/errors';
import type { Profile } from '../../src/profile/model';
import { sampleCount, sampleText } from '../../src/profile/text/counts';
import { type Channel, hostChannel, type Port, unexpected } from '../../src/pages/protocol/channel';
import type { ExportedPage } from '../../src/pages/protocol/exportedPage';
import type { Answer, Ask, HostMessage, PageMessage } from '../../src/pages/protocol/messages';
import type { QuestionName, Questions } from '../../src/pages/protocol/questions';
import type { ProfileState } from '../profileState';
import { Message } from './message';
import { saveFile } from './saveFile';
import { ShownProfile } from './shownProfile';
import { toClipboard } from './toClipboard';

type PageState = Extract<HostMessage, { kind: 'state' }>['state'];

type OpenSource = Extract<PageMessage, { kind: 'openSource' }>;

type OpenFunction = Extract<PageMessage, { kind: 'openFunction' }>;

/**
 * The host's side of an exported page. Answers the page's questions one at a time, from the profile embedded in it.
 * Instead of opening the source, it copies the file and the line. Instead of asking where to save an SVG, it downloads
 * it.
 */
export class PageHost {
  private readonly channel: Channel<HostMessage>;
  private readonly message = new Message();
  /** The open questions, by request. */
  private readonly open = new Map<number, AbortController>();
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
    this.channel = hostChannel(port, (message) => this.receive(message));
  }

  private receive(message: PageMessage): void {
    // The sample type is chosen by the id of the captured profile, not of the shown one.
    const isAboutShown = 'profile' in message && message.kind !== 'setSampleType';
    if (isAboutShown && message.profile !== this.shown.id) return;
    switch (message.kind) {
      case 'ready':
        return this.sendState({});
      case 'ask':
        return this.enqueue(message);
      case 'cancel':
        return this.open.get(message.request)?.abort();
      case 'setSampleType':
        return this.chooseSampleType(message.sampleType);
      case 'keepStart':
        return this.sendState({ starts: { ...this.state.starts, [message.of]: message.start } });
      case 'openSource':
        return this.run(this.copyFramePlace(message));
      case 'openFunction':
        return this.run(this.copyFunctionPlace(message));
      case 'copy':
        return this.run(this.copy(message.text));
      case 'copyTable':
        return this.run(this.copyTable(message.view));
      case 'saveSvg':
        return saveFile(`${message.name}.svg`, 'image/svg+xml', message.svg);
      case 'setNormalize':
      case 'saveRefinements':
      case 'noticeAction':
        return undefined;
      default:
        return unexpected(message);
    }
  }

  /** Starts an action of the user that needs no answer, and shows its error if it fails. */
  private run(action: Promise<void>): void {
    action.catch((error: unknown) => this.message.show((error as Error).message));
  }

  private sendState(changes: Partial<PageState>): void {
    this.state = { ...this.state, ...changes };
    this.channel.send({ kind: 'state', state: this.state });
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

  private enqueue(ask: Ask): void {
    const controller = new AbortController();
    this.open.set(ask.request, controller);
    this.last = this.last.then(() => this.answer(ask, controller.signal)).finally(() => this.open.delete(ask.request));
  }

  private async answer(ask: Ask, signal: AbortSignal): Promise<void> {
    const { question, profile, request, params } = ask;
    if (signal.aborted || profile !== this.shown.id) return;
    const ids = { question, profile, request };
    try {
      const answer = await this.answers[question](params as never, signal);
      if (!signal.aborted) this.channel.send({ kind: 'answer', ...ids, answer } as Answer);
    } catch (error) {
      if (isAbort(error)) return;
      const field = error instanceof RefinementError ? error.field : undefined;
      this.channel.send({ kind: 'failed', ...ids, message: (error as Error).message, ...(field && { field }) });
    }
  }

  private readonly answers: {
    readonly [N in QuestionName]: (params: Questions[N][0], signal: AbortSignal) => Promise<Questions[N][1]>;
  } = {
    flame: async (view, signal) => {
      const from = this.startOf(view.from);
      const { setup } = this.page;
      const window = await this.shown.ask('flame', { ...view, from, setup, ...this.type }, signal);
      return withRootFile(window, from, this.page.targetFile);
    },
    callGraph: () => Promise.reject(new Error('An exported page has no call graph.')),
    refine: async (refinement) => this.refine(refinement),
    labels: (view, signal) => this.withoutLabelFilter().ask('labels', { ...view, ...this.type }, signal),
    table: (view, signal) => this.shown.ask('table', { ...view, ...this.table }, signal),
    fewSamples: (view, signal) => this.shown.ask('fewSamples', { ...view, ...this.table }, signal),
    suggest: (view, signal) => this.shown.ask('table', { ...view, ...this.table }, signal),
    pathCalls: (view, signal) => this.shown.ask('pathCalls', { ...view, ...this.table }, signal),
    fewCallSamples: (params, signal) => this.shown.ask('fewCallSamples', { ...params, ...this.table }, signal),
    fewNodeSamples: (params, signal) => this.shown.ask('fewNodeSamples', { ...params, ...this.table }, signal),
    peek: (view, signal) => this.shown.ask('peek', { ...view, ...this.table }, signal),
    knows: async ({ name }, signal) => {
      const { blocks } = await this.shown.ask('peek', { name, limit: 0, ...this.table }, signal);
      return blocks.length > 0;
    },
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
    const { sampleTypes, totals, sampleCount: stacks } = shown.reports.lines.summary();
    const samples = sampleText(sampleCount(sampleTypes, totals, stacks));
    const shownType = this.shownUnder(this.type.sampleType);
    const profile = { ...this.page.profile, ...shownType, id: shown.id, sampleTypes, totals, samples };
    this.sendState({ profile, refine: this.refineState() });
    return undefined;
  }

  private refineState(): NonNullable<PageState['refine']> {
    const { refinement, reports: { lines: { unmatched } } } = this.shown;
    return { refinement, unmatched, history: {}, saved: [] };
  }

  private async copyFramePlace(message: OpenSource): Promise<void> {
    const { frame, callers, collapseRecursion, hideTestingFrames } = message;
    const start = this.startOf(message.from);
    const { setup, targetFile } = this.page;
    if (frame === 0 && typeof start === 'object' && targetFile !== undefined) return this.copyPlace(targetFile, 0);
    const tree = { from: start, callers, collapseRecursion, hideTestingFrames, setup };
    const source = await this.shown.ask('frameSource', { ...tree, ...this.type, frame }, new AbortController().signal);
    if (source) await this.copyPlace(source.file, source.line);
  }

  private async copyFunctionPlace({ function: name, file, line }: OpenFunction): Promise<void> {
    const query = { function: name, file, ...this.type };
    const source = await this.shown.ask('functionSource', query, new AbortController().signal);
    if (source) await this.copyPlace(source.file, line ?? source.line);
  }

  private async copyTable(view: TableView): Promise<void> {
    const text = await this.shown.ask('tableText', { ...view, ...this.table }, new AbortController().signal);
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
