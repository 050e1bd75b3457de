import * as vscode from 'vscode';
import { isOfUnknownCode } from '../../captures/deployedBuild';
import type { Capture, LoadedProfile } from '../../captures/loadedCapture';
import type { Captured } from '../../captures/captureDraft';
import type { Sources } from '../../documents/sources';
import type { QueryEngine } from '../../engine/client';
import { COMMIT_LABELS, versionLabelAmong } from '../../fleet/buildLabels';
import type { FleetQuery } from '../../fleet/fleetQuery';
import type { FleetStore } from '../../fleet/fleetStore';
import type { FleetBuild, MeasuredFleet } from '../../fleet/measuredFleet';
import { ignored } from '../../profile/common/ignored';
import { shortCommit } from '../../profile/text/shortCommit';
import { warn } from '../../ui/loggedMessage';
import type { Output } from '../../ui/output';
import { createTerminal, showInformationMessage } from '../../ui/window';
import { buildInProfile } from './buildInProfile';
import type { DeployedCode } from './deployedCode';
import { findDeployed, moduleAt } from './findDeployed';

const PLACE_LABELS = { rootPath: 'service_root_path', repository: 'service_repository' } as const;

/**
 * What all that answers has been built from, by labels; undefined if it is not known. Rejects only if the signal is
 * aborted.
 */
export async function buildOf(
  query: FleetQuery,
  store: FleetStore,
  versionLabel: string | undefined,
  signal: AbortSignal,
): Promise<FleetBuild | undefined> {
  const find = async (): Promise<FleetBuild | undefined> => {
    const names = new Set(await store.labelNames(query, signal));
    const valuesOf = async (label: string | undefined): Promise<readonly string[]> => {
      if (label === undefined || !names.has(label)) return [];
      // A store leaves out a label's own filter when it lists its values.
      const wanted = query.filters.find(({ name, operator }) => name === label && operator === '=');
      return wanted ? [wanted.value] : store.labelValues(label, query, signal);
    };
    const commitLabel = COMMIT_LABELS.find((name) => names.has(name));
    const label = versionLabelAmong(names, versionLabel);
    const { rootPath, repository } = PLACE_LABELS;
    const labels = [commitLabel, label, rootPath, repository];
    const [commits, versions, rootPaths, repositories] = await Promise.all(labels.map(valuesOf));
    const [commit, version] = [commits, versions].map(onlyOf);
    const count = Math.max(commits.length, versions.length);
    const fields = {
      commit, version, rootPath: onlyOf(rootPaths), repository: onlyOf(repositories),
      count: count > 1 && commit === undefined && version === undefined ? count : undefined,
    };
    const known = Object.entries(fields).filter(([, value]) => value !== undefined);
    return known.length === 0 ? undefined : Object.fromEntries(known);
  };
  return find().catch(ignored('the build of the service is not known', undefined));
}

function onlyOf(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined;
}

/** The parts of a capture that say of which code it is: the texts that were deployed, and their commit. */
export type CodeOfFleet = Pick<Captured, 'fleet' | 'sources' | 'conditions' | 'module'>;

interface CodeParts {
  readonly sources: Pick<Sources, 'workspaceFilesOf'>;
  readonly engine: QueryEngine;
}

/**
 * Finds the code that a store's profiles are of, in the repositories of the workspace: by labels, else by what the
 * profile itself says of its build. Nothing is fetched.
 */
export async function codeOf(
  fleet: MeasuredFleet,
  profiles: readonly LoadedProfile[],
  { sources, engine }: CodeParts,
  signal: AbortSignal,
): Promise<CodeOfFleet> {
  const module = await moduleAt(fleet.build?.rootPath);
  const ofModule = module && { module };
  const search = async (): Promise<FoundBuild> => {
    const files = await sources.workspaceFilesOf({ profiles, ...ofModule, sources: new Map() });
    const paths = [...files.values()];
    const { commit, version, count } = fleet.build ?? {};
    const names = [commit, version].flatMap((name) => (name === undefined ? [] : [{ name }]));
    const deployed = await findDeployed(names, paths, signal);
    if (deployed || count !== undefined) return { deployed, build: {} };
    const own = await buildInProfile(profiles, files, engine, signal);
    if (!own) return { deployed, build: {} };
    const found = await findDeployed([{ name: own.commit ?? own.version ?? '', moduleDir: own.moduleDir }], paths, signal);
    // What labels say is shown, unless only the profile says something that git knows.
    const isShown = found !== undefined || names.length === 0;
    const { isDirty, commit: hash, version: tag } = own;
    const said = hash === undefined ? { version: tag } : { commit: hash };
    return { deployed: found && { ...found, isDirty: found.isDirty || isDirty }, build: isShown ? said : {} };
  };
  const failed: FoundBuild = { deployed: undefined, build: { isUnsearched: true } };
  const { deployed, build } = await search().catch(ignored('lines are not matched to the deployed text', failed));
  signal.throwIfAborted();
  const known = { ...fleet.build, ...build };
  const withBuild = Object.keys(known).length > 0 ? { ...fleet, build: known } : fleet;
  if (!deployed) return { fleet: withBuild, sources: new Map(), ...ofModule };
  const { revision: { hash, subject }, texts, missing, isDirty } = deployed;
  const conditions = { git: { commit: hash, subject, isDirty } };
  const differing = { differing: texts.size, ...(missing.length > 0 && { missing }) };
  return { fleet: { ...fleet, build: { ...known, ...differing } }, sources: texts, conditions, ...ofModule };
}

interface FoundBuild {
  readonly deployed: DeployedCode | undefined;
  /** What is known beside labels. */
  readonly build: FleetBuild;
}

/** Why lines may be off; undefined if nothing says so. */
export function buildSentence(capture: Pick<Capture, 'fleet' | 'conditions'>): string | undefined {
  if (!isOfUnknownCode(capture)) return undefined;
  const { fleet, conditions } = capture;
  const { build = {}, asked, name: store } = fleet!;
  const { git } = conditions ?? {};
  const name = build.commit ?? build.version;
  const service = asked.service ?? store;
  if (build.count !== undefined) return `Profiles of ${build.count} builds are merged: where their code differs, lines may be off.`;
  if (git) return `${service} was built with changes that are not in ${shortCommit(git.commit)}: lines may be off.`;
  return build.isUnsearched
    ? `${service} was built from ${name}, for which git could not search: lines may be off.`
    : `${service} was built from ${name}, which is no commit of this clone: lines may be off.`;
}

const OPEN_DEPLOYED = 'Open File as Deployed';
const RUN_FETCH = 'Run git fetch';

/** Says whether the lines are those of the deployed build, if something is known of it. */
export function tellBuild(capture: Capture, output: Output): void {
  const { title, fleet, conditions } = capture;
  const { build = {} } = fleet!;
  const commit = conditions?.git?.commit;
  const sentence = buildSentence(capture);
  if (build.count !== undefined || commit !== undefined) {
    if (sentence !== undefined) output.info(`${title}: ${sentence}`);
  } else if (sentence !== undefined) {
    return warn(sentence, output, build.isUnsearched ? {} : { [RUN_FETCH]: async () => runFetch() });
  }
  if (commit === undefined) return;
  const { differing = 0 } = build;
  if (differing === 0) return;
  const files = differing === 1 ? '1 file differs' : `${differing} files differ`;
  const message = `${files} here from ${shortCommit(commit)}, which was deployed. Costs stand where its lines are now.`;
  const telling = showInformationMessage(message, OPEN_DEPLOYED).then((chosen) => {
    return chosen === OPEN_DEPLOYED ? vscode.commands.executeCommand('linecost.openAsDeployed') : undefined;
  });
  telling.catch(ignored('the deployed file is not opened'));
}

/** In a terminal, which asks for credentials and can be stopped. */
function runFetch(): void {
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri;
  const terminal = createTerminal({ name: 'git fetch', shellPath: 'git', shellArgs: ['fetch', '--all', '--tags'], ...(cwd && { cwd }) });
  terminal.show();
}
