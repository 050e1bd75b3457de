import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { encodeProfile } from '../../../src/profile/wire/encode';
import type { FlameWindow } from '../../../src/profile/answers/flame';
import type { HostMessage } from '../../../src/pages/protocol/pageProtocol';
import type { PROFILE_PAGE } from '../../../src/pages/protocol/profilePage';
import { asked } from '../../shared/pageMessages';
import { profileOfStacks } from '../../shared/stacks';
import { activateExtension } from '../shared/activateExtension';
import { longestTask as longest } from '../shared/longestTask';
import { FakeDocument, FakeEditor } from '../../shared/fakeEditors';
import { FakeEmitter, FakeUri, type FakeVscode, NEVER_CANCELLED } from '../../shared/fakeVscode';

/**
 * longest.cjs DIST FOLDER PROFILE: runs the extension's host in this process, and prints the longest time that its
 * thread was blocked, in milliseconds: while the profile loads, while its flame graph is zoomed, and while a file of
 * 20,000 lines, each with a cost, is shown, scrolled, typed in and formatted.
 */
const [dist, folder, profilePath] = process.argv.slice(2) as [string, string, string];
const LINES = 20_000;
const ZOOMS = 20;
const KEYS = 10;
const TIMEOUT_MS = 10_000;

void main();

async function main(): Promise<void> {
  const workspace = path.join(folder, 'workspace');
  await mkdir(workspace, { recursive: true });
  // First, so that its garbage is collected before anything is measured.
  const longFile = await writeLongFile(workspace);
  const { vscode, deactivate } = activateExtension({ dist, workspace, storage: path.join(folder, 'storage') });
  // Waits for the work that activation postponed.
  await pause(200);
  const idle = await longest(() => pause(1000));
  const page = new FakePanel();
  const load = await longest(async () => {
    await open(vscode, profilePath, page);
    await page.shown();
  });
  const zoom = await longest(() => zoomAround(page));
  const annotated = await annotate(vscode, longFile);
  deactivate();
  console.log(JSON.stringify({ idle, load, zoom, ...annotated, errors: vscode.errors }));
  process.exit(0);
}

type Sent = HostMessage<typeof PROFILE_PAGE>;

/** A webview panel that serializes messages, as VS Code does to send them to another process. */
class FakePanel {
  readonly active = true;
  readonly visible = true;
  readonly viewColumn = 1;
  readonly onDidChangeViewState = new FakeEmitter<object>().event;
  readonly onDidDispose = new FakeEmitter<void>().event;
  private readonly received = new FakeEmitter<unknown>();
  private onMessage: (message: Sent) => void = () => undefined;

  readonly webview = {
    cspSource: 'page:',
    options: {},
    html: '',
    asWebviewUri: (uri: FakeUri) => uri,
    onDidReceiveMessage: this.received.event,
    postMessage: async (message: Sent) => {
      serialize(message);
      this.onMessage(message);
    },
  };

  ask(message: object): Promise<Sent> {
    return new Promise((resolve) => {
      this.onMessage = resolve;
      this.received.fire(message);
    });
  }

  /** Waits until the panel has a profile and returns its id. */
  async shown(): Promise<number> {
    while (this.webview.html === '') await pause(1);
    for (;;) {
      const state = await this.ask({ kind: 'ready' });
      if (state.kind === 'state' && state.state.profile) return state.state.profile.id;
      // The host answers at once; it needs time to read the file.
      await pause(5);
    }
  }
}

async function open(vscode: FakeVscode, file: string, panel: FakePanel): Promise<void> {
  const provider = vscode.customEditors.get('linecost.profile')!;
  const document = await provider.openCustomDocument(FakeUri.file(file), {}, NEVER_CANCELLED);
  provider.resolveCustomEditor(document, panel);
}

async function zoomAround(panel: FakePanel): Promise<void> {
  const id = await panel.shown();
  let root = 0;
  for (let request = 1; request <= ZOOMS; request++) {
    const view = { root, restFrom: 0, width: 1400, minWidth: 2.5, maxFrames: 2000, search: '' };
    const answer = await panel.ask(asked('flame', view, id, request));
    if (answer.kind !== 'reply' || 'error' in answer) throw new Error(`no window: ${JSON.stringify(answer)}`);
    const window = answer.ok as FlameWindow;
    root = window.rest[request] === 0 ? (window.id[request] ?? 0) : 0;
  }
}

interface LongFile {
  readonly source: string;
  readonly profile: string;
}

/** A file of many lines, and a profile in which each line has a cost. */
async function writeLongFile(workspace: string): Promise<LongFile> {
  const source = path.join(workspace, 'long.go');
  const lines = Array.from({ length: LINES }, (_, line) => `\tsum += weigh(${line})`);
  await writeFile(source, lines.join('\n'));
  const profile = path.join(workspace, 'long.pb.gz');
  await writeFile(profile, gzipSync(encodeProfile(longProfile(source))));
  return { source, profile };
}

async function annotate(vscode: FakeVscode, { source, profile }: LongFile): Promise<Record<string, number>> {
  const lines = (await readFile(source, 'utf8')).split('\n');
  const document = new FakeDocument(FakeUri.file(source), lines);
  const editor = new FakeEditor(document);
  vscode.show(editor);
  const show = await longest(async () => {
    await open(vscode, profile, new FakePanel());
    await untilAllDrawn(editor);
  });
  const scroll = await longest(async () => {
    for (let line = 0; line < LINES; line += LINES / KEYS) {
      vscode.scroll(editor, Math.floor(line));
      await pause(30);
    }
    vscode.scroll(editor, LINES / 2 - 10);
  });
  const edit = (change: (line: number) => void) => longest(() => editOften(editor, change));
  const type = await edit((line) => vscode.type(document, line, `${document.lines[line]!}x`));
  const newline = await edit((line) => vscode.enter(document, line));
  const replace = await edit((line) => vscode.type(document, line, `${document.lines[line]!}\n`));
  return { show, scroll, type, newline, replace };
}

/** Waits until every line has a decoration in front of it, and some of the decorations have figures. */
async function untilAllDrawn(editor: FakeEditor): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += 10) {
    await pause(10);
    if (editor.decorationCount === editor.document.lineCount && editor.hasFigures) return;
  }
  throw new Error(`${editor.decorationCount} of ${editor.document.lineCount} lines were annotated`);
}

async function editOften(editor: FakeEditor, change: (line: number) => void): Promise<void> {
  for (let key = 0; key < KEYS; key++) {
    change(Math.floor(LINES / 2));
    await pause(30);
  }
  await untilAllDrawn(editor);
}

function longProfile(file: string) {
  const types = [{ type: 'cpu', unit: 'nanoseconds' }];
  const stacks = Array.from({ length: LINES }, (_, i) => {
    return { frames: [{ name: 'main.main', file, line: i + 1, inlined: false }], values: [1 + (i % 97)] };
  });
  return profileOfStacks(stacks, types);
}
