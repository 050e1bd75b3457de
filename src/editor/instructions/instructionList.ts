import { annotate, costsWithin } from '../../profile/assembly/annotate';
import type { CompiledFunction, LineAddress, LineAddresses } from '../../profile/assembly/lineAddresses';
import type { Instruction, Routine } from '../../profile/assembly/routine';
import { figureOf } from '../../profile/lines/figures';
import { formatListValue } from '../../profile/text/measurement';

/** A source line whose instructions are shown. */
export interface ListedLine {
  /** Base name. */
  readonly file: string;
  /** 1-based, as captured. */
  readonly line: number;
}

/** A compiled function with its code, and the offset of its addresses in the process that ran it. */
export interface FoundFunction {
  readonly compiled: CompiledFunction;
  readonly routine: Routine;
  readonly bias: bigint;
}

/** The unit of the costs. */
export type Figures = Pick<LineAddresses, 'unit' | 'divideBy'>;

/** A row of the list: an instruction of the source line, a neighboring one, a heading, or a gap. */
export interface ListRow {
  readonly kind: 'own' | 'neighbor' | 'heading' | 'gap';
  readonly text: string;
  /** The cost of an instruction, in the sample type's unit. */
  readonly flat?: number;
  readonly cum?: number;
}

/** The order of a function's rows: by address, or the costliest first and without neighbors. */
export type InstructionOrder = 'address' | 'cost';

/** The number of neighboring instructions shown before and after those of the line. */
const NEIGHBORS = 3;
/** The first character of a row marks the line's own instructions, and prevents indent guides. */
const OWN = '┃';
const OTHER = '│';
const GAP = '┊';
/** Room for `99999 ns/op`. */
const FIGURE_WIDTH = 12;
/** Columns of the figures in a row of an instruction: [from, to). */
export const FLAT_COLUMN = [1, 1 + FIGURE_WIDTH] as const;
export const CUM_COLUMN = [1 + FIGURE_WIDTH, 1 + 2 * FIGURE_WIDTH] as const;

/**
 * The instructions of a source line, function by function, with a few neighbors. The figures are
 * those of `go tool pprof -disasm`. Instructions of other lines show their source.
 *
 *     │        flat         cum  address   instruction
 *     work.Sum
 *     ┃       120ms       120ms  52f40b    MOVQ 0(AX), R11
 *     │           .        40ms  52f3ef    CALL runtime.makeslice(SB)    slice.go:92
 */
export function instructionRows(
  line: ListedLine,
  figures: Figures,
  found: readonly FoundFunction[],
  order: InstructionOrder = 'address',
): ListRow[] {
  const rowsOf = order === 'cost' ? rowsByCost : functionRows;
  const parts = found.map((each) => rowsOf(line, figures, each));
  if (order === 'cost') parts.sort((a, b) => costliestFirst(hottestOf(a), hottestOf(b)));
  const rows = parts.flat();
  if (rows.length === 0) return [];
  const names = ['flat', 'cum'].map((name) => name.padStart(FIGURE_WIDTH)).join('');
  return [{ kind: 'heading', text: `${OTHER}${names}  address   instruction` }, ...rows];
}

interface PricedInstruction extends Instruction {
  readonly flat: number;
  readonly cum: number;
  readonly isOwn: boolean;
}

/** Empty if the function has no instruction of the line: the program is another build. */
function functionRows(line: ListedLine, figures: Figures, { compiled, routine, bias }: FoundFunction): ListRow[] {
  const priced = priceAll(line, figures, { compiled, routine, bias });
  const isNear = priced.map((_, i) => {
    return priced.slice(Math.max(0, i - NEIGHBORS), i + NEIGHBORS + 1).some(({ isOwn }) => isOwn);
  });
  const rows: ListRow[] = [];
  priced.forEach((instruction, i) => {
    if (isNear[i]) rows.push(instructionRow(line, figures, instruction));
    else if (isNear[i - 1]) rows.push({ kind: 'gap', text: GAP });
  });
  if (rows.length === 0) return [];
  if (rows.at(-1)!.kind === 'gap') rows.pop();
  return [{ kind: 'heading', text: routine.name }, ...rows];
}

function rowsByCost(line: ListedLine, figures: Figures, found: FoundFunction): ListRow[] {
  const own = priceAll(line, figures, found).filter(({ isOwn }) => isOwn);
  if (own.length === 0) return [];
  const rows = own.sort(costliestFirst).map((instruction) => instructionRow(line, figures, instruction));
  return [{ kind: 'heading', text: found.routine.name }, ...rows];
}

function priceAll(
  line: ListedLine,
  { divideBy }: Figures,
  { compiled, routine, bias }: FoundFunction,
): PricedInstruction[] {
  const within = costsWithin(routine, compiled.addresses, bias);
  const costs = annotate(routine, within, bias);
  const isSampled = within.some(({ isOfLine }) => isOfLine);
  return routine.instructions.map((instruction, i) => ({
    ...instruction,
    flat: figureOf(total(costs[i].map(({ flat }) => flat)), divisorOf(costs[i], 'flatDivisor'), divideBy),
    cum: figureOf(total(costs[i].map(({ cum }) => cum)), divisorOf(costs[i], 'cumDivisor'), divideBy),
    isOwn: isSampled && (costs[i].some(({ isOfLine }) => isOfLine) || isAt(instruction, line)),
  }));
}

function divisorOf(costs: readonly LineAddress[], which: 'flatDivisor' | 'cumDivisor'): number | undefined {
  const divisors = costs.flatMap((cost) => cost[which] ?? []);
  return divisors.length === 0 ? undefined : total(divisors);
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function isAt({ file, line }: Instruction, wanted: ListedLine): boolean {
  return file === wanted.file && line === wanted.line;
}

function instructionRow(line: ListedLine, { unit }: Figures, instruction: PricedInstruction): ListRow {
  const { flat, cum, isOwn, address, text, file } = instruction;
  const figures = [flat, cum].map((value) => formatListValue(value, unit).padStart(FIGURE_WIDTH)).join('');
  const place = isAt(instruction, line) || file === '' ? '' : `${file}:${instruction.line}`;
  const code = place === '' ? text : `${text.padEnd(36)}  ${place}`;
  const row = `${isOwn ? OWN : OTHER}${figures}  ${address.toString(16).padEnd(8)}  ${code}`;
  return { kind: isOwn ? 'own' : 'neighbor', text: row, flat, cum };
}

type Cost = Pick<ListRow, 'flat' | 'cum'>;

/** By the size of flat, then of cum. */
function costliestFirst(a: Cost, b: Cost): number {
  const by = (of: 'flat' | 'cum') => Math.abs(b[of] ?? 0) - Math.abs(a[of] ?? 0);
  return by('flat') || by('cum');
}

function hottestOf(rows: readonly ListRow[]): Cost {
  return rows[hottestRow(rows)] ?? {};
}

/** The costliest instruction of the line, the first of several, as an index into the rows; -1 if it has none. */
export function hottestRow(rows: readonly ListRow[]): number {
  const own = rows.flatMap(({ kind }, i) => (kind === 'own' ? [i] : []));
  return own.sort((a, b) => costliestFirst(rows[a], rows[b]))[0] ?? -1;
}
