import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { LoadedProfile } from '../../captures/loadedCapture';
import type { QueryEngine } from '../../engine/client';
import { buildRevision } from '../../go/tool/buildRevision';
import { ignored } from '../../profile/common/ignored';
import { readProgram } from '../../sources/program/program';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';

/** What a profile itself says of the build. */
export interface BuildInProfile {
  /** A hash, of the program on this machine that has the profile's build id. */
  readonly commit?: string;
  /** The version of the module in the names of files: `v1.4.2`. */
  readonly version?: string;
  /** The folder of that module: absolute. */
  readonly moduleDir?: string;
  readonly isDirty: boolean;
}

/** `example.com/shop@v1.4.2/pay/pay.go`: the version, and the name in the module. */
const VERSIONED = /@(v\d[\w.+-]*)\/(.+)$/;

/**
 * Finds the build by what the profile itself says, for stores without a label that does: the version of a module that
 * `go install module@version` built, or the program with the same build id, if it is on this machine. undefined if
 * neither is known, or several builds are merged. Throws EngineError, or the signal's reason on abort.
 * @param files the profile's files in the workspace: absolute paths by their names in the profile
 */
export async function buildInProfile(
  [profile]: readonly LoadedProfile[],
  files: ReadonlyMap<string, string>,
  engine: QueryEngine,
  signal: AbortSignal,
): Promise<BuildInProfile | undefined> {
  if (!profile) return undefined;
  const { file, buildId, builds = 1 } = await engine.ask('programFacts', { profile: profile.summary.id }, signal);
  if (builds > 1) return undefined;
  const program = await programWith(buildId, file, signal);
  const revision = program && (await revisionOf(program, signal).catch(ignored('the commit of a program is not known', undefined)));
  signal.throwIfAborted();
  if (revision) return { commit: revision.commit, isDirty: revision.isModified };
  return moduleVersion(files);
}

/** The version of the workspace's module in the names of its files; undefined if there are several. */
export function moduleVersion(files: ReadonlyMap<string, string>): BuildInProfile | undefined {
  const found = new Map<string, BuildInProfile>();
  for (const [name, path] of files) {
    const [, version, inside] = VERSIONED.exec(name) ?? [];
    if (version === undefined || inside === undefined || !path.replaceAll('\\', '/').endsWith(`/${inside}`)) continue;
    found.set(version, { version, moduleDir: path.slice(0, -inside.length - 1), isDirty: false });
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

/** Not `//host/share`, which Windows asks another machine for, with the user's credentials. */
const IS_LOCAL = /^\/(?![/\\])/;

/** The program with this build id: where the profile says that it was, or where pprof looks for programs. */
async function programWith(buildId: string, file: string, signal: AbortSignal): Promise<string | undefined> {
  if (buildId === '' || !/^[0-9a-f]{8,128}$/.test(buildId)) return undefined;
  const folders = (process.env['PPROF_BINARY_PATH'] ?? join(homedir(), 'pprof', 'binaries')).split(delimiter).filter(Boolean);
  const name = basename(file);
  const inFolders = name === '' ? [] : folders.flatMap((folder) => [join(folder, buildId, name), join(folder, name)]);
  for (const path of [...(IS_LOCAL.test(file) ? [file] : []), ...inFolders]) {
    signal.throwIfAborted();
    // Opening a pipe would wait for its other end.
    if (!(await stat(path).then((stats) => stats.isFile(), () => false))) continue;
    const program = await readProgram(path).catch(() => undefined);
    if (program?.buildId === buildId) return path;
  }
  return undefined;
}

function revisionOf(program: string, signal: AbortSignal) {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return buildRevision(goEnvironmentOf(folder?.uri), folder?.uri.fsPath ?? dirname(program), program, signal);
}
