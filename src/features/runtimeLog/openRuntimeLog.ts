import * as vscode from 'vscode';
import type { Engine } from '../../engine/client';
import { type RuntimeLogText, RuntimeLogPanel } from '../../pages/runtimeLog/runtimeLogPanel';
import { reportFailure } from '../../ui/failureMessage';
import { inBackground } from '../../ui/inBackground';
import type { Output } from '../../ui/output';
import { PreconditionError } from '../../ui/preconditionError';
import { withLateProgress } from '../../ui/progress';
import type { NamedText } from '../texts/namedText';
import { pickText, type TextChoice, textOfEditor } from '../texts/pickText';
import { textOfTerminal } from '../texts/terminalText';
import { bytesOf } from '../texts/textBytes';

export interface RuntimeLogParts {
  readonly engine: Engine;
  readonly output: Output;
  readonly extensionUri: vscode.Uri;
}

const QUESTION = {
  title: 'Open GC and Scheduler Log',
  file: 'a log with lines of gctrace or schedtrace',
  part: 'the part with the lines of the runtime',
};
/** How often a text that grows is read, in milliseconds; less often if reading takes long. */
const FOLLOW_MS = 1000;
const READING_SHARE = 20;
/** How much of a file is looked at for bytes that no text has. */
const LOOKED_AT = 8192;

let panel: RuntimeLogPanel | undefined;
let lastText = 0;
const NEVER = new AbortController().signal;

/**
 * Shows the lines of the garbage collector and of the scheduler in a text: the selection of the editor or of the
 * terminal, or a text that the user chooses. Throws PreconditionError if there are none.
 * @param others texts of which the user may choose, besides those of the editor, the terminal and files
 */
export async function openRuntimeLog(
  parts: RuntimeLogParts,
  from?: 'editor' | 'terminal',
  others: readonly TextChoice[] = [],
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const text = from === 'terminal'
    ? await textOfTerminal()
    : from && editor ? textOfEditor(editor) : await pickText({ ...QUESTION, others });
  if (text) await show(text, parts);
}

async function show(named: NamedText, parts: RuntimeLogParts): Promise<void> {
  const text = await read(named, parts);
  const { collections, states } = text.summary;
  if (collections + states === 0) {
    throw new PreconditionError(
      `${named.origin} has no lines of the garbage collector or the scheduler: run the program with GODEBUG=gctrace=1,schedtrace=1000, which prints them to its error output.`,
    );
  }
  panelOf(parts).show(text, named.again && (async () => show(await named.again!(), parts)));
  if (named.grownUntil) inBackground(follow(named, text, parts));
}

/** Shows more of a text as it grows, until it is complete, or the panel shows another one. */
async function follow({ again, grownUntil, content }: NamedText, first: RuntimeLogText, parts: RuntimeLogParts) {
  let [last, length, wait, isComplete] = [first, content.length, FOLLOW_MS, false];
  const complete = grownUntil!.then(() => (isComplete = true));
  while (!isComplete) {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, wait)), complete]);
    if (!panel?.isShowing(last)) return;
    const started = performance.now();
    const named = await again!();
    // After Detach, it is empty.
    if (named.content.length <= length) continue;
    length = named.content.length;
    const text = await read(named, parts);
    // Meanwhile, the user may have closed the panel.
    if (!panel.isShowing(last)) return;
    panel.update(text);
    last = text;
    wait = Math.max(FOLLOW_MS, READING_SHARE * (performance.now() - started));
  }
}

async function read({ origin, content, place }: NamedText, { engine }: RuntimeLogParts): Promise<RuntimeLogText> {
  if (content.length === 0) throw new PreconditionError(`${origin} is empty: copy or select what Go printed first.`);
  if (typeof content !== 'string' && isBinary(content)) {
    throw new PreconditionError(`${origin} is not a text: open the log that has the lines of the runtime.`);
  }
  return withLateProgress(`Reading ${origin}`, NEVER, async (signal) => {
    const bytes = { text: ++lastText, bytes: await bytesOf(content) };
    return { origin, place, ...bytes, summary: await engine.ask('readRuntimeLog', bytes, signal) };
  });
}

/** Whether a file has bytes that no text in UTF-8, or UTF-16 with a byte order mark, has at its start. */
function isBinary(bytes: Uint8Array): boolean {
  const [a, b] = bytes;
  const isUtf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  return !isUtf16 && bytes.subarray(0, LOOKED_AT).includes(0);
}

function panelOf({ engine, extensionUri, output }: RuntimeLogParts): RuntimeLogPanel {
  panel ??= new RuntimeLogPanel({
    engine,
    extensionUri,
    openOther: async () => vscode.commands.executeCommand('linecost.openRuntimeLog'),
    showFailure: (error) => reportFailure(error, output),
  });
  return panel;
}
