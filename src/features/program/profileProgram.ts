import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { protectedProgramIds } from '../../captures/loaded/protectedPrograms';
import type { Capture, LoadedProfile } from '../../captures/loadedCapture';
import type { GoEnvironment, ProgramKind } from '../../go/captureTypes';
import { ProgramBuild } from '../../go/program/programBuild';
import { splitTestFlags } from '../../go/tool/goFlags';
import { ignored } from '../../profile/common/ignored';
import { failureOf, hideFailuresOf, showGoMissing } from '../../ui/failureMessage';
import { inBackground } from '../../ui/inBackground';
import { warn } from '../../ui/loggedMessage';
import { requireTrust } from '../../ui/preconditionError';
import { type Progress, startProgress } from '../../ui/progress';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { memoryLimit } from '../../ui/settings/memoryLimit';
import { AfterCapture } from '../profile/afterCapture';
import type { ProfilingParts } from '../profile/profileTarget';
import { ProgramDraft } from '../profile/programDraft';
import { openGoTexts, saveGoDocuments } from '../profile/runOptions';
import { withCode } from '../profile/withCode';
import type { GoroutineParts } from '../goroutines/openGoroutines';
import { argumentWords } from '../../common/argumentWords';
import { describeProgram, type SaidOfRun } from './describeProgram';
import { endingText } from './endingText';
import { endWithoutLeaks, nothingMeasured, tellEnd } from './tellEnd';
import { addLeaks, addTrace } from './endOfRun';
import { LiveProfiles, type LiveParts } from './liveProfiles';
import type { ProgramTarget } from './pickProgram';
import { programConflicts } from './programConflicts';
import { chooseProgramOptions, folderOf, type ProgramOptions, variablesIn } from './programOptions';
import { runInTerminal } from './programTask';
import { type EndedProgram, RunningProgram } from './runningProgram';
import type { RunningPrograms } from './runningPrograms';

export interface ProgramParts extends Omit<ProfilingParts, 'measurements' | 'builder' | 'suite'>, GoroutineParts {
  readonly running: RunningPrograms;
}

export interface ProgramClick {
  readonly target: ProgramTarget;
  /** Whether to ask for kinds, arguments, environment and folder first. */
  readonly withOptions?: boolean;
  /** Options for this run alone; if unset, those chosen before. */
  readonly options?: ProgramOptions;
  /** What the capture says of the run, if not its options. */
  readonly said?: SaidOfRun;
  /** Flags of the build, after those of the settings. */
  readonly buildFlags?: readonly string[];
  /** Whether the click was in the program's file. */
  readonly isInView: boolean;
}

/**
 * Builds a program, runs it in a terminal, and shows its costs while it runs. Resolves when it has ended or is
 * detached. Throws CaptureError, an Error for the user, or AbortError.
 */
export async function profileProgram(click: ProgramClick, parts: ProgramParts): Promise<void> {
  const { target } = click;
  requireTrust('profiling runs its code');
  const options = click.options ?? (await chooseProgramOptions(target, click.withOptions ?? false, parts.memento));
  if (!options) return;
  await saveGoDocuments();
  hideFailuresOf(target.uri.toString());
  const name = basename(dirname(target.uri.fsPath));
  const lead = new AfterCapture(parts.session);
  const progress = await startProgress(`Profiling ${name}`);
  parts.output.begin(name);
  try {
    await buildAndRun({ click, options, parts, progress, lead });
  } catch (error) {
    throw failureOf(error, target.uri.toString());
  } finally {
    progress.end();
    lead.dispose();
  }
}

interface Profiling {
  readonly click: ProgramClick;
  readonly options: ProgramOptions;
  readonly parts: ProgramParts;
  readonly progress: Progress;
  readonly lead: AfterCapture;
}

async function buildAndRun(profiling: Profiling): Promise<void> {
  const { click, options, parts, progress } = profiling;
  const { target } = click;
  const { captures, output, session } = parts;
  const programs = await parts.programs();
  let draft: ProgramDraft | undefined;
  let built: ProgramBuild | undefined;
  let ended: EndedProgram | undefined;
  let shown: LiveProfiles | undefined;
  let failure: unknown;
  let isStored = false;
  try {
    const capture = await captures.drafts.keep(async (inProgress) => {
      draft = await ProgramDraft.make(programs, inProgress.id);
      progress.report('building');
      const openTexts = openGoTexts();
      const request = {
        mainFile: target.uri.fsPath,
        packageDir: dirname(target.uri.fsPath),
        sourceFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
        go: withFlags(goEnvironmentOf(target.uri), click.buildFlags),
        runVariables: { ...ofTerminal(), ...variablesIn(options.env) },
        findsLeaks: options.kinds.includes('leaks'),
        ...draft.request,
      };
      built = await ProgramBuild.build(request, (text) => output.write(text), progress.signal);
      showGoMissing(false);
      const { build, agentPrefix } = built;
      const described = await describeProgram(target, build, options, click.said ?? {}, openTexts);
      const known = await draft.storedIn(await withCode(described, build, captures), output);
      const isTraced = options.kinds.includes('trace');
      const figures = await captures.programFigures();
      shown = liveProfiles(profiling, { engine: parts.engine, inProgress, figures, known, agentPrefix, isTraced });
      ended = await run(profiling, built, shown).catch((error: unknown) => {
        failure = error;
        throw error;
      });
      const timeline = await shown.end();
      if (inProgress.profiles().length === 0 && ended.leaks?.text === '') return endWithoutLeaks(ended.leaks, parts);
      if (inProgress.profiles().length === 0) throw await nothingMeasured(built, ended);
      return draft.storedIn({ ...known, timeline, program: { ...known.program!, ended: endingText(ended) } }, output);
    });
    isStored = true;
    await shown!.afterStored();
    draft!.keep(() => protectedProgramIds(captures, session.baselines.map(({ capture: { id } }) => id)));
    // What was stored before a failure stays.
    if (!ended) throw failure;
    const again = (more: readonly ProgramKind[]) => {
      return profileProgram({ ...click, options: { ...options, kinds: [...options.kinds, ...more] } }, parts);
    };
    inBackground(tellEnd(capture, built!, ended, parts, again));
  } catch (error) {
    if (!isStored) draft?.discard();
    throw error;
  } finally {
    shown?.close();
    await built?.close();
  }
}

/** Shows the profiles of a program, and leads to its costs when there are some. */
function liveProfiles({ click, parts, progress, lead }: Profiling, live: Omit<LiveParts, 'onShown' | 'onWanted'>): LiveProfiles {
  const { session } = parts;
  let isShown = false;
  const onShown = (): void => {
    const capture = session.active?.capture;
    // Without a line of the workspace, the first pieces are not shown.
    if (isShown || !capture || capture.id !== live.inProgress.id) return;
    isShown = true;
    // The item in the status bar stays, and the message would cover code.
    progress.end();
    leadTo(capture, { click, parts, lead });
  };
  const onWanted = (profile: LoadedProfile): void => {
    const capture = session.active?.capture;
    const inUse = profile.summary.sampleTypes.findIndex(({ type }) => type === 'inuse_space');
    if (capture?.profiles.includes(profile)) session.show({ capture, profile, sampleType: Math.max(0, inUse) });
  };
  return new LiveProfiles({ ...live, onShown, onWanted });
}

/** Runs the program, and shows its profiles while it runs. */
async function run(
  { click, options, parts, progress }: Profiling,
  built: ProgramBuild,
  shown: LiveProfiles,
): Promise<EndedProgram> {
  const { target } = click;
  progress.signal.throwIfAborted();
  const folder = await built.newRun(options.kinds);
  progress.report('starting');
  for (const conflict of programConflicts(built.build, options.kinds)) warn(conflict, parts.output);
  const task = await runInTerminal({
    file: built.program,
    args: argumentWords(options.args) ?? [],
    cwd: folderOf(target.uri, options.folder),
    env: { ...variablesIn(options.env), ...folder.env },
  });
  const program = new RunningProgram(built.build.title, folder, task, memoryLimit());
  const remove = parts.running.add(program);
  progress.report('running: Cancel ends it, and keeps its costs', { isLong: true });
  const stop = () => inBackground(program.stop());
  if (progress.signal.aborted) stop();
  progress.signal.addEventListener('abort', stop, { once: true });
  try {
    // Cancel ends the program, and what it has written is still read.
    const ended = await program.follow(shown, new AbortController().signal);
    // Reading a trace takes long, and the program has ended.
    remove();
    progress.end();
    const last = { title: built.build.title, folder, profiles: shown, maxBytes: memoryLimit() };
    const leaks = await addLeaks(last, parts.engine);
    const reason = await addTrace(last, goEnvironmentOf(target.uri));
    const missing = [...ended.missing, ...(reason === undefined ? [] : [{ kind: 'trace' as const, reason }])];
    return { ...ended, missing, leaks };
  } catch (error) {
    await program.abandon().catch(ignored('a program that cannot be followed is measured further'));
    throw error;
  } finally {
    remove();
    progress.signal.removeEventListener('abort', stop);
  }
}

function leadTo(capture: Capture, { click, parts, lead }: Pick<Profiling, 'click' | 'parts' | 'lead'>): void {
  const { sources } = parts;
  const openFallback = () => vscode.window.showTextDocument(click.target.uri);
  const options = { isInView: click.isInView, openFallback, hasCosts: sources.hasCosts.bind(sources) };
  inBackground(lead.lead(capture, options).catch(ignored('no message leads to the costs')));
}

/** The variables that change how the runtime works, as the terminal has them: those of the settings are for go. */
function ofTerminal(): Readonly<Record<string, string>> {
  const names = ['GOGC', 'GOMEMLIMIT', 'GODEBUG', 'GOMAXPROCS'];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

function withFlags(go: GoEnvironment, flags: readonly string[] = []): GoEnvironment {
  return { ...go, buildFlags: [...go.buildFlags, ...splitTestFlags(flags).buildFlags] };
}
