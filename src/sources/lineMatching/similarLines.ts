import { type CodeLine, codeLine, isWord, weightOf } from './codeLine';

/** With more possible pairs of lines, each line is compared only with the one at its place. */
const MAX_PAIRS = 2500;
/** The minimum similarity of a line and the line that it was edited to. */
const MIN_SIMILARITY = 0.6;
/** The minimum for lines with the same calls, or two `for` lines: they have more in common than their text. */
const MIN_SIMILARITY_ALIKE = 0.5;
/** What a renamed variable counts, compared with an unchanged word. */
const RENAMED_WEIGHT = 0.6;
/** What a number in place of another one counts, or a string in place of another one. */
const OTHER_LITERAL_WEIGHT = 0.5;
/** A pair is ambiguous if another line is about as similar. */
const ABOUT = 0.02;

/** What all removed and added lines of a function show about two of them. */
export interface EditContext {
  /** The names of imported packages, in either text. */
  readonly packages: ReadonlySet<string>;
  /** Names that were replaced everywhere: old → new. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The number of removed and of added lines with a call. */
  readonly removedCalls: ReadonlyMap<string, number>;
  readonly addedCalls: ReadonlyMap<string, number>;
}

/**
 * Takes all lines of a function that only one of the two texts has.
 * @param functions functions that were renamed: old → new
 */
export function editContext(
  removed: readonly string[],
  added: readonly string[],
  packages: ReadonlySet<string> = new Set(),
  functions: ReadonlyMap<string, string> = new Map(),
): EditContext {
  const [old, fresh] = [removed, added].map((lines) => lines.map((line) => codeLine(line, packages)));
  const renamed = new Map([...renamedNames(old, fresh), ...functions]);
  const linesWith = (lines: readonly CodeLine[]) => countsOf(lines.flatMap(({ calls }) => [...new Set(calls)]));
  return {
    packages,
    renamed,
    removedCalls: linesWith(old.map((line) => withNewNames(line, renamed))),
    addedCalls: linesWith(fresh),
  };
}

/**
 * Pairs old lines with the new lines that they were plainly edited to: most of the text is the same, and so is what
 * they call. A line whose call was replaced by another, or is in another line now, is not paired; neither is a line
 * that could as well be paired with another one. Returns ascending pairs of indexes. Takes lines without indentation.
 *
 *     total += f(x)            total += f(x, y)         0 → 0
 *                              log(total)
 *     os.ReadFile(name)        os.Open(name)            not paired: another function
 *     w.Write(render(id))      page := render(id)       not paired: two lines instead of one
 *                              w.Write(page)
 */
export function similarLines(
  old: readonly string[],
  fresh: readonly string[],
  context: EditContext,
): [number, number][] {
  const [rows, columns] = [old.length, fresh.length];
  if (rows === 0 || columns === 0) return [];
  const before = old.map((text) => withNewNames(codeLine(text, context.packages), context.renamed));
  const now = fresh.map((text) => codeLine(text, context.packages));
  if (rows * columns > MAX_PAIRS) return rows === columns ? pairsInOrder(before, now, context) : [];
  const similarity = before.map((a) => now.map((b) => similarityOf(a, b, context)));
  const pairs = bestPairs(similarity, rows, columns);
  const [usedRows, usedColumns] = [new Set(pairs.map(([i]) => i)), new Set(pairs.map(([, j]) => j))];
  return pairs.filter(([i, j]) => {
    const least = similarity[i][j] - ABOUT;
    const isOther = (row: number, column: number) => similarity[row][column] > 0 && similarity[row][column] >= least;
    const hasOtherNew = now.some((_, column) => !usedColumns.has(column) && isOther(i, column));
    return !hasOtherNew && !before.some((_, row) => !usedRows.has(row) && isOther(row, j));
  });
}

/** Pairs each line with the one at its place. */
function pairsInOrder(before: readonly OldLine[], now: readonly CodeLine[], context: EditContext): [number, number][] {
  return before.flatMap((line, i): [number, number][] => (similarityOf(line, now[i], context) > 0 ? [[i, i]] : []));
}

/** The ascending pairs with the largest sum of similarities. */
function bestPairs(similarity: readonly (readonly number[])[], rows: number, columns: number): [number, number][] {
  // best[i][j]: the largest sum of similarities of the lines from i and j on.
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const paired = similarity[i][j] > 0 ? similarity[i][j] + best[i + 1][j + 1] : 0;
      best[i][j] = Math.max(paired, best[i + 1][j], best[i][j + 1]);
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
    if (similarity[i][j] > 0 && best[i][j] === similarity[i][j] + best[i + 1][j + 1]) pairs.push([i++, j++]);
    else if (best[i][j] === best[i + 1][j]) i++;
    else j++;
  }
  return pairs;
}

/** The share of the text that two lines have in common; 0 if it is small, or they have other calls. */
function similarityOf(a: OldLine, b: CodeLine, { removedCalls, addedCalls }: EditContext): number {
  if (a.weight === 0 || b.weight === 0) return 0;
  const [lost, gained] = [without(a.calls, b.calls), without(b.calls, a.calls)];
  if (lost.length > 0 && gained.length > 0) return 0;
  // A call that is in another new line now, or was in another old line.
  const isElsewhere = (call: string, lines: ReadonlyMap<string, number>, { calls }: CodeLine) =>
    (lines.get(call) ?? 0) > (calls.includes(call) ? 1 : 0);
  const isSplit = lost.some((call) => isElsewhere(call, addedCalls, b));
  if (isSplit || gained.some((call) => isElsewhere(call, removedCalls, a))) return 0;
  const [old, fresh] = [without(a.tokens, b.tokens), without(b.tokens, a.tokens)];
  const common = a.weight - old.reduce((sum, token) => sum + weightOf(token), 0)
    - (1 - RENAMED_WEIGHT) * a.renamed.filter((name) => b.tokens.includes(name)).length
    + OTHER_LITERAL_WEIGHT * [NUMBER, STRING].reduce((sum, kind) => sum + replaced(old, fresh, kind), 0);
  const share = (2 * common) / (a.weight + b.weight);
  const haveSameCalls = a.calls.length > 0 && lost.length + gained.length === 0;
  const isAlike = haveSameCalls || (a.tokens[0] === 'for' && b.tokens[0] === 'for');
  return share >= (isAlike ? MIN_SIMILARITY_ALIKE : MIN_SIMILARITY) ? share : 0;
}

const NUMBER = /^\p{N}/u;
const STRING = /^["'`]/;

/** The number of tokens of a kind that replace tokens of the same kind. */
function replaced(old: readonly string[], fresh: readonly string[], kind: RegExp): number {
  const countIn = (tokens: readonly string[]) => tokens.filter((token) => kind.test(token)).length;
  return Math.min(countIn(old), countIn(fresh));
}

/** A line of the old text, with the new names of variables. */
interface OldLine extends CodeLine {
  /** The tokens with a new name. */
  readonly renamed: readonly string[];
}

function withNewNames(line: CodeLine, renamed: ReadonlyMap<string, string>): OldLine {
  if (renamed.size === 0) return { ...line, renamed: [] };
  return {
    renamed: line.tokens.flatMap((token) => renamed.get(token) ?? []),
    tokens: line.tokens.map((token) => renamed.get(token) ?? token),
    calls: line.calls.map((call) => (call.startsWith('.') ? `.${renamed.get(call.slice(1)) ?? call.slice(1)}` : call)),
    weight: line.weight,
  };
}

/** What `all` has more often than `other`. */
function without(all: readonly string[], other: readonly string[]): string[] {
  if (all.length === 0) return [];
  const left = countsOf(other);
  return all.filter((each) => {
    const count = left.get(each) ?? 0;
    if (count > 0) left.set(each, count - 1);
    return count === 0;
  });
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/**
 * The variables that were renamed between two versions of the same code: a name that only the removed lines have, and
 * one that only the added lines have, as often, in the same order of first appearance. Called functions do not count.
 */
function renamedNames(removed: readonly CodeLine[], added: readonly CodeLine[]): Map<string, string> {
  const [old, fresh] = [variableCounts(removed), variableCounts(added)];
  const onlyIn = (names: typeof old, other: typeof old) => {
    return [...names].filter(([name, count]) => count > 1 && !other.has(name));
  };
  const appeared = onlyIn(fresh, old);
  const renamed = new Map<string, string>();
  let next = 0;
  for (const [name, count] of onlyIn(old, fresh)) {
    const at = appeared.findIndex(([, other], i) => i >= next && other === count);
    if (at < 0) continue;
    renamed.set(name, appeared[at][0]);
    next = at + 1;
  }
  return renamed;
}

/** How often each name appears, by first appearance; 0 for a name that is called. */
function variableCounts(lines: readonly CodeLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  const called = new Set<string>();
  for (const { tokens } of lines) {
    tokens.forEach((token, at) => {
      if (!isWord(token)) return;
      counts.set(token, (counts.get(token) ?? 0) + 1);
      if (tokens[at + 1] === '(') called.add(token);
    });
  }
  for (const name of called) counts.set(name, 0);
  return counts;
}
