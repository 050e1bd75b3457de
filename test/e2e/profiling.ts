import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';
import { type Editor, type Session, type SessionOptions, startSession, until, type VsCode } from './driver/index';

/** A run of a few kinds on a busy machine. */
export const RUN_MS = 120_000;

export interface Scene extends Omit<SessionOptions, 'workspace'> {
  /** Folders of test/workspaces, by the path under which they stand in the workspace. */
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
  const editor = await session.code.open(path.join(session.workspace, file), line);
  await editor.clickLens(line, title);
  return editor;
}

/** Waits until a run's progress was shown and is gone. */
export async function untilRunEnds({ notifications }: VsCode, name: string): Promise<void> {
  await notifications.untilShown(`Profiling ${name}`);
  await notifications.untilGone(`Profiling ${name}`, RUN_MS);
}

/** Waits until a function's profile is the active one; a message that says why it is not ends the wait. */
export async function untilProfiled({ notifications, statusBar }: VsCode, name: string): Promise<void> {
  const old = await notifications.texts();
  const said = await until(`a profile of ${name}`, async () => {
    if (await statusBar.item(name).isVisible()) return 'done';
    return (await notifications.texts()).find((text) => !text.startsWith('Profiling ') && !old.includes(text));
  }, RUN_MS);
  if (said !== 'done') throw new Error(`${name} was not profiled: ${said}`);
}

/** @returns the commands that the last run of a function was made of, as the output channel shows them */
export async function commandsOf(code: VsCode, name: string): Promise<string[]> {
  return (await outputOf(code, name)).split('\n').filter((line) => line.startsWith('$ '));
}

/** @returns what the output channel says of the last run of a function, once it says something */
export function outputOf(code: VsCode, name: string): Promise<string> {
  return until(`output of ${name}`, async () => {
    const text = await code.output.wholeText('Linecost');
    const start = text.lastIndexOf(`\n${name}\n`);
    return start >= 0 && text.slice(start);
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
  await writeFile(file, JSON.stringify({ ...settings, 'window.title': title }, null, 2));
  await code.until('the settings of the workspace', async () => (await code.page.title()) === title);
}
