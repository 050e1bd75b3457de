import * as vscode from 'vscode';
import { type Checks, isFinite, isText, listOf, oneOf, shape } from '../../profile/common/shapes';
import { type GoTestRequest, PROFILE_KINDS, type ProfileKind } from '../../go/captureTypes';
import { pickSeveral, showInputBox } from '../../ui/window';
import {
  BENCHTIME_TEXT, checkBenchtime, isBenchtime, profileSettings, type RunOptions,
} from '../../ui/settings/profileSettings';
import { possibleRate } from './cpuRate';
import type { Target } from './pickTarget';
import { CPU_TIME_UNIT } from '../../bench/cpuTime';
import { readResultsOf, roundsOf } from '../../bench/goTestResults';
import { inSlices } from '../../go/timeSlices';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { memoryLimit } from '../../ui/settings/memoryLimit';
import { PreconditionError } from '../../ui/preconditionError';

/** Remembers the options chosen for a benchmark in the workspace; defaults come from the settings. */
export class OptionMemory {
  constructor(private readonly memento: vscode.Memento) {}

  /** The options of a benchmark or case. If none are stored for a case, the options of its benchmark apply. */
  of(target: Target): RunOptions {
    const benchmark = { ...target, name: target.name.split('/')[0] };
    const chosen = [target, benchmark].map((each) => this.memento.get<unknown>(keyOf(each)));
    return chosen.find(isOptions) ?? profileSettings(target.uri).options;
  }

  async keep(target: Target, options: RunOptions): Promise<void> {
    await this.memento.update(keyOf(target), options);
  }
}

const isOptions = shape({
  kinds: listOf(oneOf(...PROFILE_KINDS)),
  benchtime: isText,
  count: isFinite,
} satisfies Checks<Omit<RunOptions, 'byDuration'>>);

function keyOf({ uri, name }: Target): string {
  return `linecost.options:${uri.toString()}#${name}`;
}

const KIND_DESCRIPTIONS: Record<ProfileKind, string> = {
  cpu: 'where the time goes',
  memory: 'where memory is allocated',
  mutex: 'where goroutines hold contended locks',
  block: 'where goroutines wait',
  wall: 'where time passes on the clock, waiting included, in all goroutines',
  trace: 'an execution trace: waits for the network, goroutines, system calls, a processor',
};

/** Asks for kinds and, for a benchmark, benchtime and count. undefined if the user cancelled or chose no kind. */
export async function askOptions(target: Target, known: RunOptions): Promise<RunOptions | undefined> {
  const kinds = await askKinds(target, known);
  if (!kinds) return undefined;
  if (target.kind !== 'benchmark') return { ...known, kinds };
  const benchtime = await showInputBox({
    title: `Profile ${target.name} (2 of 3): how long`,
    prompt: 'A duration such as 2s, or a number of iterations such as 100x. Leave empty for one second.',
    value: known.benchtime,
    validateInput: (text) => (isBenchtime(text) ? undefined : BENCHTIME_TEXT),
  });
  if (benchtime === undefined) return undefined;
  const count = await showInputBox({
    title: `Profile ${target.name} (3 of 3): how many times`,
    prompt: 'How many times to run the benchmark.',
    value: String(known.count),
    validateInput: (text) => (isCount(text) ? undefined : 'Enter a whole number from 1 to 1000.'),
  });
  return count === undefined ? undefined : { kinds, benchtime: benchtime.trim(), count: Number(count) };
}

async function askKinds({ name, kind }: Target, known: RunOptions): Promise<ProfileKind[] | undefined> {
  const steps = kind === 'benchmark' ? ' (1 of 3)' : '';
  const items = PROFILE_KINDS.map((label) => {
    return { label, description: KIND_DESCRIPTIONS[label], picked: known.kinds.includes(label) };
  });
  const chosen = await pickSeveral(items, {
    title: `Profile ${name}${steps}: what to measure`,
    placeHolder: 'CPU and memory share a run; each other kind has its own',
  });
  return chosen && chosen.length > 0 ? chosen.map(({ label }) => label) : undefined;
}

function isCount(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 1000;
}

/** Whose options to choose, and how. */
export interface OptionsRequest {
  readonly target: Target;
  /** Whether to ask for kinds, benchtime and count first. */
  readonly withOptions: boolean;
  /** Options for this capture alone; if unset, the options chosen before, or the settings. */
  readonly options?: RunOptions;
}

/** The options for a click; undefined if the user cancelled. Throws an Error for the user on an invalid benchtime. */
export async function chooseOptions(
  { target, withOptions, options: onceOptions }: OptionsRequest,
  memento: vscode.Memento,
): Promise<RunOptions | undefined> {
  if (onceOptions) return onceOptions;
  const memory = new OptionMemory(memento);
  const options = withOptions ? await askOptions(target, memory.of(target)) : memory.of(target);
  if (withOptions && options) await memory.keep(target, options);
  if (options) checkBenchtime(options.benchtime);
  return options;
}

/** The request for a target, from the chosen options and the settings. */
export function goTestRequest({ uri, kind, name }: Target, options: RunOptions): GoTestRequest {
  const { cpuRate, memProfileRate, timeoutSeconds } = profileSettings(uri);
  const go = goEnvironmentOf(uri);
  return {
    packageDir: vscode.Uri.joinPath(uri, '..').fsPath,
    target: { kind, name },
    ...(kind === 'benchmark' && { cpuTimeUnit: CPU_TIME_UNIT, cpuRate: possibleRate(cpuRate) }),
    kinds: PROFILE_KINDS.filter((known) => options.kinds.includes(known)),
    benchtime: options.benchtime || undefined,
    count: options.count,
    byDuration: options.byDuration,
    memProfileRate,
    timeoutSeconds,
    resultsOf: async (output) => {
      return (await inSlices(readResultsOf(output, name, roundsOf(options.count, go)))).results;
    },
    maxProfileBytes: memoryLimit(),
    sourceFolders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    go,
  };
}

/** Saves edited Go files, because Go reads files, not editors. Throws an Error for the user if one cannot be saved. */
export async function saveGoDocuments(): Promise<void> {
  const isRead = /\.(go|s|c|h|mod|sum|work)$/;
  const edited = vscode.workspace.textDocuments.filter(({ isDirty, isUntitled, fileName }) => {
    return isDirty && !isUntitled && isRead.test(fileName);
  });
  const saved = await Promise.all(edited.map((document) => document.save()));
  // A document that Auto Save wrote at the same moment has nothing left to save.
  const unsaved = edited.find(({ isDirty }, i) => !saved[i] && isDirty);
  if (unsaved) throw new PreconditionError(`${vscode.workspace.asRelativePath(unsaved.uri)} has unsaved changes that VS Code could not save. Save the file, then try again.`);
}

/** The texts of the open Go files, by path. */
export function openGoTexts(): Map<string, string> {
  const documents = vscode.workspace.textDocuments;
  const open = documents.filter(({ uri, fileName }) => uri.scheme === 'file' && fileName.endsWith('.go'));
  return new Map(open.map((document) => [document.uri.fsPath, document.getText()]));
}
