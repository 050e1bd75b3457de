import { type AddressCost, annotate, costsWithin, type Instruction, type Routine } from '../profile/assembly/routine';
import { compareBytes } from '../profile/common/utf8';
import { meanOf } from '../profile/lines/figures';
import { graphNodes } from '../profile/graph/graphNodes';
import { type NodeInfo, NodeNames } from '../profile/graph/nodeInfo';
import { nodeFigures, nodesWithFigures } from '../profile/graph/nodeSums';
import { symbolPattern } from '../sources/program/objdumpReader';
import { readProgram } from '../sources/program/program';
import { formatValue, lineColumns, routineHead } from '../profile/text/reportColumns';
import type { ValueFormat } from '../profile/answers/table';
import { baseName, trimmedNaming } from './paths';
import type { ReportRequest } from './prepare';
import { UsageError } from './reportOptions';

/**
 * Disassembles the functions whose names match an RE2 pattern, or their parts in an address range. The range does not
 * include `to`.
 */
export type Disassemble = (
  program: string,
  pattern: string,
  range?: readonly [from: bigint, to: bigint],
) => Promise<readonly Routine[]>;

/** The cost of an address, as a node of pprof's graph. */
interface NodeCost extends AddressCost {
  readonly info: NodeInfo;
  /** The node's printed name, which the pattern is matched with. */
  readonly name: string;
  readonly flatDivisor: number;
  readonly cumDivisor: number;
}

/**
 * The text of `go tool pprof -disasm`.
 * Source: google/pprof internal/report, PrintAssembly.
 * @param matches whether a node's printed name matches the pattern in `request`
 * @throws UsageError if nothing matches, a program cannot be read or disassembled, or Intel syntax is requested
 */
export async function disasmReport(
  request: ReportRequest,
  matches: (nodeName: string) => boolean,
  disassemble: Disassemble,
): Promise<string> {
  const { pattern, intelSyntax } = request.options;
  if (intelSyntax) throw new UsageError('printing assembly in Intel syntax is not supported');
  const routines = await matchingRoutines(request, matches, disassemble);
  if (routines.length === 0) throw new UsageError(`no matches found for ${addressOf(pattern) ?? `regexp ${pattern}`}`);
  const head = `Total: ${formatValue(request.format.total, request.format)}\n`;
  return head + routines.map((routine) => routineText(routine, request.format)).join('');
}

/** The address in a numeric pattern, as pprof's error message prints it; undefined for other patterns. */
function addressOf(pattern: string): string | undefined {
  return /^(0x[0-9a-f]+|\d+)$/i.test(pattern) ? `address 0x${BigInt(pattern).toString(16)}` : undefined;
}

interface RoutineWithCosts {
  readonly routine: Routine;
  /** Ascending by address; never empty. */
  readonly costs: readonly NodeCost[];
  /** Address in the profile − address in the program's file. */
  readonly bias: bigint;
}

async function matchingRoutines(
  request: ReportRequest,
  matches: (nodeName: string) => boolean,
  disassemble: Disassemble,
): Promise<RoutineWithCosts[]> {
  const costs = nodeCosts(request);
  const files = new Set(costs.filter(({ name }) => matches(name)).map(({ info }) => info.objectFile));
  files.delete('');
  const routines: RoutineWithCosts[] = [];
  for (const { file, start } of request.profile.mappings.filter((mapping) => files.has(mapping.file))) {
    const { loadAddress } = await programAt(file);
    const bias = start === 0n || loadAddress === undefined ? 0n : start - loadAddress;
    for (const routine of await disassemble(file, request.options.pattern)) {
      const within = costsWithin(routine, costs, bias);
      if (within.length === 0) continue;
      routines.push({ routine: await withoutLastByte(routine, file, disassemble), costs: within, bias });
    }
  }
  const startOf = ({ routine }: RoutineWithCosts): bigint => routine.instructions[0].address;
  return routines.sort((a, b) => compareBytes(a.routine.name, b.routine.name) || Number(startOf(a) - startOf(b)));
}

/**
 * Cuts off the function's last byte. pprof does so too, and therefore prints the last instruction undecoded or not at
 * all.
 */
async function withoutLastByte(routine: Routine, file: string, disassemble: Disassemble): Promise<Routine> {
  const { instructions, name } = routine;
  const last = instructions.at(-1)!;
  if (last.size === 1) return { name, instructions: instructions.slice(0, -1) };
  const range = [instructions[0].address, last.address + BigInt(last.size) - 1n] as const;
  const cut = await disassemble(file, symbolPattern([name]), range);
  return cut.find((each) => each.instructions[0].address === range[0]) ?? routine;
}

async function programAt(file: string): ReturnType<typeof readProgram> {
  try {
    return await readProgram(file);
  } catch (cause) {
    const advice = 'if it is elsewhere, pass its path before that of the profile';
    throw new UsageError(`cannot read the program ${file} (${(cause as Error).message}): ${advice}`);
  }
}

/** The costs of all nodes, sorted by address; those without an address, or with the same one, by name. */
function nodeCosts({ profile, weights, options }: ReportRequest): NodeCost[] {
  const nodes = graphNodes(profile, { naming: trimmedNaming(profile, options), objects: true });
  const figures = nodeFigures(profile.stacks, weights, nodes);
  const names = new NodeNames(nodes.infos);
  const shown = nodesWithFigures(figures, options.refinement.drop_negative ?? false);
  return Array.from(shown.sort((a, b) => names.compare(a, b)), (node) => ({
    info: nodes.infos[node],
    name: names.of(node),
    address: nodes.infos[node].address,
    flat: figures.flat[node],
    cum: figures.cum[node],
    flatDivisor: figures.flatDivisor?.[node] ?? 0,
    cumDivisor: figures.cumDivisor?.[node] ?? 0,
  }));
}

function routineText({ routine, costs, bias }: RoutineWithCosts, format: ValueFormat): string {
  const costsOfInstructions = annotate(routine, costs, bias);
  const [flat, cum] = (['flat', 'cum'] as const).map((column) => costs.reduce((sum, cost) => sum + cost[column], 0));
  let last = '';
  const lines = routine.instructions.map((instruction, i) => {
    const position = positionOf(instruction, costsOfInstructions[i]);
    const shown = position === last ? '' : position;
    last = position;
    return instructionText(instruction, costsOfInstructions[i], shown, format);
  });
  return routineHead(routine.name, { flat, cum }, format) + lines.join('');
}

/** `pkg.f file.go:7`; the function is known only for instructions with samples. */
function positionOf({ file, line }: Instruction, costs: readonly NodeCost[]): string {
  const name = costs.find(({ info }) => info.name !== '')?.info.name ?? '';
  const sampledFile = costs.find(({ info }) => info.file !== '')?.info.file;
  const inFile = file === '' && sampledFile !== undefined ? baseName(sampledFile) : file;
  const inLine = line === 0 ? (costs.find(({ info }) => info.line !== 0)?.info.line ?? 0) : line;
  const position = inFile === '' ? '' : inLine === 0 ? inFile : `${inFile}:${inLine}`;
  return name === '' ? position : `${name} ${position}`;
}

function instructionText(
  { address, text }: Instruction,
  costs: readonly NodeCost[],
  position: string,
  format: ValueFormat,
): string {
  const [flat, cum] = (['flat', 'cum'] as const).map((column) =>
    meanOf(
      costs.reduce((sum, cost) => sum + cost[column], 0),
      costs.reduce((sum, cost) => sum + cost[`${column}Divisor`], 0),
    ),
  );
  const start = `${lineColumns({ flat, cum }, format)} ${address.toString(16).padStart(10)}: `;
  if (position === '') return `${start}${text}\n`;
  // If the instruction is too long, the position goes on a line of its own before it, in the same column.
  if (Buffer.byteLength(text) >= 40) return `${' '.repeat(74)};${position}\n${start}${text}\n`;
  return `${start}${text}${' '.repeat(Math.max(0, 40 - [...text].length))};${position}\n`;
}
