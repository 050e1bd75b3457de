import { isOfUnknownCode } from '../../captures/deployedBuild';
import type { Active } from '../../captures/session';
import type { Sources } from '../../documents/sources';
import type { QueryEngine } from '../../engine/client';
import { inSlices } from '../../go/timeSlices';
import type { FileCosts } from '../../profile/answers/lines';
import type { Steps } from '../../profile/common/guard';
import { splitLines } from '../../profile/common/textLines';
import { isFromSeveralFiles, sourceMatch } from '../../sources/lineMatching/sourceMatch';
import { sourceMatchByLines } from '../../sources/lineMatching/sourceMatchByLines';
import type { HotRow } from './hotLinesText';

/**
 * Adds the texts of the lines to rows, as they were measured, or as the files are now if no text was captured. A line
 * whose text may be another one has none.
 */
export async function withTexts(
  rows: readonly HotRow[],
  sources: Pick<Sources, 'textOf'>,
  engine: QueryEngine,
  signal: AbortSignal,
): Promise<readonly HotRow[]> {
  const active = rows[0]?.active;
  if (!active || active.capture.linesMayBeOff || isOfUnknownCode(active.capture)) return rows;
  const lines = new Map<string, number[]>();
  for (const { info: { path }, line } of rows) {
    if (!line.isRemoved) lines.set(path, [...(lines.get(path) ?? []), line.line]);
  }
  const wholes = new Map<string, string>();
  for (const path of lines.keys()) wholes.set(path, (await sources.textOf(active, path)) ?? '');
  const costs = await costsToCheck(active, rows, engine, signal);
  const texts = await inSlices(textsOf(lines, wholes, costs), signal);
  return rows.map((row) => ({ ...row, text: textOfRow(row, texts) }));
}

/** The costs of files whose text may not be the measured one, by path. That of a test was read when it was built. */
async function costsToCheck(
  { capture: { target }, profile: { summary: { id } }, sampleType }: Active,
  rows: readonly HotRow[],
  engine: QueryEngine,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FileCosts[]>> {
  const byPath = new Map<string, FileCosts[]>();
  if (target) return byPath;
  const paths = new Map(rows.filter(({ line }) => !line.isRemoved).map(({ info, line }) => [line.file, info.path]));
  if (paths.size === 0) return byPath;
  // A compared profile also has functions of the baseline.
  const found = await engine.ask('fileCosts', { profile: id, sampleType, files: [...paths.keys()] }, signal);
  for (const each of found) {
    const path = paths.get(each.file);
    if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), each]);
  }
  return byPath;
}

type Texts = ReadonlyMap<string, ReadonlyMap<number, string>>;

function* textsOf(
  lines: ReadonlyMap<string, readonly number[]>,
  wholes: ReadonlyMap<string, string>,
  costs: ReadonlyMap<string, readonly FileCosts[]>,
): Steps<Texts> {
  const texts = new Map<string, ReadonlyMap<number, string>>();
  for (const [path, wanted] of lines) {
    yield;
    const whole = wholes.get(path) ?? '';
    const toCheck = costs.get(path) ?? [];
    const split = toCheck.length > 0 ? splitLines(whole) : [];
    if (!toCheck.some((each) => isOtherText(split, each))) texts.set(path, textsOfLines(whole, wanted));
  }
  return texts;
}

/** Whether a profile shows that its program was not built from this text. */
function isOtherText(lines: readonly string[], costs: FileCosts): boolean {
  const { file, functions } = costs;
  if (!file.endsWith('.go') || functions.every(({ startLine }) => startLine <= 0)) {
    return sourceMatchByLines(lines, { ...costs, calls: [] }) === 'differs';
  }
  return sourceMatch(file, lines, functions) === 'differs' || isFromSeveralFiles(lines, functions);
}

function textOfRow({ active, info: { path }, line }: HotRow, texts: Texts): string | undefined {
  const { line: at, removedLine } = line;
  if (!line.isRemoved) return texts.get(path)?.get(at);
  const before = active.baseline?.capture.sources.get(path);
  if (removedLine === undefined || before === undefined) return undefined;
  return textsOfLines(before, [removedLine]).get(removedLine);
}

/**
 * The texts of lines in one pass, without the space around them, and with one space for any other.
 * @param lines 1-based
 */
function textsOfLines(text: string, lines: readonly number[]): Map<number, string> {
  const found = new Map<number, string>();
  const wanted = [...new Set(lines)].sort((a, b) => a - b);
  let start = 0;
  let number = 1;
  for (const line of wanted) {
    for (; number < line && start >= 0; number++) start = text.indexOf('\n', start) + 1 || -1;
    if (start < 0) break;
    const end = text.indexOf('\n', start);
    const shown = text.slice(start, end < 0 ? undefined : end).trim().replace(/\s+/g, ' ');
    if (shown !== '') found.set(line, shown);
  }
  return found;
}
