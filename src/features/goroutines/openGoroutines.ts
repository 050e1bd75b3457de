import * as vscode from 'vscode';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import type { Sources } from '../../documents/sources';
import type { QueryEngine } from '../../engine/client';
import { GoroutinesPanel, type ReadGoroutines } from '../../pages/goroutines/goroutinesPanel';
import { reportFailure } from '../../ui/failureMessage';
import type { Output } from '../../ui/output';
import { pickText, textOfEditor, type TextQuestion } from '../texts/pickText';
import { textOfTerminal } from '../texts/terminalText';
import { GOROUTINE_FILES, type GoroutinesText, readText } from './readGoroutines';

export interface GoroutineParts {
  readonly engine: QueryEngine;
  readonly captures: LoadedCaptures;
  readonly sources: Sources;
  readonly output: Output;
  readonly extensionUri: vscode.Uri;
  /** Whether captures can be stored. */
  readonly hasDisk: boolean;
}

const QUESTION: TextQuestion = { title: 'Open Goroutine Dump or Panic', ...GOROUTINE_FILES };

let panel: GoroutinesPanel | undefined;

/**
 * Shows the goroutines in a text: the selection of the editor or of the terminal, or a text that the user chooses.
 * Throws PreconditionError, EngineError, or a system error.
 */
export async function openGoroutines(parts: GoroutineParts, from?: 'editor' | 'terminal'): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const text = from === 'terminal' ? await textOfTerminal() : from && editor ? textOfEditor(editor) : await pickText(QUESTION);
  if (text) await showGoroutines(text, parts);
}

/** Shows the goroutines in a text. Throws PreconditionError if it has none, or EngineError. */
export async function showGoroutines(named: GoroutinesText, parts: GoroutineParts): Promise<void> {
  panelOf(parts).show(await readText(named, parts.engine));
}

/** Asks for two dumps, and shows how they differ. Throws like openGoroutines. */
export async function compareGoroutines(parts: GoroutineParts): Promise<void> {
  const { askComparison } = await import('./compareGoroutines');
  const compared = await askComparison(parts.engine);
  if (compared) panelOf(parts).show(compared);
}

/** The one panel of goroutines. */
export function panelOf(parts: GoroutineParts): GoroutinesPanel {
  const { engine, sources, extensionUri, output, hasDisk } = parts;
  const comparison = () => import('./compareGoroutines');
  panel ??= new GoroutinesPanel({
    engine,
    sources,
    extensionUri,
    openOther: () => openGoroutines(parts),
    ...(hasDisk && { showOnLines: (read: ReadGoroutines, dump: number | undefined) => showOnLines(read, dump, parts) }),
    compareWith: async (read, dump) => (await comparison()).comparedWithEarlier(read, dump, engine),
    endComparison: async (read) => (await comparison()).withoutComparison(read, engine),
    showFailure: (error) => reportFailure(error, output),
  });
  return panel;
}

/** Makes a capture of the goroutines, so that the lines of the code have their numbers. Throws EngineError. */
async function showOnLines(
  { captureTitle, id, texts }: ReadGoroutines,
  dump: number | undefined,
  { engine, captures }: GoroutineParts,
): Promise<void> {
  const profile = await engine.ask('goroutineProfile', { id, texts, dump });
  await captures.drafts.keep(async (inProgress) => {
    await inProgress.take({ label: 'goroutine', fileName: 'profile.pprof' }, profile);
    return { title: captureTitle, results: [], sources: new Map() };
  });
  await vscode.commands.executeCommand('linecost.goToHottestLine', 'workspace');
}
