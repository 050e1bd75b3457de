import * as vscode from 'vscode';
import { inSlices } from '../../go/timeSlices';
import type { Engine } from '../../engine/client';
import type { HotLineOrder } from '../../profile/answers/lines';
import { isAbort } from '../../profile/common/guard';
import { setupKind } from '../../profile/lines/setupLine';
import { roundsKey } from '../../captures/roundsKey';
import type { Active, Session } from '../../captures/session';
import { inBackground } from '../../ui/inBackground';
import { forMessage, forTitle } from '../../ui/plainText';
import type { Output } from '../../ui/output';
import { loopsOfCapture } from '../../captures/loopsOfCapture';
import { removedBaselineLines } from '../../captures/removedFromBaseline';
import { tickStep } from '../../ui/walkthrough';
import { type PickItem, setStatusBarMessage, showInformationMessage, showQuickPick } from '../../ui/window';
import type { FoundPath, Sources, UnfoundFile } from '../../documents/sources';
import { hotLineSamples, HotLineJudgements } from './hotLineJudgements';
import { type BackgroundRow, backgroundRow } from './backgroundRow';
import { type HotLineChoice, type HotLineScope, meaningOf, ORDERS, SCOPES } from './hotLineChoice';
import { HotLineWalk, stepText } from './hotLineWalk';
import { findHotLines, withRemovedLines } from './findHotLines';
import { hasNone, type ListedFirmLines, listedFirmLines, wordsOf } from './hotLinesHead';
import { type HotNode, listNodes, unfoundNodes } from './hotLineNodes';
import { hasFigure, type HotRow, isFirm } from './hotLinesText';
import { withTexts } from './lineTexts';
import {
  areAllAmbiguous, EMPTY, type EmptyReason, emptyReason, type HelpfulMessage, NO_PROFILE, unchangedReason,
  unfoundFiles, unfoundText,
} from './noHotLines';
import { ignored } from '../../profile/common/ignored';

const MAX_ROWS = 100;
const STATUS_MS = 5000;

/** The view that shows the rows. */
export interface HotTree {
  readonly view: vscode.TreeView<HotNode>;
  /** Redraws the rows. */
  changed(): void;
}

/** The lines, and what stands above them. */
interface HotList {
  readonly rows: readonly HotRow[];
  /** Set if the profile has background work. */
  readonly background?: BackgroundRow | undefined;
  readonly firm?: ListedFirmLines | undefined;
  readonly empty: EmptyReason | undefined;
  /** If `empty` is `unfound`: the names of the files. */
  readonly unfound?: readonly UnfoundFile[] | undefined;
}

type NoLine = Pick<HotList, 'unfound'> & { readonly empty: EmptyReason };

const EMPTY_LIST: HotList = { rows: [], empty: undefined };

/** The heaviest lines of the active profile that can be opened, and the commands that step through them. */
export class HotLines {
  /** Aborted when the list is no longer needed. */
  private listing = new AbortController();
  /** The current list; undefined until it is first needed. */
  private current: Promise<HotList> | undefined;
  private choice: HotLineChoice = { order: 'charged', scope: 'workspace' };
  private readonly walk = new HotLineWalk();
  /** See subjectOf. */
  private subject = '';
  /** The rows of lines in the tree, as last asked for. */
  private lineNodes: readonly HotNode[] = [];
  /** The files of the listed lines. */
  private paths: ReadonlySet<string> = new Set();
  /** The message about the last step, with figures of the profile shown then. */
  private stepMessage: vscode.Disposable | undefined;

  constructor(
    private readonly session: Session,
    private readonly engine: Engine,
    private readonly sources: Sources,
    private readonly tree: HotTree,
    private readonly output: Output,
  ) {
    this.subject = subjectOf(session.active);
    this.publishChoice();
  }

  async nodes(): Promise<readonly HotNode[]> {
    const list = await this.currentList();
    const { empty, unfound } = list;
    context('empty', empty);
    this.describe(list);
    if (empty) {
      this.lineNodes = [];
      return unfoundNodes(unfound?.slice(0, MAX_ROWS));
    }
    const { nodes, ofLines } = listNodes(await this.rowsNow(), list.background, this.choice);
    this.lineNodes = ofLines;
    return nodes;
  }

  /** Sets the words above the rows. */
  private describe({ firm, empty, unfound = [] }: HotList): void {
    const { session: { active }, tree: { view } } = this;
    if (!active) return;
    const { description, message } = wordsOf(this.choice, active, empty ? undefined : firm);
    view.description = forTitle(description);
    // With a message, VS Code does not show the text of an empty view.
    const help = areAllAmbiguous(unfound) ? 'Click one to choose.' : 'Click one to locate it.';
    const above = unfound.length > 0 ? `${unfoundText(EMPTY.unfound, unfound)} ${help}` : message;
    view.message = above === undefined ? undefined : forMessage(above);
  }

  /** Whether the list has lines of a file. */
  lists(path: string): boolean {
    return this.paths.has(path);
  }

  /** The rows, with the numbers that their lines have in today's text. */
  private async rowsNow(): Promise<readonly HotRow[]> {
    const { rows } = await this.currentList();
    const places = new Map<HotRow, HotRow['now']>();
    this.paths = new Set(rows.map(({ info }) => info.path));
    await Promise.all([...this.paths].map(async (path) => {
      const here = rows.filter(({ info }) => info.path === path);
      const found = await this.sources.placesNow(here[0].active, path, here.map(({ line }) => line.line));
      here.forEach((row, i) => places.set(row, found?.[i]));
    }));
    return rows.map((row) => ({ ...row, now: places.get(row) }));
  }

  /**
   * Call when the active profile or its view has changed. Stepping starts at the hottest line again, unless the profile
   * is the same one with the samples of further rounds.
   */
  forget(): void {
    const subject = subjectOf(this.session.active);
    if (subject !== this.subject) this.walk.restart();
    this.subject = subject;
    this.listing.abort();
    this.listing = new AbortController();
    this.current = undefined;
    this.stepMessage?.dispose();
  }

  orderBy(order: HotLineOrder): void {
    this.choose({ ...this.choice, order });
  }

  showScope(scope: HotLineScope): void {
    this.choose({ ...this.choice, scope });
  }

  /** Lets the user choose which lines are listed, and in which order. */
  async ask(): Promise<void> {
    const { order, scope } = this.choice;
    const scopes = (['workspace', 'everywhere'] as const).map((each) => ({
      icon: mark(each === scope),
      label: SCOPES[each].label,
      detail: SCOPES[each].detail,
      choice: { order, scope: each },
    }));
    const orders = (['charged', 'flat', 'cum'] as const).map((each) => ({
      icon: mark(each === order),
      label: `By ${ORDERS[each].label}`,
      detail: meaningOf({ order: each, scope }),
      choice: { order: each, scope },
    }));
    const choices = [separator('Files'), ...scopes, separator('Order'), ...orders];
    const chosen = await showQuickPick<PickItem & { choice?: HotLineChoice }>(choices, {
      title: 'Linecost: Hot Lines',
      placeHolder: 'Choose which lines are listed, and in which order',
    });
    if (chosen?.choice) this.choose(chosen.choice);
  }

  /** Opens the line of a row. The list keeps the focus, so that no key is typed into the file by mistake. */
  async open(row: HotRow): Promise<void> {
    this.walk.continueFrom(row);
    await this.sources.open(row.active, row.line, { keepFocus: true });
  }

  /** Opens the next or the previous line of the list. */
  async step(by: 1 | -1): Promise<void> {
    const { empty, unfound } = await this.currentList();
    if (empty) return this.explain({ empty, unfound }, () => this.step(by));
    const rows = await this.rowsNow();
    if (rows.length === 0) return;
    const at = this.walk.step(by, rows);
    const row = rows[at];
    await this.sources.open(row.active, row.line);
    this.stepMessage = setStatusBarMessage(stepText(row, at, rows.length), STATUS_MS);
    const node = this.lineNodes[at];
    if (node && this.tree.view.visible) await this.tree.view.reveal(node, { select: true, focus: false });
  }

  /**
   * Opens the line that causes the highest cost: in the workspace, or in any file if the workspace has no such line.
   * @param column the editor column to open it in; if unset, one that shows text
   * @returns whether there is such a line
   */
  async openHottest(column?: vscode.ViewColumn): Promise<boolean> {
    const { active } = this.session;
    if (!active) {
      // A button of the walkthrough runs the command even while VS Code hides it elsewhere.
      inBackground(offer(NO_PROFILE));
      return false;
    }
    const inWorkspace = await this.openFirst(active, 'workspace', column);
    const everywhere = inWorkspace && (await this.openFirst(active, 'everywhere', column));
    const reason = everywhere?.empty === 'none' ? inWorkspace : everywhere;
    // For an empty profile, a message was shown when it was captured.
    if (reason?.empty === 'none') setStatusBarMessage(EMPTY.none.text, STATUS_MS);
    else if (reason) inBackground(this.explain(reason));
    else tickStep('read');
    return reason === undefined;
  }

  /** Like openHottest, but only in the workspace, and without a message if it has no such line. */
  async openHottestOfWorkspace(): Promise<boolean> {
    const { active } = this.session;
    return active !== undefined && (await this.openFirst(active, 'workspace')) === undefined;
  }

  /** Opens the line that causes the highest cost. @returns why there is none */
  private async openFirst(
    active: Active,
    scope: HotLineChoice['scope'],
    column?: vscode.ViewColumn,
  ): Promise<NoLine | undefined> {
    const found = await this.find(active, { order: 'charged', scope }, 1);
    const [hottest] = found.rows;
    if (!hottest) return { empty: found.empty ?? 'none', unfound: found.unfound };
    await this.sources.open(active, hottest.line, { column });
    this.walk.continueFrom(hottest);
    return undefined;
  }

  private choose(choice: HotLineChoice): void {
    this.choice = choice;
    this.walk.restart();
    this.publishChoice();
    this.forget();
    this.tree.changed();
  }

  private publishChoice(): void {
    context('order', this.choice.order);
    context('scope', this.choice.scope);
  }

  /** The list for the current profile and choice, even if they change while it is computed. */
  private async currentList(): Promise<HotList> {
    for (;;) {
      const current = (this.current ??= this.list());
      const listed = await current;
      if (current === this.current) return listed;
    }
  }

  private async list(): Promise<HotList> {
    const { active } = this.session;
    if (!active) return EMPTY_LIST;
    const { choice } = this;
    try {
      const { signal } = this.listing;
      const { rows, empty, unfound, firm } = await this.find(active, choice, MAX_ROWS, signal);
      if (empty) return { rows, empty, unfound };
      const asked = backgroundRow(this.engine, active, this.sources, signal);
      const background = await asked.catch(ignored('background work is not listed'));
      const texts = withTexts(rows, this.sources, this.engine, signal).catch(ignored('hot lines have no texts', rows));
      return { rows: await texts, background, firm, empty, unfound };
    } catch (error) {
      if (!isAbort(error)) this.output.error(`Hot Lines: ${(error as Error).message}`);
      return { ...EMPTY_LIST, empty: 'failed' };
    }
  }

  private async find(active: Active, choice: HotLineChoice, limit: number, signal?: AbortSignal) {
    const { engine } = this;
    const { queryId: profile, sampleType, capture: { setup } } = active;
    const { order, scope } = choice;
    const loopsRead = inSlices(loopsOfCapture(active.capture));
    let judgements: HotLineJudgements | undefined;
    const found = await findHotLines<FoundPath>(limit, {
      files: () => engine.ask('files', { profile }, signal),
      pathsOf: async (files) => {
        const paths = await this.sources.pathsOf(active, files);
        return new Map([...paths].filter(([, { isInWorkspace }]) => scope === 'everywhere' || isInWorkspace));
      },
      ask: async (limit, files) => {
        const loops = await loopsRead;
        const removedFrom = [...new Set(removedBaselineLines(active, files).map(({ file }) => file))];
        const view = { sampleType, order, limit, files, loops, removedFrom };
        const lines = await engine.ask('hotLines', { ...view, profile }, signal);
        judgements = await this.judgements(active, files, signal);
        return withRemovedLines(engine, lines, active, { judgements, order, limit }, signal);
      },
    });
    // A single line is opened, not listed.
    const listed = limit > 1 && judgements === undefined ? found.rows.map(({ line }) => line) : [];
    const samples = await hotLineSamples(engine, active, listed, signal);
    const rows = found.rows.map((row): HotRow => ({
      active,
      ...choice,
      ...row,
      ...(row.line.isRemoved ? {} : {
        setup: setupKind(setup, { ...row.line, functions: [row.line.function] }),
        judgement: (judgements ?? samples)?.of(row.line),
      }),
    })).filter(hasFigure);
    // Changes beyond noise come first.
    if (judgements) rows.sort((a, b) => Number(isFirm(b)) - Number(isFirm(a)));
    const reason = emptyReason({ ...found, rows }, choice, unchangedReason(active));
    const isElsewhere = reason === 'elsewhere' || reason === 'notFound';
    const unfound = isElsewhere ? await unfoundFiles(engine, { active, sources: this.sources }, signal) : undefined;
    const empty = unfound?.reason ?? reason;
    const known = judgements && listedFirmLines(rows, judgements);
    const none = async () => (await import('../../captures/firmLines')).withoutFirmLine(engine, active, signal);
    const firm = known && hasNone(known) ? { ...(await none()), ...known } : known;
    return { rows, empty, unfound: unfound?.names, firm };
  }

  /** The judgements on the lines; undefined if the engine has none, as without a comparison per operation. */
  private async judgements(
    { queryId: profile, sampleType, baseline }: Active,
    files: readonly string[],
    signal?: AbortSignal,
  ): Promise<HotLineJudgements | undefined> {
    if (!baseline) return undefined;
    const answer = this.engine.ask('fileChanges', { profile, sampleType, files }, signal);
    // If this fails, the lines are listed without judgements.
    const changes = await answer.catch(ignored('hot lines have no changes'));
    return changes && new HotLineJudgements(files, changes);
  }

  /** Shows why there are no lines. @param then runs after the lines of all files are shown */
  private async explain({ empty, unfound = [] }: NoLine, then?: () => Promise<void>): Promise<void> {
    if (empty === 'failed') this.forget();
    const message = EMPTY[empty];
    const named = unfound.length > 0 ? { ...message, text: unfoundText(message, unfound) } : message;
    if ((await offer(named)) === 'linecost.hotLinesEverywhere') await then?.();
  }
}

/** Shows a message with a button for the command that helps. @returns the command, if the user chose it */
async function offer({ text, fix }: HelpfulMessage): Promise<string | undefined> {
  const chosen = await showInformationMessage(text, ...(fix ? [fix.title] : []));
  if (!fix || !chosen) return undefined;
  await vscode.commands.executeCommand(fix.command);
  return fix.command;
}

/** What the lines are of: the same in all rounds of a profile. */
function subjectOf(active: Active | undefined): string {
  return active ? `${roundsKey(active)} ${active.baseline !== undefined}` : '';
}

function context(key: 'order' | 'scope' | 'empty', value: string | undefined): void {
  inBackground(vscode.commands.executeCommand('setContext', `linecost.hotLines.${key}`, value));
}

function separator(label: string) {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function mark(isCurrent: boolean): string {
  return isCurrent ? 'check' : 'blank';
}
