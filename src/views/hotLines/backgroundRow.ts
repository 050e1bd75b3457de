import type { QueryEngine } from '../../engine/client';
import type { BackgroundWork, HotLine } from '../../profile/answers/lines';
import { ignored } from '../../profile/common/ignored';
import { isFew } from '../../profile/noise/interval';
import { shareText } from '../../profile/text/screen/share';
import { basename, shortName } from '../../profile/text/shortNames';
import { BACKGROUND, backgroundParts, LEAST_BACKGROUND } from '../../captures/backgroundWords';
import type { Active } from '../../captures/session';
import { shownWeight } from '../../captures/shownWeight';
import type { FoundPath, Sources } from '../../documents/sources';
import { FEW } from './hotLineJudgements';

/** How many of the lines that allocate most are named. */
const MAX_CAUSES = 3;

/** The cost of the runtime's own goroutines, and the lines that allocate most, which are its likely cause. */
export interface BackgroundRow {
  readonly active: Active;
  readonly work: BackgroundWork;
  readonly causes: readonly Cause[];
}

/** A line that allocates, with its part of all allocated bytes. */
export interface Cause {
  readonly line: HotLine;
  readonly share: number;
}

/** What the runtime's own goroutines cost in the active profile; undefined if that is little, or unknown. */
export async function backgroundRow(
  engine: QueryEngine,
  active: Active,
  sources: Pick<Sources, 'pathsOf'>,
  signal?: AbortSignal,
): Promise<BackgroundRow | undefined> {
  const { queryId: profile, sampleType } = active;
  const work = await engine.ask('backgroundWork', { profile, sampleType }, signal);
  if (!work || !isShown(work)) return undefined;
  const causes = await allocatingLines(engine, active, sources, signal).catch(ignored('the causes of garbage collection are not named', []));
  return { active, work, causes };
}

function isShown({ cost, total, change }: BackgroundWork): boolean {
  const most = Math.max(Math.abs(cost), change?.now ?? 0, change?.before ?? 0);
  return most > 0 && most >= LEAST_BACKGROUND * total;
}

/** The lines of the workspace that allocate most, from the memory profile of the same capture. */
async function allocatingLines(
  engine: QueryEngine,
  active: Active,
  sources: Pick<Sources, 'pathsOf'>,
  signal: AbortSignal | undefined,
): Promise<readonly Cause[]> {
  const allocations = active.capture.profiles.flatMap(({ summary }) => {
    const sampleType = summary.sampleTypes.findIndex(({ type }) => type === 'alloc_space');
    return sampleType < 0 ? [] : [{ profile: summary.id, sampleType }];
  });
  const [allocated] = allocations;
  if (!allocated) return [];
  const names = await engine.ask('files', { profile: allocated.profile }, signal);
  const paths = await sources.pathsOf(active, names);
  const isOwn = (path: FoundPath | undefined) => path?.isInWorkspace === true;
  const files = names.filter((name) => isOwn(paths.get(name)));
  const view = { order: 'charged', limit: MAX_CAUSES, files } as const;
  const { lines, total } = await engine.ask('hotLines', { ...allocated, ...view }, signal);
  return lines.filter(({ charged }) => charged > 0).map((line) => ({ line, share: line.charged / total }));
}

/** The row of background work: its share of the profile, in a comparison its change, then its amount. */
export function backgroundTexts({ active, work, causes }: BackgroundRow) {
  const because = causes.map((cause) => `${causeText(cause)}  ${shortName(cause.line.function)}`);
  const tooltip = [
    'What the runtime does in goroutines of its own: marking and sweeping garbage, returning memory, finalizers.',
    'It is at no line of the program. Allocations cause most of it.',
    ...(because.length > 0 ? ['Likely causes, the lines that allocate most:', ...because, 'Click to open the first one.'] : []),
  ].join('\n');
  const { lead, description } = backgroundParts(active, work);
  if (!isMostlyChance(active, work)) return { lead, label: BACKGROUND, description, tooltip };
  return { lead: `${FEW.sign} ${lead}`, label: BACKGROUND, description, tooltip: `${tooltip}\n${FEW.sign} ${FEW.text}` };
}

/** A change is judged by the noise instead: see backgroundParts. */
function isMostlyChance(active: Active, { cost }: BackgroundWork): boolean {
  const weight = active.baseline ? undefined : shownWeight(active);
  return weight !== undefined && isFew(cost / weight);
}

/** `words.go:12 (60 % of the allocated bytes)` */
export function causeText({ line: { file, line }, share }: Cause): string {
  return `${basename(file)}:${line} (${shareText(share, 1, false)} of the allocated bytes)`;
}
