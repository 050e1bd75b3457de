import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CaptureRecord } from '../../src/bench/captures/captureStore';
import { repoRoot } from '../host/paths.mjs';
import { type Editor, type Session, type SessionOptions, startSession, until, type VsCode } from './driver/index';

/** Time limit for a run of a few kinds, on a busy machine. */
export const RUN_MS = 240_000;

export interface Scene extends Omit<SessionOptions, 'workspace'> {
  /** Folders of test/workspaces, by their path in the workspace. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Texts of more files, by path; a script (`#!`) may be run. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A session on a workspace that is put together from others and from texts. */
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

/** @returns the 1-based line of a workspace file that is the first to hold a text */
export async function lineOf({ workspace }: Session, file: string, text: string): Promise<number> {
  const lines = (await readFile(path.join(workspace, file), 'utf8')).split('\n');
  const index = lines.findIndex((line) => line.includes(text));
  if (index < 0) {
    throw new Error(`${file} does not hold ${text}`);
  }
  return index + 1;
}

/** Opens the file of a benchmark and clicks one of its lenses. */
export async function clickLens(
  session: Session,
  file: string,
  name: string,
  title: RegExp = /profile this benchmark/,
): Promise<Editor> {
  const line = await lineOf(session, file, `func ${name}(`);
  const { code, workspace } = session;
  const editor = await code.open(path.join(workspace, file), line);
  const { notifications, quickInput } = code;
  const old = new Set(await notifications.texts());
  const headings = await headingsOf(code, name);
  clicked.set(code, (clicked.get(code) ?? new Map()).set(name, headings + 1));
  // Messages of another run are ignored.
  const isOfOther = (text: string) => /^(Profiling|The costs of) /.test(text) && !text.startsWith(`Profiling ${name}`);
  const isAnswer = (text: string) => !old.has(text) && !isOfOther(text);
  const isAnswered = async () => {
    if ((await quickInput.widget.isVisible()) || (await notifications.texts()).some(isAnswer)) return true;
    return (await headingsOf(code, name)) > headings;
  };
  let hasClicked = false;
  // A lens that is redrawn under the pointer ignores clicks; clicking again after a slow answer would start another.
  await code.until(`an answer to the lens ${title} of ${name}`, async () => {
    if (hasClicked && (await isAnswered())) return true;
    await editor.clickLens(line, title);
    hasClicked = true;
    return until('an answer', isAnswered, 15_000);
  });
  return editor;
}

/** By function: the number of runs in the output channel once the last clicked run has started. */
const clicked = new WeakMap<VsCode, Map<string, number>>();

/** The number of runs of a function in the output channel. */
async function headingsOf(code: VsCode, name: string): Promise<number> {
  return countIn(await code.output.wholeText('Linecost'), heading(name));
}

function countIn(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Each run has a heading above its first command; with -v, go test prints the bare name too. */
function heading(name: string): string {
  return `\n${name}\n$ `;
}

/**
 * Messages of a run that is in progress or has succeeded. The last one answers a second click, if the answer to the
 * first was slow.
 */
const NO_END = /^(Profiling|Reading|The costs of|The source changed while) |^A measurement is already running| cases in one profile,/;

/** Captures that a test has already waited for: an earlier capture of the same function does not count again. */
const awaited = new WeakMap<VsCode, Set<string>>();

/**
 * Waits until another run of a function has ended and its profile is active; a message that it failed ends the wait
 * with an error.
 * @returns the run's id
 */
export async function untilProfiled(code: VsCode, name: string): Promise<string> {
  const { home, notifications, statusBar } = code;
  const known = awaited.get(code) ?? new Set();
  awaited.set(code, known);
  const old = await notifications.texts();
  const run = await code.until(`a profile of ${name}`, async () => {
    const id = (await runsOf(home, name)).filter((each) => !known.has(each)).at(-1);
    if (id !== undefined) return id;
    const said = (await notifications.texts()).find((text) => !old.includes(text) && !NO_END.test(text));
    return said !== undefined && new Error(`${name} was not profiled: ${said}`);
  }, RUN_MS);
  if (run instanceof Error) throw run;
  known.add(run);
  await notifications.untilGone(`Profiling ${name}`);
  await statusBar.untilShown(name);
  return run;
}

/** @returns the ids of a function's stored captures, oldest first */
async function runsOf(home: string, name: string): Promise<string[]> {
  const kept = path.join(home, 'user-data', 'User');
  const files = await readdir(kept, { recursive: true }).catch(() => []);
  const found = files.filter((file) => /[\\/]runs[\\/][^.\\/][^\\/]*[\\/]run\.json$/.test(file)).sort();
  const runs = found.map(async (file) => JSON.parse(await readFile(path.join(kept, file), 'utf8')) as CaptureRecord);
  return (await Promise.all(runs)).filter(({ title }) => title === name).map(({ id }) => id);
}

/** @returns the path of a run's stored profile, for `go tool pprof` */
export async function keptProfile({ home }: VsCode, run: string, kind: string): Promise<string> {
  const kept = path.join(home, 'user-data', 'User');
  const files = await readdir(kept, { recursive: true });
  const found = files.find((file) => path.basename(path.dirname(file)) === run && path.basename(file).startsWith(`${kind}.`));
  if (found === undefined) throw new Error(`There is no ${kind} profile of ${run}`);
  return path.join(kept, found);
}

/** @returns stored files of captures, including one in progress */
export async function runFiles({ home }: VsCode): Promise<string[]> {
  const files = await readdir(path.join(home, 'user-data', 'User'), { recursive: true }).catch(() => []);
  return files.filter((file) => /[\\/]runs[\\/][^\\/]+[\\/]/.test(file)).sort();
}

/** @returns Linecost's remaining temporary folders */
export async function leftFolders(code: VsCode): Promise<string[]> {
  const [, folder, prefix] = /-o (\S*[\\/])(linecost-[0-9a-f]{8}-\d+-)/.exec(await code.output.wholeText('Linecost'))!;
  return (await readdir(folder)).filter((name) => name.startsWith(prefix));
}

/** @returns the commands of the last run of a function, as in the output channel */
export async function commandsOf(code: VsCode, name: string): Promise<string[]> {
  return (await outputOf(code, name)).split('\n').filter((line) => line.startsWith('$ '));
}

/** The end of go test's output. */
const DONE = /^(PASS|FAIL|ok\s)/m;

/** @returns the output of the last run of a function, once its last command has printed the end */
export function outputOf(code: VsCode, name: string, ending: RegExp | string = DONE): Promise<string> {
  return until(`output of ${name}`, async () => {
    const whole = await code.output.wholeText('Linecost');
    // VS Code writes the file late: it may still have the output of the run before.
    if (countIn(whole, heading(name)) < (clicked.get(code)?.get(name) ?? 1)) return false;
    const start = whole.lastIndexOf(heading(name));
    const text = whole.slice(start);
    const last = text.slice(text.lastIndexOf('\n$ '));
    return start >= 0 && (typeof ending === 'string' ? last.includes(ending) : ending.test(last)) && text;
  });
}

/** Replaces the workspace's own settings, and waits until VS Code has read them. */
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
