import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { isCaptureError } from '../../common/captureError';
import { openRepository, type Repository } from '../../go/git/gitCommand';
import { missingModuleCode } from '../../go/git/missingParts';
import { buildInWorkspace, inWorkspace, profileInWorkspace, RevisionTree } from '../../go/git/revisionWorktree';
import type { ProgramBuild } from '../../go/program/programBuild';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { reportFailure } from '../../ui/failureMessage';
import type { Actions } from '../../ui/loggedMessage';
import { requireTrust } from '../../ui/preconditionError';
import type { Progress } from '../../ui/progress';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { type ChosenRevision, pickRevision } from '../measure/pickRevision';
import { RevisionError, revisionFailure } from '../measure/revisionCode';
import { saveGoDocuments } from '../profile/runOptions';
import { ImportedParts } from '../targets/commandApproval';
import { changeLoadCommand } from './askLoadCommand';
import { isLoaded } from './loadService';
import {
  buildService, describeService, type InTree, type StartableService, startBuild, type StartedBuild, usualPorts,
} from './serviceBuild';
import { type MeasuredPair, type MeasuredSide, type MeasureParts, measureServices } from './serviceInTurns';
import { changeServiceProgram, programText, serviceProgram } from './serviceProgram';

export interface BuildParts extends MeasureParts {
  /** The folder with the notes of worktrees in use. */
  readonly worktreeNotes: string;
}

/**
 * Builds a service from its present source and at a git revision that the user chooses, starts both on free ports, puts
 * the same load on them in turns, and shows the verdict. Throws like measureServices, or an Error for the user.
 */
export async function measureBuilds(saved: ServiceTarget, parts: BuildParts): Promise<void> {
  requireTrust('measuring runs its code');
  const { memento, output, targets } = parts;
  await parts.measurements.ready();
  const target = isLoaded(saved) ? saved : await changeLoadCommand(saved, targets);
  const program = target && (await serviceProgram(target, memento));
  if (!program) return;
  // Before anything is built.
  usualPorts(target, program);
  const cwd = dirname(program.main);
  // The user cannot cancel yet, but git has a time limit.
  const place = { cwd, env: goEnvironmentOf(vscode.Uri.file(program.main)).env, signal: new AbortController().signal };
  const repository = await openRepository(place);
  const again = () => measureBuilds(target, parts);
  const change = async (): Promise<void> => {
    if (await changeServiceProgram(target, memento)) await again();
  };
  const row = { icon: 'gear', label: 'Change the Program…', detail: programText(program), alwaysShow: true };
  const revision = await pickRevision(target.name, place, [row]);
  if (!revision) return;
  if ('label' in revision) return change();
  await new ImportedParts(memento).approve(target, target.load.command);
  await saveGoDocuments();
  output.begin(target.name);
  const startable = { target, program, secrets: await targets.secretsOf(target) };
  const title = `Measuring ${target.name} against ${revision.displayName}`;
  try {
    await measureServices(title, async (progress) => {
      const aborted = { ...repository, place: { ...place, signal: progress.signal } };
      return TwoBuilds.start(startable, revision, aborted, parts, progress);
    }, parts);
  } catch (error) {
    if (!isCaptureError(error)) throw error;
    const actions: Actions = error instanceof RevisionError ? { 'Choose Another Revision': again } : { 'Change Program…': change };
    await reportFailure(error, output, actions);
  }
}

/** The present code of a service and that of a revision, built and running. */
class TwoBuilds {
  private readonly builds: ProgramBuild[] = [];
  private readonly started: StartedBuild[] = [];

  private constructor(
    private readonly startable: StartableService,
    private readonly revision: ChosenRevision,
    private readonly repository: Repository,
    private readonly tree: RevisionTree,
  ) {}

  static async start(
    startable: StartableService,
    revision: ChosenRevision,
    repository: Repository,
    { output, worktreeNotes }: BuildParts,
    { report, signal }: Progress,
  ): Promise<MeasuredPair> {
    const { displayName: shown } = revision;
    report(`checking out ${shown}`, { isLong: true });
    const root = repository.place.env.GOTMPDIR || tmpdir();
    const tree = await RevisionTree.add(repository, revision, { root, notes: worktreeNotes });
    const two = new TwoBuilds(startable, revision, repository, tree);
    try {
      report(`building ${shown}`, { isLong: true });
      const before = await two.build(two.inTree, output.write.bind(output), signal).catch(async (error: unknown) => {
        const { target: { name } } = startable;
        throw await revisionFailure(error, { name, revision: shown, repository, tree: tree.folder });
      });
      report('building the present code', { isLong: true });
      const now = await two.build(inPlace, output.write.bind(output), signal);
      two.checkDiffer(now, before);
      report('starting both', { isLong: true });
      return await two.pair(now, before, signal);
    } catch (error) {
      await two.close();
      throw error;
    }
  }

  /** Ends the services, and removes programs and worktree. Never rejects. */
  private async close(): Promise<void> {
    await Promise.all(this.started.map(({ service }) => service.end()));
    await Promise.all(this.builds.map((build) => build.close()));
    await this.tree.remove();
  }

  private readonly inTree: InTree = (path) => {
    return inWorkspace(path, { tree: this.repository.top, top: this.tree.folder });
  };

  private get folders() {
    return { tree: this.tree.folder, top: this.repository.top };
  }

  private async build(inTree: InTree, write: (text: string) => void, signal: AbortSignal): Promise<ProgramBuild> {
    const build = await buildService(this.startable.program, inTree, write, signal);
    this.builds.push(build);
    return build;
  }

  /** Throws RevisionError if both were built from the same source. */
  private checkDiffer({ build: now }: ProgramBuild, { build }: ProgramBuild): void {
    const before = buildInWorkspace(build, this.folders);
    const areSame = areEqual(now.texts, before.texts) && areEqual(now.otherFiles, before.otherFiles);
    if (!now.areTextsComplete || !areSame) return;
    const { startable: { target: { name } }, revision: { displayName } } = this;
    const advice = 'change it first, or choose an earlier revision';
    throw new RevisionError('skipped', `The code of ${name} is that of ${displayName}: ${advice}.`);
  }

  private async pair(now: ProgramBuild, before: ProgramBuild, signal: AbortSignal): Promise<MeasuredPair> {
    const { startable: { target: { name } }, revision: { hash, displayName: shown } } = this;
    const taken = new Set<number>();
    // One after the other, because each needs ports that are free.
    const old = await this.start(before, `${name} at ${shown}`, this.inTree, taken, signal);
    const present = await this.start(now, `The present code of ${name}`, inPlace, taken, signal);
    const missing = await missingModuleCode(this.repository, this.tree.folder, this.repository.place.env.GOWORK);
    const built = await describeService(buildInWorkspace(before.build, this.folders));
    return {
      now: { ...present, captured: await describeService(now.build) },
      before: {
        ...old,
        captured: { ...built, title: `${name} @ ${shown}`, revision: { commit: hash, name: shown } },
        inWorkspace: (profile) => profileInWorkspace(profile, this.folders),
      },
      revision: shown,
      notes: missing.map((part) => `${shown} was built without ${part}.`),
      isSameCommand: true,
      close: () => this.close(),
    };
  }

  private async start(
    { program: file }: ProgramBuild,
    name: string,
    inTree: InTree,
    taken: Set<number>,
    signal: AbortSignal,
  ): Promise<MeasuredSide> {
    const started = await startBuild(this.startable, { file, name, inTree }, taken, signal);
    this.started.push(started);
    const { target, instances, service } = started;
    return {
      target,
      name,
      use: async (_, work) => {
        try {
          return await work(instances);
        } catch (error) {
          throw service.failure ?? error;
        }
      },
    };
  }
}

const inPlace: InTree = (path) => path;

function areEqual(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
