import * as vscode from 'vscode';
import type { Capture } from '../../../captures/loadedCapture';
import type { Sources } from '../../../documents/sources';
import { ProductionDocuments, type ProductionView } from '../../../editor/production/productionDocuments';
import { ProductionMarks } from '../../../editor/production/productionMarks';
import type { Active, Deriver } from '../../../captures/session';
import type { QueryEngine } from '../../../engine/client';
import { shareText } from '../../../profile/text/screen/share';
import { PreconditionError } from '../../../ui/preconditionError';
import { withLateProgress } from '../../../ui/progress';
import { functionAtCursor } from '../../show/functionAtCursor';
import { editFix, orEditFix } from '../editStore';
import { type FunctionFigures, functionFigures } from './functionFigures';
import { nameInProduction } from './nameInProduction';
import { showInProduction } from './inProduction';
import type { ProductionQuestion } from './productionQuestion';

export interface ProductionParts {
  readonly engine: QueryEngine & Deriver;
  readonly sources: Sources;
  /** The profile that is shown. */
  readonly local: () => Active | undefined;
  /** Asks which store, service and type are meant, unless that is known. undefined if the user cancels. */
  readonly question: () => Promise<ProductionQuestion | undefined>;
  /** Takes the default profile as a capture. */
  readonly openProfile: (question: ProductionQuestion) => Promise<unknown>;
  readonly showFailure: (error: unknown) => unknown;
}

const OLD_MS = 3600_000;

/** A line (1-based) of a document. */
interface Place {
  readonly uri: vscode.Uri;
  readonly line: number;
}

/** A function of production, for the hover. */
export interface KnownFunction {
  readonly title: string;
  readonly figures: FunctionFigures;
  /** `12.4 %`. */
  readonly share: string;
  /** As in KnownOfFunction. */
  readonly lacks: readonly string[];
  readonly notes: readonly string[];
}

/** What lines and functions cost in production: the answer to the default question of a store. */
export class Production implements vscode.Disposable {
  private readonly documents: ProductionDocuments;
  private marks: ProductionMarks | undefined;
  private shown: { readonly question: ProductionQuestion; readonly view: ProductionView } | undefined;
  /** That was asked last, and may not be shown. */
  private asked: ProductionQuestion | undefined;
  private areOnLines = false;

  constructor(private readonly parts: ProductionParts) {
    const { engine, sources } = parts;
    this.documents = new ProductionDocuments(engine, (active, document) => sources.filesOf(active, document));
  }

  /**
   * Shows what the function at the cursor costs in production in the last 24 hours. Throws a PreconditionError if the
   * cursor is in none; CaptureError, EngineError, AbortError.
   * @param place where to put the cursor before; the line is 1-based
   */
  async showAtCursor(place?: Place): Promise<void> {
    await goTo(place);
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== 'go') {
      throw new PreconditionError('Put the cursor into a function of a Go file: Linecost shows what it costs in production.');
    }
    const { document, selection } = editor;
    const found = await this.ask();
    if (!found) return;
    const { question, view } = found;
    const at = await this.documents.of(document, view);
    // The user may have gone to another file meanwhile.
    if (vscode.window.activeTextEditor?.document !== document) return;
    const lines = { lineAt: (_: vscode.TextDocument, line: number) => lineIn(at, line) };
    const name = functionAtCursor(lines);
    if (name === undefined) throw new PreconditionError('Put the cursor into a function: Linecost shows what it costs in production.');
    const { engine } = this.parts;
    const { signal } = new AbortController();
    const line = selection.active.line + 1;
    const own = await functionFigures(engine, view.active, name, signal);
    const other = own ? undefined : await nameInProduction(engine, view.active, document, line);
    const figures = other === undefined ? own : await functionFigures(engine, view.active, other, signal);
    if (!figures) {
      const why = 'it costs too little, or another build has it under another name';
      throw new PreconditionError(`${name} (line ${line}) is in no sample of ${view.title}: ${why}.`, editFix(question.asked.source));
    }
    await this.show(other ?? name, figures, question, view);
  }

  /** Shows a function in the shown capture and in production, side by side. Throws like showBesideProduction. */
  async showBeside(place?: Place): Promise<void> {
    await goTo(place);
    const { showBesideProduction } = await import('./besideLocal');
    const { engine, sources, local } = this.parts;
    await showBesideProduction(local(), { engine, sources, documents: this.documents, ask: () => this.ask() });
  }

  /** Shows production's costs at the lines of visible editors, or hides them. Throws like showAtCursor. */
  async toggleLines(): Promise<void> {
    if (!this.areOnLines && !(await this.ask())) return;
    this.areOnLines = !this.areOnLines;
    this.draw();
  }

  /** What is known of the function that a line (1-based) declares, without a question to the store. */
  async functionAt(document: vscode.TextDocument, line: number): Promise<KnownFunction | undefined> {
    const { shown } = this;
    // An old answer is not of the last 24 hours.
    if (!shown || Date.now() - shown.view.active.capture.capturedAt > OLD_MS) return undefined;
    const { view, question } = shown;
    const at = await this.documents.of(document, view);
    const cost = at?.lineAt(line);
    const declared = at?.costs.functions.filter(({ startLine }) => startLine === cost?.captured) ?? [];
    // Functions inside of it may begin on the same line.
    const [range] = declared.sort((a, b) => a.name.length - b.name.length);
    if (!range) return undefined;
    const figures = await functionFigures(this.parts.engine, view.active, range.name, new AbortController().signal);
    if (!figures) return undefined;
    const { cum, total, weight } = figures;
    const said = question.notesOf(view.active.capture);
    return { title: view.title, figures, ...said, share: shareText(cum, total, false, weight) };
  }

  dispose(): void {
    this.marks?.dispose();
    this.shown?.question.dispose();
    this.asked?.dispose();
  }

  /** The answer for the last 24 hours; undefined if the user cancels. */
  private async ask(): Promise<NonNullable<Production['shown']> | undefined> {
    const question = await this.parts.question();
    if (!question) return undefined;
    if (this.asked !== question && this.asked !== this.shown?.question) this.asked?.dispose();
    this.asked = question;
    const title = `Asking ${question.storeName} for the last 24 h`;
    const capture = await orEditFix(question.asked.source, () => {
      return withLateProgress(title, new AbortController().signal, (signal) => question.capture(signal));
    });
    const [profile] = capture.profiles;
    if (this.shown?.view.active.profile === profile) return this.shown;
    if (this.shown && this.shown.question !== question) this.shown.question.dispose();
    const active = hiddenActive(capture, question.sampleTypeOf(capture));
    this.shown = { question, view: { active, title: question.title } };
    this.draw();
    return this.shown;
  }

  private show(
    name: string,
    figures: FunctionFigures,
    question: ProductionQuestion,
    { active }: ProductionView,
  ): Promise<void> {
    const { engine, sources, openProfile, showFailure } = this.parts;
    const { sampleType, capture, queryId: profile } = active;
    const found = { figures, sampleType, unit: question.unit, ...question.notesOf(capture) };
    return showInProduction(name, found, question, engine, {
      areOnLines: this.areOnLines,
      local: localTitle(this.parts.local()),
      showBeside: () => this.showBeside(),
      toggleOnLines: () => this.toggleLines(),
      openProfile: () => openProfile(question),
      openFunction: async (caller) => {
        const source = await engine.ask('functionSource', { profile, sampleType, function: caller, file: '' });
        if (source) await sources.openNamed(capture, source);
      },
      showFailure,
    });
  }

  private draw(): void {
    if (!this.areOnLines && !this.marks) return;
    this.marks ??= new ProductionMarks(this.documents);
    this.marks.show(this.areOnLines ? this.shown?.view : undefined);
  }
}

/** Puts the cursor at a line. */
async function goTo(place: Place | undefined): Promise<void> {
  if (!place) return;
  const at = new vscode.Position(place.line - 1, 0);
  await vscode.window.showTextDocument(place.uri, { selection: new vscode.Range(at, at) });
}

/** The title of a capture that is not of a store; undefined if none is shown. */
function localTitle(active: Active | undefined): string | undefined {
  return active?.capture.fleet ? undefined : active?.capture.title;
}

function lineIn(at: Awaited<ReturnType<ProductionDocuments['of']>>, line: number) {
  const cost = at?.lineAt(line);
  return at && cost && { costs: at.costs, line: cost };
}

/** What the queries need to know of a profile that no view shows. */
function hiddenActive(capture: Capture, sampleType: number): ProductionView['active'] {
  const [profile] = capture.profiles;
  return { capture, profile, sampleType, queryId: profile.summary.id, refinement: {} };
}
