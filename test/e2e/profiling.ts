import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CaptureRecord } from '../../src/captures/disk/captureStore';
import { repoRoot } from '../host/paths.mjs';
import { type Editor, type Session, type SessionOptions, startSession, until, type VsCode } from './driver/index';

/** Time limit for profiling a few kinds on a busy machine, in milliseconds. */
export const RUN_MS = 240_000;

export interface Scene extends Omit<SessionOptions, 'workspace'> {
  /** Folders of test/workspaces to copy, by the path of the copy in the workspace. */
  readonly copies?: Readonly<Record<string, string>>;
  /** The texts of more files, by path. A file that starts with `#!` is executable. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Starts a session on a workspace that consists of copied folders and texts. */
export async function startScene({ copies = {}, files = {}, ...options }: Scene): Promise<Session> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-scene-'));
  try {
    for (const [to, name] of Object.entries(copies)) {
      await cp(path.join(repoRoot, 'test', 'workspaces', name), path.join(folder, to), { recursive: true });
    }
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(folder, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
    }
    return await startSession({ ...options, workspace: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the first line (1-based) of a workspace file that contains a text */
export async function lineOf({ workspace }: Session, file: string, text: string): Promise<number> {
  const lines = (await readFile(path.join(workspace, file), 'utf8')).split('\n');
  const index = lines.findIndex((line) => line.includes(text));
  if (index < 0) {
    throw new Error(`${file} does not contain ${text}`);
  }
  return index + 1;
}

/** Opens the file of a benchmark, clicks one of its lenses, and waits until VS Code reacts. */
export async function clickLens(
  session: Session,
  file: string,
  name: string,
  title: RegExp = /profile(?! (this|these) case)/,
): Promise<Editor> {
  const line = await lineOf(session, file, `func ${name}(`);
  const { code, workspace } = session;
  const editor = await code.open(path.join(workspace, file), line);
  const { notifications, quickInput } = code;
  // The list in which the file was found may still be closing. A list that opens after the click is an answer.
  await code.until('no open list', async () => !(await quickInput.widget.isVisible()));
  const old = new Set(await notifications.texts());
  const headings = await headingsOf(code, name);
  expectedRuns.set(code, (expectedRuns.get(code) ?? new Map()).set(name, headings + 1));
  // Messages of runs of other functions are ignored.
  const isOfOtherRun = (text: string) => /^(Profiling|The costs of) /.test(text) && !text.startsWith(`Profiling ${name}`);
  const isAnswer = (text: string) => !old.has(text) && !isOfOtherRun(text);
  const isAnswered = async () => {
    if ((await quickInput.widget.isVisible()) || (await notifications.texts()).some(isAnswer)) return true;
    return (await headingsOf(code, name)) > headings;
  };
  let hasClicked = false;
  // A lens that is redrawn under the pointer ignores clicks. Another click after a slow answer would start another run.
  await code.until(`an answer to the lens ${title} of ${name}`, async () => {
    if (hasClicked && (await isAnswered())) return true;
    // A click may have met the lens of the hottest line, which opens another file, while lenses moved.
    if (hasClicked) await code.open(path.join(workspace, file), line);
    await editor.clickLens(line, title);
    hasClicked = true;
    return until('an answer', isAnswered, 15_000);
  });
  return editor;
}

/** For each function, the number of runs that the output channel has once the last clicked run has started. */
const expectedRuns = new WeakMap<VsCode, Map<string, number>>();

/** Returns the number of runs of a function in the output channel. */
async function headingsOf(code: VsCode, name: string): Promise<number> {
  return countIn(await code.output.wholeText('Linecost'), heading(name));
}

function countIn(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Each run has this heading above its first command. The name alone is not enough: `go test -v` prints it, too. */
function heading(name: string): string {
  return `\n${name}\n$ `;
}

/**
 * Matches messages of a run that is in progress or has succeeded. "A measurement is already running" is the answer to
 * a second click, if the answer to the first click was slow.
 */
const NO_FAILURE = /^(Profiling|Reading|The costs of|The source changed while) |^A measurement is already running| cases in one profile,/;

/** The ids of captures that a test has already waited for. */
const awaited = new WeakMap<VsCode, Set<string>>();

/**
 * Does what ends with a shown capture, and waits until VS Code has led to its hottest line, which may be in any file if
 * the samples are few. Before that, a file that a test opens may be left again.
 * @param file is opened at line 1, where no capture has its hottest line
 */
export async function untilLed(code: VsCode, file: string, capture: () => Promise<void>): Promise<void> {
  await code.open(file, 1);
  await capture();
  await code.until('the hottest line', async () => {
    const cursor = await code.editor().cursor();
    return cursor !== undefined && !cursor.startsWith('Ln 1,');
  });
}

/**
 * Waits until another capture of a function is complete and active.
 * @returns the capture's id
 * @throws if a message says that profiling failed
 */
export async function untilProfiled(code: VsCode, name: string): Promise<string> {
  const { home, notifications, statusBar } = code;
  const known = awaited.get(code) ?? new Set();
  awaited.set(code, known);
  const old = await notifications.texts();
  const capture = await code.until(`a profile of ${name}`, async () => {
    const id = (await capturesOf(home, name)).filter((stored) => !known.has(stored)).at(-1);
    if (id !== undefined) return id;
    const failure = (await notifications.texts()).find((text) => !old.includes(text) && !NO_FAILURE.test(text));
    return failure !== undefined && new Error(`${name} was not profiled: ${failure}`);
  }, RUN_MS);
  if (capture instanceof Error) throw capture;
  known.add(capture);
  await notifications.untilGone(`Profiling ${name}`);
  await statusBar.untilShown(name);
  return capture;
}

/** @returns the ids of a function's stored captures, oldest first */
async function capturesOf(home: string, name: string): Promise<string[]> {
  const storage = path.join(home, 'user-data', 'User');
  const files = await readdir(storage, { recursive: true }).catch(() => []);
  const recordFiles = files.filter((file) => /[\\/]runs[\\/][^.\\/][^\\/]*[\\/]run\.json$/.test(file)).sort();
  const records = recordFiles.map(async (file) => {
    return JSON.parse(await readFile(path.join(storage, file), 'utf8')) as CaptureRecord;
  });
  return (await Promise.all(records)).filter(({ title }) => title === name).map(({ id }) => id);
}

/** @returns the path of a capture's stored profile of a kind, for `go tool pprof` */
export async function storedProfile({ home }: VsCode, capture: string, kind: string): Promise<string> {
  const storage = path.join(home, 'user-data', 'User');
  const files = await readdir(storage, { recursive: true });
  const isProfile = (file: string) => path.basename(path.dirname(file)) === capture && path.basename(file).startsWith(`${kind}.`);
  const file = files.find(isProfile);
  if (file === undefined) throw new Error(`There is no ${kind} profile of ${capture}`);
  return path.join(storage, file);
}

/** @returns the files of all stored captures, including a capture in progress */
export async function captureFiles({ home }: VsCode): Promise<string[]> {
  const files = await readdir(path.join(home, 'user-data', 'User'), { recursive: true }).catch(() => []);
  return files.filter((file) => /[\\/]runs[\\/][^\\/]+[\\/]/.test(file)).sort();
}

/** @returns the names of Linecost's remaining temporary folders */
export async function leftoverFolders(code: VsCode): Promise<string[]> {
  const [, folder, prefix] = /-o (\S*[\\/])(linecost-[0-9a-f]{8}-\d+-)/.exec(await code.output.wholeText('Linecost'))!;
  return (await readdir(folder)).filter((name) => name.startsWith(prefix));
}

/** @returns the commands of the last run of a function in the output channel, each with `$ ` before it */
export async function commandsOf(code: VsCode, name: string): Promise<string[]> {
  return (await outputOf(code, name)).split('\n').filter((line) => line.startsWith('$ '));
}

/** Matches the end of go test's output. */
const DONE = /^(PASS|FAIL|ok\s)/m;

/** Waits until the last command of the last run of a function has printed `ending`. @returns the run's output */
export function outputOf(code: VsCode, name: string, ending: RegExp | string = DONE): Promise<string> {
  return until(`output of ${name}`, async () => {
    const allRuns = await code.output.wholeText('Linecost');
    // VS Code writes the log file late, so its last run may be the previous one.
    if (countIn(allRuns, heading(name)) < (expectedRuns.get(code)?.get(name) ?? 1)) return false;
    const start = allRuns.lastIndexOf(heading(name));
    const text = allRuns.slice(start);
    const last = text.slice(text.lastIndexOf('\n$ '));
    return start >= 0 && (typeof ending === 'string' ? last.includes(ending) : ending.test(last)) && text;
  });
}

/** Replaces the settings of the workspace and waits until they are in effect. */
export async function useWorkspaceSettings(
  { code, workspace }: Session,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const title = `settings ${randomUUID()}`;
  const file = path.join(workspace, '.vscode', 'settings.json');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...settings, 'window.title': `${title}\${separator}Linecost` }, null, 2));
  await code.until('the settings of the workspace', async () => (await code.page.title()).startsWith(title));
}
