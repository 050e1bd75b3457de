import { annotate, costsWithin, type Instruction, type Routine } from '../../profile/assembly/routine';
import type { CompiledFunction, LineAddress, LineAddresses } from '../../profile/assembly/lineAddresses';
import { figureOf } from '../../profile/lines/figures';
import { changeCell } from '../../profile/text/screen/change';
import { cellText } from '../../profile/text/screen/figure';
import { THIN_SPACE } from '../../profile/text/screen/digits';
import { isRounding, shareText } from '../../profile/text/screen/share';
import { shortName } from '../../profile/text/shortNames';

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

/** How costs become figures: the unit, the number to divide by, and the form. */
export interface Figures extends Pick<LineAddresses, 'unit' | 'divideBy' | 'weight'> {
  /** The total that figures are percentages of; unset if they are in their unit. */
  readonly percentOf?: number;
  /** Whether the figures are differences from a baseline, which have signs. */
  readonly areChanges?: boolean;
}

/** A row of the list: an instruction of the source line, a neighboring one, a heading, or a gap. */
export interface ListRow {
  readonly kind: 'own' | 'neighbor' | 'heading' | 'gap';
  readonly text: string;
  /** The costs of an instruction, in the unit of `Figures`. */
  readonly flat?: number;
  readonly cum?: number;
  /** Columns of an instruction's figures in the text: [from, to). */
  readonly flatAt?: readonly [number, number];
  readonly cumAt?: readonly [number, number];
}

/** The order of a function's rows: by address, or the costliest first and without neighbors. */
export type InstructionOrder = 'address' | 'cost';

/** The number of neighboring instructions shown before and after those of the line. */
const NEIGHBORS = 3;
/** The first character of a row marks the line's own instructions, and prevents indent guides. */
const OWN = '┃';
const OTHER = '│';
const GAP_ROW: ListRow = { kind: 'gap', text: '┊' };
/** A longer instruction pushes only its own address to the right. */
const MAX_CODE_WIDTH = 28;

/**
 * The instructions of a source line, function by function, with a few neighbors. The costs are
 * those of `go tool pprof -disasm`. Instructions of other lines show their source. The figures
 * come first, as in the editor, where a narrow peek view shows them too.
 *
 *     │   flat     cum  instruction                 address
 *     work.Sum
 *     ┃ 120 ms  120 ms  MOVQ 0(AX), R11             52f40b
 *     │      .   40 ms  CALL runtime.makeslice(SB)  52f3ef  slice.go:92
 */
export function instructionRows(
  line: ListedLine,
  figures: Figures,
  found: readonly FoundFunction[],
  order: InstructionOrder = 'address',
): ListRow[] {
  const partOf = order === 'cost' ? partByCost : functionPart;
  const parts = found.map((each) => partOf(line, figures, each)).filter(({ rows }) => rows.length > 0);
  if (order === 'cost') parts.sort((a, b) => costliestFirst(hottestOf(a), hottestOf(b)));
  if (parts.length === 0) return [];
  const layout = layoutOf(parts.flatMap(({ rows }) => rows), figures);
  const rows = parts.flatMap(({ name, rows: listed }): ListRow[] => [
    { kind: 'heading', text: shortName(name) },
    ...listed.map((row) => (row === undefined ? GAP_ROW : instructionRow(line, figures, row, layout))),
  ]);
  const names = ['flat', 'cum'].map((name) => name.padStart(layout.figure)).join(BETWEEN);
  const heading = [`${OTHER} ${names}`, 'instruction'.padEnd(layout.code), 'address'].join(BETWEEN);
  return [{ kind: 'heading', text: heading }, ...rows];
}

/** Between two columns. */
const BETWEEN = '  ';

/** A function's instructions in order; undefined is a gap. */
interface Part {
  readonly name: string;
  readonly rows: readonly (PricedInstruction | undefined)[];
}

/** Widths of columns, in characters. */
interface Layout {
  readonly code: number;
  readonly figure: number;
}

function layoutOf(rows: Part['rows'], figuresOf: Figures): Layout {
  const listed = rows.filter((row) => row !== undefined);
  const figures = listed.flatMap(({ flat, cum }) => [flat, cum].map((value) => textOf(value, figuresOf).length));
  const code = Math.min(MAX_CODE_WIDTH, Math.max('instruction'.length, ...listed.map(({ text }) => text.length)));
  return { code, figure: Math.max('flat'.length, ...figures) };
}

/** With plain spaces, because the list is a text, in which VS Code marks others. */
function textOf(value: number, figures: Figures): string {
  return figureIn(value, figures).replaceAll(THIN_SPACE, ' ');
}

function figureIn(value: number, { unit, weight, percentOf, areChanges = false }: Figures): string {
  if (percentOf === undefined) return (areChanges ? changeCell : cellText)(value, unit, { weight });
  if (value === 0 || (areChanges && isRounding(value, percentOf))) return '.';
  return shareText(value, percentOf, areChanges, weight);
}

interface PricedInstruction extends Instruction {
  readonly flat: number;
  readonly cum: number;
  readonly isOwn: boolean;
}

/** Has no rows if the function has no sampled instruction of the line: then the program is from another build. */
function functionPart(line: ListedLine, figures: Figures, { compiled, routine, bias }: FoundFunction): Part {
  const priced = priceAll(line, figures, { compiled, routine, bias });
  const isNear = priced.map((_, i) => {
    return priced.slice(Math.max(0, i - NEIGHBORS), i + NEIGHBORS + 1).some(({ isOwn }) => isOwn);
  });
  const rows: (PricedInstruction | undefined)[] = [];
  priced.forEach((instruction, i) => {
    if (isNear[i]) rows.push(instruction);
    else if (isNear[i - 1]) rows.push(undefined);
  });
  if (rows.length > 0 && rows.at(-1) === undefined) rows.pop();
  return { name: routine.name, rows };
}

function partByCost(line: ListedLine, figures: Figures, found: FoundFunction): Part {
  const instructions = priceAll(line, figures, found).filter(({ isOwn }) => isOwn);
  return { name: found.routine.name, rows: instructions.sort(costliestFirst) };
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
    text: instruction.text.replace(SYMBOL, (symbol) => shortName(symbol)),
    flat: figureOf(total(costs[i].map(({ flat }) => flat)), divisorOf(costs[i], 'flatDivisor'), divideBy),
    cum: figureOf(total(costs[i].map(({ cum }) => cum)), divisorOf(costs[i], 'cumDivisor'), divideBy),
    isOwn: isSampled && (costs[i].some(({ isOfLine }) => isOfLine) || isAt(instruction, line)),
  }));
}

/** The symbol in an operand such as `example.com/a.(*T).M(SB)`. */
const SYMBOL = /[^\s,]+(?=\(SB\))/g;

function divisorOf(costs: readonly LineAddress[], which: 'flatDivisor' | 'cumDivisor'): number | undefined {
  const divisors = costs.flatMap((cost) => cost[which] ?? []);
  return divisors.length === 0 ? undefined : total(divisors);
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function isAt({ file, line }: Instruction, listed: ListedLine): boolean {
  return file === listed.file && line === listed.line;
}

function instructionRow(line: ListedLine, figures: Figures, instruction: PricedInstruction, layout: Layout): ListRow {
  const { flat, cum, isOwn, address, text, file } = instruction;
  const place = isAt(instruction, line) || file === '' ? '' : `${file}:${instruction.line}`;
  const [flatText, cumText] = [flat, cum].map((value) => textOf(value, figures).padStart(layout.figure));
  const start = isOwn ? OWN : OTHER;
  const code = [text.padEnd(layout.code), address.toString(16).padEnd('address'.length), place].join(BETWEEN);
  const [flatEnd, cumEnd] = [2 + layout.figure, 2 + 2 * layout.figure + BETWEEN.length];
  return {
    kind: isOwn ? 'own' : 'neighbor',
    text: `${start} ${flatText}${BETWEEN}${cumText}${BETWEEN}${code}`.trimEnd(),
    flat,
    cum,
    flatAt: [1, flatEnd + 1],
    cumAt: [flatEnd + 1, cumEnd + 1],
  };
}

type Cost = Pick<ListRow, 'flat' | 'cum'>;

/** By the size of flat, then of cum. */
function costliestFirst(a: Cost, b: Cost): number {
  const by = (of: 'flat' | 'cum') => Math.abs(b[of] ?? 0) - Math.abs(a[of] ?? 0);
  return by('flat') || by('cum');
}

/** The costliest instruction of a part that is ordered by cost. */
function hottestOf({ rows }: Part): Cost {
  return rows[0] ?? {};
}

/** The index of the row with the line's costliest instruction; the first of equal ones; -1 if the line has none. */
export function hottestRow(rows: readonly ListRow[]): number {
  const indexes = rows.flatMap(({ kind }, i) => (kind === 'own' ? [i] : []));
  return indexes.sort((a, b) => costliestFirst(rows[a], rows[b]))[0] ?? -1;
}
