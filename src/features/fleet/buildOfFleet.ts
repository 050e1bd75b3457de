import * as vscode from 'vscode';
import type { Capture, LoadedProfile } from '../../captures/loadedCapture';
import type { Captured } from '../../captures/captureDraft';
import type { Sources } from '../../documents/sources';
import type { FleetQuery } from '../../fleet/fleetQuery';
import type { FleetStore } from '../../fleet/fleetStore';
import type { FleetBuild, MeasuredFleet } from '../../fleet/measuredFleet';
import { ignored } from '../../profile/common/ignored';
import { warn } from '../../ui/loggedMessage';
import type { Output } from '../../ui/output';
import { createTerminal, showInformationMessage } from '../../ui/window';
import { findDeployed, moduleAt } from './findDeployed';

const COMMIT_LABEL = 'service_git_ref';
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
    const isFiltered = query.filters.length > 0 || query.service !== undefined;
    const valuesOf = async (label: string | undefined): Promise<readonly string[]> => {
      if (label === undefined || !names.has(label)) return [];
      // A store leaves out a label's own filter when it lists its values.
      const wanted = query.filters.find(({ name, operator }) => name === label && operator === '=');
      if (wanted) return [wanted.value];
      return isFiltered && !store.filtersValues ? [] : store.labelValues(label, query, signal);
    };
    const [commits, versions, rootPaths, repositories] = await Promise.all(
      [COMMIT_LABEL, versionLabel, PLACE_LABELS.rootPath, PLACE_LABELS.repository].map(valuesOf),
    );
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
type CodeOfFleet = Pick<Captured, 'fleet' | 'sources' | 'conditions' | 'module'>;

/** Finds the code that a store's profiles are of, in the repositories of the workspace. Nothing is fetched. */
export async function codeOf(
  fleet: MeasuredFleet,
  profiles: readonly LoadedProfile[],
  sources: Sources,
  signal: AbortSignal,
): Promise<CodeOfFleet> {
  const { build } = fleet;
  const module = await moduleAt(build?.rootPath);
  const ofModule = module && { module };
  const names = [build?.commit, build?.version].filter((name) => name !== undefined);
  const deployed = await findDeployed(names, { profiles, ...ofModule }, sources, signal)
    .catch(ignored('lines are not matched to the deployed text', undefined));
  signal.throwIfAborted();
  if (!deployed) return { fleet, sources: new Map(), ...ofModule };
  const { revision: { hash, subject }, texts } = deployed;
  const conditions = { git: { commit: hash, subject, isDirty: false } };
  return { fleet: { ...fleet, build: { ...build, differing: texts.size } }, sources: texts, conditions, ...ofModule };
}

const OPEN_DEPLOYED = 'Open File as Deployed';
const RUN_FETCH = 'Run git fetch';

/** Says whether the lines are those of the deployed build, if labels say something of it. */
export function tellBuild({ title, fleet, conditions }: Capture, output: Output): void {
  const { build = {}, asked, name: store } = fleet!;
  const name = build.commit ?? build.version;
  if (build.count !== undefined) {
    output.info(`${title}: profiles of ${build.count} builds are merged: where their code differs, lines may be off.`);
  }
  if (name === undefined) return;
  const commit = conditions?.git?.commit;
  if (commit === undefined) {
    const sentence = `${asked.service ?? store} was built from ${name}, which is no commit of this clone: lines may be off.`;
    return warn(sentence, output, { [RUN_FETCH]: async () => runFetch() });
  }
  const { differing = 0 } = build;
  if (differing === 0) return;
  const files = differing === 1 ? '1 file differs' : `${differing} files differ`;
  const message = `${files} here from ${commit.slice(0, 7)}, which was deployed. Costs stand where its lines are now.`;
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
