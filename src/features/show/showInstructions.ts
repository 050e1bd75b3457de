import * as vscode from 'vscode';
import type { Programs } from '../../captures/disk/programs';
import { runObjdump } from '../../go/tool/goTool';
import { inSlices } from '../../go/timeSlices';
import type { AnnotatedLine } from '../../editor/columns/annotator';
import type { LineCosts } from '../../editor/columns/columnsOnDemand';
import { InstructionDocuments, type InstructionList, type RowsByOrder } from '../../editor/instructions/instructionDocuments';
import {
  type FoundFunction, type InstructionOrder, instructionRows, type ListRow,
} from '../../editor/instructions/instructionList';
import type { Engine } from '../../engine/client';
import type { CompiledFunction, LineAddresses } from '../../profile/assembly/lineAddresses';
import type { Routine } from '../../profile/assembly/routine';
import type { Steps } from '../../profile/common/guard';
import { lineWithCosts } from './linePlace';
import { formOf, type Session } from '../../captures/session';
import { objdumpArgs, ObjdumpReader, symbolPattern } from '../../sources/program/objdumpReader';
import { type MatchedProgram, matchProgram, ProgramError } from '../../sources/program/program';
import type { OnDemand } from '../../ui/onceLoaded';
import { withLateProgress } from '../../ui/progress';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { nameOf } from '../export/exportProfile';
import { basename } from '../../profile/text/shortNames';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { stat } from 'node:fs/promises';
import type { Mapping } from '../../profile/model';
import type { Capture } from '../../captures/loadedCapture';
import { showInformationMessage, showOpenDialog } from '../../ui/window';
import { ignored } from '../../profile/common/ignored';

export interface InstructionParts {
  readonly session: Session;
  readonly engine: Engine;
  readonly lineCosts: LineCosts;
  readonly programs: OnDemand<Programs>;
  readonly memento: vscode.Memento;
  /** Disposed with the extension. */
  readonly subscriptions: { dispose(): unknown }[];
}

const ORDER = 'linecost.instructionOrder';

let documents: InstructionDocuments | undefined;

/**
 * Shows the instructions of a line with their costs in a peek view, or in an editor if the window is split; by default
 * of the line at the cursor. Throws an Error for the user, CaptureError or EngineError.
 */
export async function showInstructions(parts: InstructionParts, place: unknown, line: unknown): Promise<void> {
  requireTrust('go tool objdump runs in its folder');
  const { uri, lineNumber, annotated, name } = await lineWithCosts(parts.lineCosts, place, line);
  const addresses = await addressesOf(parts.engine, annotated);
  const mappings = addresses.functions.flatMap(({ mapping }) => mapping ?? []);
  if (mappings.length === 0) throw new PreconditionError('This profile has no addresses, so Linecost cannot show the assembly of a line.');
  const program = await programFor(parts.programs, annotated.active.capture, mappings);
  if (!program) return;
  const rows = await withLateProgress(`Disassembling ${name}`, new AbortController().signal, (signal) =>
    rowsOf(annotated, addresses, program, signal),
  );
  if (rows.address.length === 0) {
    forgetProgram(annotated.active.capture);
    throw new ProgramError(`${program.path} does not have the measured code of ${name}: choose the program that was measured.`);
  }
  await open(parts, uri, lineNumber, `${nameOf(annotated.active)}/${name}`, {
    rows, total: addresses.total, weight: addresses.weight,
  });
}

function addressesOf(engine: Engine, { active, costs, line }: AnnotatedLine): Promise<LineAddresses> {
  const { queryId: profile, sampleType } = active;
  return engine.ask('lineAddresses', { profile, sampleType, file: costs.file, line: line.captured });
}

async function rowsOf(
  { active, costs, line }: AnnotatedLine,
  { functions, total, ...units }: LineAddresses,
  { path, bias, mapping: { file, start } }: MeasuredProgram,
  signal: AbortSignal,
): Promise<RowsByOrder> {
  const ofProgram = functions.filter(({ mapping }) => mapping?.file === file && mapping.start === start);
  const folder = active.capture.module?.moduleDir ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '/';
  const go = goEnvironmentOf(vscode.Uri.file(folder));
  const args = objdumpArgs(path, symbolPattern(ofProgram.map(({ name }) => name)));
  const text = await runObjdump(go, folder, args, signal);
  const routines = await inSlices(routinesIn(text), signal);
  const functionsFound = ofProgram.flatMap((compiled): FoundFunction[] => {
    return routines.filter((routine) => isOf(compiled, routine)).map((routine) => ({ compiled, routine, bias }));
  });
  const percentages = formOf(active) === 'percent' ? { percentOf: total } : {};
  const figures = { ...units, ...percentages, areChanges: active.baseline !== undefined };
  const rows = (order: InstructionOrder): ListRow[] =>
    instructionRows({ file: basename(costs.file), line: line.captured }, figures, functionsFound, order);
  return { address: rows('address'), cost: rows('cost') };
}

/** Characters read per step. */
const PIECE = 1 << 14;

function* routinesIn(text: string): Steps<Routine[]> {
  const routines: Routine[] = [];
  const reader = new ObjdumpReader((routine) => routines.push(routine));
  for (let at = 0; at < text.length; at += PIECE) {
    reader.push(text.slice(at, at + PIECE));
    yield;
  }
  reader.end();
  return routines;
}

/** Whether the routine is the code of the function. Profiles write type arguments as `[...]`. */
function isOf({ name }: CompiledFunction, routine: Routine): boolean {
  return routine.name === name || routine.name.replace(/\[.*\]/, '[...]') === name;
}

async function open(
  parts: InstructionParts,
  uri: vscode.Uri,
  lineNumber: number,
  title: string,
  list: Omit<InstructionList, 'order'>,
): Promise<void> {
  if (!documents) parts.subscriptions.push((documents = new InstructionDocuments()));
  const { uri: instructions, hottest } = documents.add(title, { ...list, order: orderOf(parts) });
  const start = new vscode.Position(hottest, 0);
  // VS Code shows a list beside the code of a peek view, so that half a window leaves no room for the costs.
  if (vscode.window.tabGroups.all.length > 1) {
    await vscode.commands.executeCommand('vscode.open', instructions, { selection: new vscode.Range(start, start) });
    return;
  }
  // Only one location: given several, VS Code would open the one whose line number is nearest to the source's.
  const place = new vscode.Location(instructions, start);
  const position = new vscode.Position(lineNumber - 1, 0);
  await vscode.commands.executeCommand('editor.action.peekLocations', uri, position, [place], 'peek');
}

/** Switches the order of the instructions, also of open ones, and remembers it. */
export async function switchInstructionOrder(parts: Pick<InstructionParts, 'memento'>): Promise<void> {
  const order = orderOf(parts) === 'cost' ? 'address' : 'cost';
  documents?.orderBy(order);
  await parts.memento.update(ORDER, order);
}

function orderOf({ memento }: Pick<InstructionParts, 'memento'>): InstructionOrder {
  return memento.get<unknown>(ORDER) === 'cost' ? 'cost' : 'address';
}

/** Programs chosen by the user, by capture. */
const picked = new WeakMap<Capture, string>();

/** The file of a program, and the mapping of the profile that it matches. */
interface MeasuredProgram extends MatchedProgram {
  readonly mapping: Mapping;
}

/**
 * The program of a capture: stored with it, at its path in the profile, or chosen by the user. undefined if the user
 * cancelled. Throws ProgramError if the chosen program is another one.
 * @param mappings binaries that contain the line, costliest first; in a comparison, some are the baseline's
 */
async function programFor(
  programs: OnDemand<Programs>,
  capture: Capture,
  mappings: readonly Mapping[],
): Promise<MeasuredProgram | undefined> {
  const paths = [picked.get(capture), await (await programs()).of(capture.id)].filter((path) => path !== undefined);
  const candidates = mappings.flatMap((mapping) => paths.map((path) => ({ mapping, path })));
  // A path on another machine is left out, because opening it would contact that machine.
  const isHere = ({ file }: Mapping) => !/^[\\/]{2}/.test(file);
  // Only the build id shows whether the file is still the same program.
  const namedByProfile = mappings.filter((mapping) => mapping.buildId !== '' && isHere(mapping)).map((mapping) => ({ mapping, path: mapping.file }));
  for (const { mapping, path } of [...candidates, ...namedByProfile]) {
    const isFile = await stat(path).then((file) => file.isFile(), () => false);
    const matched = isFile ? await matchProgram(path, mapping).catch(ignored('a program is not found')) : undefined;
    if (matched) return { ...matched, mapping };
  }
  return askProgram(capture, mappings[0]);
}

/** Forgets the program that the user chose for a capture. */
function forgetProgram(capture: Capture): void {
  picked.delete(capture);
}

async function askProgram(capture: Capture, mapping: Mapping): Promise<MeasuredProgram | undefined> {
  const measured = basename(mapping.file) || 'the program';
  const message = capture.target
    ? `The program of this capture is no longer stored: profile ${capture.target.name} again, or choose ${measured}.`
    : `Which program was measured for ${capture.title}? Choose ${measured}, unchanged since the run.`;
  const answer = await showInformationMessage(message, 'Choose Program…');
  if (!answer) return undefined;
  const [uri] = (await showOpenDialog({ title: `Choose ${measured}`, openLabel: 'Choose' })) ?? [];
  if (!uri) return undefined;
  const matched = await matchProgram(uri.fsPath, mapping);
  picked.set(capture, matched.path);
  return { ...matched, mapping };
}
