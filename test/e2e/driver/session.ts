import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repoRoot } from '../../host/paths.mjs';
import { fewBuiltInExtensions, installedExtension, serve } from '../../host/serve.mjs';
import { launchEditorBrowser, newPage } from './browser';
import { watchForFailure } from './failure';
import { themeSettings } from './settings';
import type { ThemeKind } from './settings';
import { VsCode } from './vsCode';

export interface SessionOptions {
  /** A folder of test/workspaces, or an absolute path. It is copied, so that a test may change the copy. */
  readonly workspace: string;
  /** A file of the workspace to open at the start. */
  readonly file?: string;
  /** A `.code-workspace` file of the workspace to open instead of the folder. */
  readonly codeWorkspace?: string;
  /** Adds files to the copy of the workspace before VS Code starts, because VS Code may miss files added later. */
  readonly prepare?: (workspace: string) => Promise<unknown>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly theme?: ThemeKind;
  /** Turns workspace trust on, so VS Code starts in restricted mode, with an untrusted workspace. Default: off. */
  readonly trust?: boolean;
  /** More environment variables for VS Code and the go commands that Linecost runs. */
  readonly env?: Readonly<Record<string, string>>;
  /** The texts of one more extension, by path. */
  readonly extension?: Readonly<Record<string, string>>;
}

export interface Session {
  readonly code: VsCode;
  /** The copy of the workspace. */
  readonly workspace: string;
  /** The folder of VS Code's data, with `user-data/User/settings.json` and `user-data/logs`. */
  readonly home: string;
  stop(): Promise<void>;
}

/** The style with a column for flat and a column for cum. */
const BOTH_COLUMNS = { 'linecost.columns.style': 'columns' };

/** Each blink of the cursor draws the window. An editor that takes the focus late would close an open list. */
const STEADY = { 'editor.cursorBlinking': 'solid', 'workbench.quickOpen.closeOnFocusLost': false };

/** Scenes with rounds of their own set it. */
const ONE_ROUND = { 'linecost.profile.samples': 0 };

/** Go must not download modules or toolchains; the workspaces need none. */
const GO_OFFLINE = { GOPROXY: 'off', GOTOOLCHAIN: 'local' };

/** Starts a new VS Code with the packaged Linecost in a new browser, and opens a copy of a workspace in it. */
export async function startSession(options: SessionOptions): Promise<Session> {
  const extensions = await installedExtension();
  const scratch = await realpath(await mkdtemp(path.join(tmpdir(), 'linecost-e2e-')));
  const cleanups: (() => Promise<unknown>)[] = [() => rm(scratch, { recursive: true, force: true, maxRetries: 5 })];
  const stop = async (): Promise<void> => {
    for (const cleanUp of cleanups.splice(0).reverse()) {
      await cleanUp();
    }
  };
  try {
    const home = path.join(scratch, 'vscode');
    const builtIn = await withExtension(await fewBuiltInExtensions(), options.extension, path.join(scratch, 'builtIn'));
    const workspace = await copyWorkspace(options.workspace, scratch);
    await options.prepare?.(workspace);
    const theme = themeSettings(options.theme ?? 'dark');
    const settings = { ...theme, ...BOTH_COLUMNS, ...STEADY, ...ONE_ROUND, ...readOnlyGo(), ...options.settings };
    const env = { ...GO_OFFLINE, ...options.env };
    const server = await serve({ home, extensions, builtIn, settings, trust: options.trust, env });
    cleanups.push(() => server.kill());
    const browser = await launchEditorBrowser();
    cleanups.push(() => browser.close());
    const code = new VsCode(await newPage(browser), home);
    cleanups.push(watchForFailure(code));
    await code.load(address(server.url, workspace, options), options.file);
    return { code, workspace, home, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The folder of VS Code's own extensions, or `to`, with links to them and one more. */
async function withExtension(builtIn: string, extension: SessionOptions['extension'], to: string): Promise<string> {
  if (!extension) return builtIn;
  await mkdir(path.join(to, 'more'), { recursive: true });
  for (const name of await readdir(builtIn)) await symlink(path.join(builtIn, name), path.join(to, name), 'junction');
  for (const [file, text] of Object.entries(extension)) await writeFile(path.join(to, 'more', file), text);
  return to;
}

/** Makes the files of this machine's Go read-only in VS Code, because tests open them. */
function readOnlyGo(): Record<string, unknown> {
  const [goroot, modules] = execFileSync('go', ['env', 'GOROOT', 'GOMODCACHE'], { encoding: 'utf8' }).trim().split('\n');
  return { 'files.readonlyInclude': { [`${goroot}/**`]: true, [`${modules}/**`]: true } };
}

async function copyWorkspace(name: string, scratch: string): Promise<string> {
  const from = path.isAbsolute(name) ? name : path.join(repoRoot, 'test', 'workspaces', name);
  const to = path.join(scratch, path.basename(from));
  await cp(from, to, { recursive: true });
  return to;
}

function address(url: string, workspace: string, { codeWorkspace, file }: SessionOptions): string {
  const { host } = new URL(url);
  const query = new URLSearchParams();
  query.set(...workspaceParameter(workspace, codeWorkspace));
  if (file) {
    const uri = `vscode-remote://${host}${toUrlPath(path.join(workspace, file))}`;
    query.set('payload', JSON.stringify([['openFile', uri]]));
  }
  return `${url}/?${query.toString()}`;
}

function workspaceParameter(workspace: string, codeWorkspace: string | undefined): [name: string, value: string] {
  return codeWorkspace
    ? ['workspace', toUrlPath(path.join(workspace, codeWorkspace))]
    : ['folder', toUrlPath(workspace)];
}

function toUrlPath(file: string): string {
  const url = file.split(path.sep).join('/');
  return url.startsWith('/') ? url : `/${url}`;
}
