import * as vscode from 'vscode';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import type { Sources } from '../../documents/sources';
import type { QueryEngine } from '../../engine/client';
import { type GoroutineText, GoroutinesPanel } from '../../pages/goroutines/goroutinesPanel';
import { reportFailure } from '../../ui/failureMessage';
import type { Output } from '../../ui/output';
import { PreconditionError } from '../../ui/preconditionError';
import { withLateProgress } from '../../ui/progress';
import type { NamedText } from '../texts/namedText';
import { pickText, textOfEditor } from '../texts/pickText';
import { textOfTerminal } from '../texts/terminalText';
import { bytesOf } from '../texts/textBytes';

/** A text with goroutines. */
interface GoroutinesText extends NamedText {
  /** What a capture of its goroutines is called; unset: its origin and that it has goroutines. */
  readonly captureTitle?: string;
}

export interface GoroutineParts {
  readonly engine: QueryEngine;
  readonly captures: LoadedCaptures;
  readonly sources: Sources;
  readonly output: Output;
  readonly extensionUri: vscode.Uri;
  /** Whether captures can be stored. */
  readonly hasDisk: boolean;
}

const QUESTION = {
  title: 'Open Goroutine Dump or Panic',
  file: 'a log, or what a service answered',
  part: 'the part with the goroutines',
};

let panel: GoroutinesPanel | undefined;
let lastText = 0;
const NEVER = new AbortController().signal;

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
  const { origin, content, captureTitle = `${origin} goroutines` } = named;
  if (content.length === 0) throw new PreconditionError(`${origin} is empty: copy or select what Go printed first.`);
  const text: GoroutineText = await withLateProgress(`Reading ${origin}`, NEVER, async (signal) => {
    const bytes = { text: ++lastText, bytes: await bytesOf(content) };
    return { origin, captureTitle, ...bytes, ...(await parts.engine.ask('readGoroutines', bytes, signal)) };
  });
  if (text.summary.dumpCount === 0) {
    throw new PreconditionError(
      `${origin} has no goroutines: Linecost reads panics, fatal errors, race reports, and goroutine profiles as text (debug=1, debug=2).`,
    );
  }
  panelOf(parts).show(text);
}

function panelOf(parts: GoroutineParts): GoroutinesPanel {
  const { engine, sources, extensionUri, output, hasDisk } = parts;
  panel ??= new GoroutinesPanel({
    engine,
    sources,
    extensionUri,
    openOther: () => openGoroutines(parts),
    ...(hasDisk && { showOnLines: (text: GoroutineText, dump: number | undefined) => showOnLines(text, dump, parts) }),
    showFailure: (error) => reportFailure(error, output),
  });
  return panel;
}

/** The goroutines in a text as a profile. Throws EngineError. */
export async function profileOfGoroutines(content: string, engine: QueryEngine): Promise<Uint8Array> {
  return engine.ask('goroutineProfile', { text: ++lastText, bytes: await bytesOf(content), dump: undefined });
}

/** Makes a capture of the goroutines, so that the lines of the code have their numbers. Throws EngineError. */
async function showOnLines(
  { captureTitle, text, bytes }: GoroutineText,
  dump: number | undefined,
  { engine, captures }: GoroutineParts,
): Promise<void> {
  const profile = await engine.ask('goroutineProfile', { text, bytes, dump });
  await captures.drafts.keep(async (inProgress) => {
    await inProgress.take({ label: 'goroutine', fileName: 'profile.pprof' }, profile);
    return { title: captureTitle, results: [], sources: new Map() };
  });
  await vscode.commands.executeCommand('linecost.goToHottestLine', 'workspace');
}
