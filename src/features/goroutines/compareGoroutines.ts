import type { QueryEngine } from '../../engine/client';
import type { GoroutineBytes } from '../../engine/goroutineQueries';
import type { DumpHead } from '../../goroutines/answers';
import { plural } from '../../profile/text/counts';
import type { ReadGoroutines } from '../../pages/goroutines/goroutinesPanel';
import { withLateProgress } from '../../ui/progress';
import { showQuickPick } from '../../ui/window';
import { pickText, type TextChoice } from '../texts/pickText';
import { GOROUTINE_FILES, type GoroutinesToShow, readGoroutines, readText } from './readGoroutines';

/** How many dumps of a text are offered. */
const MAX_DUMPS = 50;
const NEVER = new AbortController().signal;

/** A dump of texts that were read. */
interface ChosenDump {
  readonly read: ReadGoroutines;
  /** Its index; unset: all texts, which have one each. */
  readonly dump: number | undefined;
}

/** Asks for two dumps, and compares them. undefined if the user cancels. Throws PreconditionError or EngineError. */
export async function askComparison(engine: QueryEngine): Promise<ReadGoroutines | undefined> {
  const earlier = await askDump('Compare Goroutine Dumps: the Earlier One', engine);
  if (!earlier) return undefined;
  const others = otherDumps(earlier.read, earlier.dump);
  const later = await askDump('Compare Goroutine Dumps: the Later One', engine, others);
  return later && compared(earlier, later, engine);
}

/**
 * Asks for an earlier dump, and compares a shown one with it. Throws like askComparison.
 * @param dump unset: the last
 */
export async function comparedWithEarlier(
  read: ReadGoroutines,
  dump: number | undefined,
  engine: QueryEngine,
): Promise<ReadGoroutines | undefined> {
  const own = read.texts.some(({ isBefore }) => isBefore) ? await withoutComparison(read, engine) : read;
  const later: ChosenDump = { read: own, dump: own.texts.length > 1 ? undefined : dump ?? own.summary.dumpCount - 1 };
  const earlier = await askDump('Compare Goroutines with an Earlier Dump', engine, otherDumps(own, later.dump));
  return earlier && compared(earlier, later, engine);
}

/** The later dump of a comparison alone. Throws EngineError. */
export async function withoutComparison(read: ReadGoroutines, engine: QueryEngine): Promise<ReadGoroutines> {
  const texts = read.texts.filter(({ isBefore }) => !isBefore).map(({ dump: _, ...text }) => text);
  return reread({ ...read, earlier: undefined, texts }, read, engine);
}

async function compared(earlier: ChosenDump, later: ChosenDump, engine: QueryEngine): Promise<ReadGoroutines> {
  const { origin, captureTitle } = later.read;
  const texts = [...textsOf(earlier).map((text) => ({ ...text, isBefore: true })), ...textsOf(later)];
  return reread({ origin, earlier: earlier.read.origin, captureTitle, texts }, later.read, engine);
}

/** @param read what is shown, which can be fetched again */
async function reread(
  toShow: GoroutinesToShow,
  { refresh, notes }: Pick<ReadGoroutines, 'refresh' | 'notes'>,
  engine: QueryEngine,
): Promise<ReadGoroutines> {
  const read = await withLateProgress('Comparing goroutines', NEVER, (signal) =>
    readGoroutines(toShow, engine, signal));
  return { ...read, notes, ...(refresh && { refresh }) };
}

/** Several services are compared one by one, which needs their names; others as one text with one dump. */
function textsOf({ read: { texts }, dump }: ChosenDump): readonly GoroutineBytes[] {
  return texts.length > 1 || dump === undefined ? texts : texts.map((text) => ({ ...text, dump }));
}

async function askDump(
  title: string,
  engine: QueryEngine,
  others: readonly DumpChoice[] = [],
): Promise<ChosenDump | undefined> {
  let chosen: ChosenDump | undefined;
  const choices = others.map(({ label, description, dump }): TextChoice => ({
    label,
    description,
    take: async () => {
      chosen = dump;
      return undefined;
    },
  }));
  const text = await pickText({ title, ...GOROUTINE_FILES, others: choices });
  if (chosen || !text) return chosen;
  return chooseDump(await readText(text, engine), title);
}

/** Of a text with several dumps, asks for one. */
async function chooseDump(read: ReadGoroutines, title: string): Promise<ChosenDump | undefined> {
  const { dumps } = read.summary;
  if (dumps.length < 2) return { read, dump: 0 };
  const lastDumps = dumps.slice(-MAX_DUMPS).reverse();
  const items = lastDumps.map((head) => ({ ...wordsOf(head, dumps), dump: dumps.indexOf(head) }));
  const placeHolder = `${read.origin} has ${dumps.length} dumps, the last first`;
  const item = await showQuickPick(items, { title: `Linecost: ${title}`, placeHolder });
  return item && { read, dump: item.dump };
}

interface DumpChoice {
  readonly label: string;
  readonly description: string;
  readonly dump: ChosenDump;
}

/** The other dumps of the same text, the last first. */
function otherDumps(read: ReadGoroutines, dump: number | undefined): readonly DumpChoice[] {
  const { dumps } = read.summary;
  if (dump === undefined || read.texts.length > 1 || dumps.length < 2) return [];
  const others = dumps.slice(-MAX_DUMPS).reverse().filter((head) => head !== dumps[dump]);
  return others.map((head) => ({ ...wordsOf(head, dumps), dump: { read, dump: dumps.indexOf(head) } }));
}

function wordsOf(head: DumpHead, dumps: readonly DumpHead[]): Omit<DumpChoice, 'dump'> {
  const { title, goroutines } = head;
  const description = `${goroutines} ${plural('goroutine', goroutines)}`;
  return { label: `Dump ${dumps.indexOf(head) + 1}: ${title}`, description };
}
