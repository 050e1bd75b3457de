import { posix, win32 } from 'node:path';

export interface BinarySearch {
  /** The user's setting, already expanded: a path or a name; undefined if unset. */
  readonly configured?: string;
  /** GOROOT from the settings, else from the environment; empty if neither is set. */
  readonly goroots: readonly string[];
  /** The value of PATH. */
  readonly searchPath: string;
  readonly workspaceFolder: string;
  readonly homeDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly isExecutable: (path: string) => boolean;
}

/**
 * The absolute path of the go command; if it is not found, the name to show in the error message. Looks in GOROOT, then
 * on PATH, then where installers put Go. Looks up a configured name only on PATH and then in GOROOT; a configured path
 * may be relative to the workspace folder.
 */
export function findGoBinary(search: BinarySearch): string {
  const { configured, platform } = search;
  if (configured !== undefined) return findConfigured(configured, search) ?? configured;
  const candidates = [...inGoroots(search), ...onPath('go', search), ...inInstallFolders(search)];
  return candidates.find(search.isExecutable) ?? `go${exeSuffix(platform)}`;
}

function findConfigured(configured: string, search: BinarySearch): string | undefined {
  const { workspaceFolder, platform } = search;
  const path = pathOf(platform);
  const isName = !configured.includes('/') && !(platform === 'win32' && configured.includes('\\'));
  const candidates = isName
    ? [...onPath(configured, search), ...inGoroots(search, configured)]
    : [path.resolve(workspaceFolder, configured)];
  return candidates.flatMap((candidate) => withExtension(candidate, platform)).find(search.isExecutable);
}

function inGoroots({ goroots, platform }: BinarySearch, name = `go${exeSuffix(platform)}`): string[] {
  return goroots.map((goroot) => pathOf(platform).join(goroot, 'bin', name));
}

function onPath(name: string, { searchPath, platform }: BinarySearch): string[] {
  const path = pathOf(platform);
  const folders = searchPath.split(path.delimiter).map((folder) => folder.replace(/^"(.*)"$/, '$1'));
  // A relative entry would depend on the working folder of the extension host.
  const absolute = folders.filter((folder) => path.isAbsolute(folder));
  return absolute.flatMap((folder) => withExtension(path.join(folder, name), platform));
}

function inInstallFolders({ platform, homeDir, env }: BinarySearch): string[] {
  const path = pathOf(platform);
  const home = path.join(homeDir, 'go', 'bin', `go${exeSuffix(platform)}`);
  if (platform !== 'win32') {
    const folders = ['/usr/local/go/bin', '/opt/homebrew/bin', '/usr/local/bin', '/usr/lib/go/bin', '/snap/bin'];
    return [...folders.map((folder) => `${folder}/go`), path.join(homeDir, '.local', 'go', 'bin', 'go'), home];
  }
  const folders = [env.ProgramFiles ?? 'C:\\Program Files', 'C:\\Program Files (x86)', env.LOCALAPPDATA, 'C:\\'];
  const roots = folders.flatMap((folder) => (folder === undefined ? [] : [folder, path.join(folder, 'Programs')]));
  return [...roots.map((root) => path.join(root, 'Go', 'bin', 'go.exe')), home];
}

function withExtension(path: string, platform: NodeJS.Platform): string[] {
  return platform === 'win32' && !/\.\w+$/.test(path) ? [`${path}.exe`, path] : [path];
}

function exeSuffix(platform: NodeJS.Platform): string {
  return platform === 'win32' ? '.exe' : '';
}

function pathOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
