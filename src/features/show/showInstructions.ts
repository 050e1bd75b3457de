import * as vscode from 'vscode';
import type { Programs } from '../../captures/disk/programs';
import { runObjdump } from '../../go/tool/goTool';
import { inSlices } from '../../go/timeSlices';
import type { AnnotatedLine } from '../../editor/columns/annotator';
import type { LineCosts } from '../../editor/columns/columnsOnDemand';
import { InstructionDocuments, type RowsByOrder } from '../../editor/instructions/instructionDocuments';
import {
  type FoundFunction, type InstructionOrder, instructionRows, type ListRow,
} from '../../editor/instructions/instructionList';
import type { Engine } from '../../engine/client';
import type { CompiledFunction, LineAddresses } from '../../profile/assembly/lineAddresses';
import type { Routine } from '../../profile/assembly/routine';
import type { Steps } from '../../profile/common/guard';
import type { Session } from '../../captures/session';
import { objdumpArgs, ObjdumpReader, symbolPattern } from '../../sources/program/objdumpReader';
import { ProgramError } from '../../sources/program/programOfProfile';
import type { OnDemand } from '../../ui/onceLoaded';
import { withLateProgress } from '../../ui/progress';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { nameOf } from '../export/exportProfile';
import { forgetProgram, type MeasuredProgram, programFor } from './programOfCapture';
import { basename } from '../../profile/text/shortNames';
import { PreconditionError } from '../../ui/preconditionError';
import { requireTrust } from '../../ui/requireTrust';

export interface InstructionParts {
  readonly session: Session;
  readonly engine: Engine;
  readonly lineCosts: LineCosts;
  readonly programs: OnDemand<Programs>;
  readonly memento: vscode.Memento;
  /** Disposed with the extension. */
  readonly subscriptions: { dispose(): unknown }[];
}

/** The line that a line number menu or a link passes; 1-based. */
export type LinePlace = { readonly uri: vscode.Uri; readonly lineNumber: number } | undefined;

const ORDER = 'linecost.instructionOrder';

let documents: InstructionDocuments | undefined;

/**
 * Shows the instructions of a line with their costs in a peek view, or in an editor if the window is split; by default
 * of the line at the cursor. Throws an Error for the user, CaptureError or EngineError.
 */
export async function showInstructions(parts: InstructionParts, place: LinePlace): Promise<void> {
  requireTrust('go tool objdump runs in its folder');
  const at = place ?? placeOfCursor();
  if (!at) throw new PreconditionError('Put the cursor on a line with costs first.');
  const document = await vscode.workspace.openTextDocument(at.uri);
  const annotated = parts.lineCosts.lineAt(document, at.lineNumber);
  const name = `${basename(document.uri.path)}:${at.lineNumber}`;
  if (!annotated || (annotated.line.flat === 0 && annotated.line.cum === 0)) {
    throw new PreconditionError(`No sample of the active profile was taken on ${name}: choose a line with costs.`);
  }
  const addresses = await addressesOf(parts.engine, annotated);
  const mappings = addresses.functions.flatMap(({ mapping }) => mapping ?? []);
  if (mappings.length === 0) throw new PreconditionError('This profile has no addresses, so the costs of instructions are unknown.');
  const program = await programFor(parts.programs, annotated.active.capture, mappings);
  if (!program) return;
  const rows = await withLateProgress(`Disassembling ${name}`, new AbortController().signal, (signal) =>
    rowsOf(annotated, addresses, program, signal),
  );
  if (rows.address.length === 0) {
    forgetProgram(annotated.active.capture);
    throw new ProgramError(`${program.path} does not have the measured code of ${name}: choose the program that was measured.`);
  }
  await open(parts, document.uri, at.lineNumber, `${nameOf(annotated.active)}/${name}`, { rows, total: addresses.total });
}

function placeOfCursor(): LinePlace {
  const editor = vscode.window.activeTextEditor;
  return editor && { uri: editor.document.uri, lineNumber: editor.selection.active.line + 1 };
}

function addressesOf(engine: Engine, { active, costs, line }: AnnotatedLine): Promise<LineAddresses> {
  const { queryId: profile, sampleType } = active;
  return engine.ask('lineAddresses', { profile, sampleType, file: costs.file, line: line.captured });
}

async function rowsOf(
  { active, costs, line }: AnnotatedLine,
  { functions, ...figures }: LineAddresses,
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
  list: { readonly rows: RowsByOrder; readonly total: number },
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
