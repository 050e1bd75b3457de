import { dirname } from 'node:path';
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { ServerSecrets } from '../../http/serverAccess';
import type { Captured } from '../../captures/captureDraft';
import type { GoProgramBuild } from '../../go/captureTypes';
import { ProgramBuild } from '../../go/program/programBuild';
import { namesPort, type Ports, loopbackPorts, programWords, withLoopbackPorts } from '../../live/load/programPorts';
import { freePort } from '../../live/targets/freePort';
import { type Instance, instancesOf } from '../../live/targets/instances';
import { StartedService } from '../../live/targets/startedService';
import { parseAddress } from '../../live/pprofAddress';
import { PreconditionError } from '../../ui/preconditionError';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { conditionsOf } from '../profile/describeTarget';
import { folderOf } from '../program/programOptions';
import { definedVariables } from '../targets/definedVariables';
import type { LoadedTarget } from './loadAround';
import { namesAddress } from './measureService';
import type { ServiceProgram } from './serviceProgram';

/** Where the source of a build is, by paths of the workspace. */
export type InTree = (path: string) => string;

/** Builds a service from its source, as `go build` does. Throws CaptureError, or the signal's reason on abort. */
export async function buildService(
  { main }: ServiceProgram,
  inTree: InTree,
  write: (text: string) => void,
  signal: AbortSignal,
): Promise<ProgramBuild> {
  const go = goEnvironmentOf(vscode.Uri.file(main));
  const { GOWORK: workspace } = go.env;
  const request = {
    mainFile: inTree(main),
    packageDir: dirname(inTree(main)),
    sourceFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => inTree(uri.fsPath)),
    go: { ...go, env: { ...go.env, ...(workspace && { GOWORK: inTree(workspace) }) } },
    isPlain: true,
  };
  return ProgramBuild.build(request, write, signal);
}

/** What a capture says of the code of a service that was built. */
export async function describeService(build: GoProgramBuild): Promise<Partial<Captured>> {
  const { modulePath, moduleDir, linesMayBeOff, texts } = build;
  return {
    module: { modulePath, moduleDir },
    ...(linesMayBeOff && { linesMayBeOff }),
    conditions: await conditionsOf(build),
    sources: new Map(texts),
  };
}

/** A service that was started, at an address of its own. */
export interface StartedBuild {
  readonly target: LoadedTarget;
  readonly instances: readonly Instance[];
  readonly service: StartedService;
}

/** The service, as it is saved, and how it is started. */
export interface StartableService {
  readonly target: LoadedTarget;
  readonly program: ServiceProgram;
  readonly secrets: ServerSecrets;
}

/**
 * Starts a built service on free ports, and waits until it answers. Throws CaptureError `unreachable`, a
 * PreconditionError if its load command does not go to it, or the signal's reason on abort.
 * @param name as messages call it
 * @param taken ports that it must not get; those that it gets are added
 */
export async function startBuild(
  { target, program, secrets }: StartableService,
  { file, name, inTree }: { readonly file: string; readonly name: string; readonly inTree: InTree },
  taken: Set<number>,
  signal: AbortSignal,
): Promise<StartedBuild> {
  const { url } = parseAddress(target.addresses[0]);
  const usual = usualPorts(target, program);
  const ports = await freePorts(usual, taken);
  const own = ports.get(usual[0])!;
  const { variables, args } = programWords(program.words, ports, own)!;
  const scheme = url.protocol === 'http+unix:' ? 'http:' : url.protocol;
  const here = {
    ...target,
    addresses: [`${scheme}//localhost:${own}${url.pathname}`],
    load: { ...target.load, command: withLoopbackPorts(target.load.command, ports) },
  };
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const instances = await instancesOf(here, secrets, folder);
  const [{ url: address, connection }] = instances;
  const usualFolder = folderOf(vscode.Uri.file(program.main), program.folder);
  const cwd = await stat(inTree(usualFolder)).then(() => inTree(usualFolder), () => usualFolder);
  const env = { ...definedVariables(), ...variables };
  const service = await StartedService.start({ name, file, args, cwd, env, url: address, connection }, signal);
  return { target: here, instances, service };
}

async function freePorts(usual: readonly string[], taken: Set<number>): Promise<Ports> {
  const ports = new Map<string, string>();
  for (const each of usual) {
    const port = await freePort(taken);
    taken.add(port);
    ports.set(each, String(port));
  }
  return ports;
}

/**
 * The port of its profiles and the others at which it gets the load, as the user runs it. Throws a PreconditionError if
 * the load would not go to its builds.
 */
export function usualPorts(
  { id, addresses: [first], load: { command } }: LoadedTarget,
  { words }: Pick<ServiceProgram, 'words'>,
): string[] {
  const { url } = parseAddress(first);
  const own = url.port || (url.protocol === 'http:' ? '80' : '443');
  const named = loopbackPorts(command);
  const others = named.filter((port) => port !== own);
  const unknown = others.find((port) => !namesPort(words, port));
  if (unknown === undefined && (named.length > 0 || namesAddress(command))) return [own, ...others];
  const why = unknown === undefined
    ? 'has no address of this machine'
    : `is for port ${unknown}, which the arguments of the program do not have`;
  const advice = 'write ${address} in it, or localhost with a port that the arguments have';
  const message = `The load command ${why}, so it does not go to the builds: ${advice}.`;
  throw new PreconditionError(message, { title: 'Change Load Command…', command: 'linecost.changeLoad', args: [id] });
}
