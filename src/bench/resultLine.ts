import { LineFields } from './grammar/lineFields';

export interface BenchmarkValue {
  readonly value: number;
  /** As printed: `ns/op`, `B/op`, `MB/s`, or the custom unit of b.ReportMetric. */
  readonly unit: string;
}

export interface Figures {
  readonly iterations: number;
  readonly values: readonly BenchmarkValue[];
}

export interface NamedFigures extends Figures {
  readonly name: string;
}

export function figuresOf({ iterations, values }: Figures): Figures {
  return { iterations, values };
}

/** A result; an error message for a malformed result line; undefined for any other line. */
export function readResultLine(line: string): NamedFigures | string | undefined {
  if (!line.startsWith('Benchmark')) return readGluedResult(line);
  const fields = new LineFields(line);
  const name = fields.field();
  if (fields.wasOnlyField) return undefined;
  const count = fields.field();
  if (count === '') return 'missing iteration count';
  if (!/^\d+$/.test(count)) return `iteration count is not a number: ${count}`;
  const values = readValues(fields);
  return typeof values === 'string' ? values : { name, iterations: Number(count), values };
}

/** A result after output without a newline, under `go test -v`: `doneBenchmarkX-8 \t 10\t 312 ns/op`. */
export function readGluedResult(line: string): NamedFigures | undefined {
  if (!line.includes('Benchmark') || !line.includes('\t')) return undefined;
  const cells = line.trimEnd().split('\t');
  const first = firstMeasurement(cells);
  // After the name: the count in its own cell, and at least one measurement.
  for (let count = Math.max(1, first - 1); count < cells.length - 1; count++) {
    if (!/^ *\d+$/.test(cells[count])) continue;
    const word = cells[count - 1].trimEnd().split(/\s/).at(-1)!;
    const name = word.indexOf('Benchmark');
    if (name === -1) continue;
    const result = readResultLine([word.slice(name), ...cells.slice(count)].join('\t'));
    return typeof result === 'object' ? result : undefined;
  }
  return undefined;
}

/**
 * The index of a name that follows output without a newline, if more such output follows the name:
 * `doneBenchmarkX-8 \tdone      10\t 312 ns/op`. Undefined if there is no such name or several different ones, or if a
 * line without figures may only mention a name.
 */
export function startOfGluedName(line: string): number | undefined {
  if (!line.includes('Benchmark') || !line.includes(' \t')) return undefined;
  const names = new Map<string, number>();
  let end = 0;
  for (const cell of line.split('\t').slice(0, -1)) {
    end += cell.length + 1;
    const padded = cell.trimEnd();
    const word = padded.split(/\s/).at(-1)!;
    const at = word.indexOf('Benchmark');
    // The testing package pads each name.
    if (at === -1 || padded === cell) continue;
    const name = word.slice(at);
    if (!names.has(name)) names.set(name, end - 1 - cell.length + padded.length - name.length);
  }
  const [start] = names.values();
  if (names.size !== 1) return undefined;
  const isAfterText = start > 0 && /\S/.test(line[start - 1]);
  return isAfterText || readFigures(line) !== undefined ? start : undefined;
}

/**
 * The figures at the end of a line, whatever the line begins with: the count in a field of at least eight characters,
 * then measurements separated by tabs.
 */
export function readFigures(line: string): Figures | undefined {
  if (!line.includes('\t')) return undefined;
  const cells = line.trimEnd().split('\t');
  const first = firstMeasurement(cells);
  for (let at = first - 1; at < cells.length - 1; at++) {
    const count = trailingCount(cells[at]);
    if (count === '') continue;
    const iterations = certainCount(count, cells[at]);
    if (iterations === undefined) return undefined;
    const values = readValues(new LineFields(cells.slice(at + 1).join('\t').trimStart()));
    return typeof values === 'string' ? undefined : { iterations, values };
  }
  return undefined;
}

/**
 * Index of the cell at which the measurements at the end of the line begin: from there on, all cells look like
 * `312 ns/op`. The number of cells if the last one does not.
 */
function firstMeasurement(cells: readonly string[]): number {
  let first = cells.length;
  while (first > 1 && /^ *\S+ \S+$/.test(cells[first - 1])) first--;
  return first;
}

/** The number at the end of a cell, with the spaces before it; empty if there is none. */
function trailingCount(cell: string): string {
  let at = cell.length;
  while (at > 0 && /\d/.test(cell[at - 1])) at--;
  if (at === cell.length) return '';
  while (at > 0 && cell[at - 1] === ' ') at--;
  return cell.slice(at);
}

/**
 * The number of iterations, which `go test` pads with spaces to eight characters. Undefined if `count` is shorter, or
 * if its first digits may be the end of the program's output: `run 1` and `12345678` make `run 112345678`.
 */
function certainCount(count: string, cell: string): number | undefined {
  if (count.length < 8) return undefined;
  const digits = count.trimStart();
  if (digits.length <= 8 || digits.length === cell.trim().length) return Number(digits);
  // No count begins with 0.
  const starts = [...digits.slice(0, -7)].flatMap((digit, i) => (digit === '0' ? [] : [i]));
  return starts.length === 1 ? Number(digits.slice(starts[0])) : undefined;
}

/** The values and units in the rest of a line; an error message if they are malformed. */
function readValues(fields: LineFields): readonly BenchmarkValue[] | string {
  const values: BenchmarkValue[] = [];
  while (!fields.isAtEnd) {
    const from = fields.at;
    const value = fields.number();
    if (typeof value === 'string') return `measurement is not a number: ${fields.textFrom(from)}`;
    if (fields.isAtEnd) return 'missing unit';
    values.push({ value, unit: fields.field() });
  }
  return values.length === 0 ? 'missing measurements' : values;
}
