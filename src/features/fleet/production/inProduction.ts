import type { QueryEngine } from '../../../engine/client';
import type { LoadedSummary } from '../../../engine/queries';
import { isAbort } from '../../../profile/common/guard';
import { ignored } from '../../../profile/common/ignored';
import { shortName } from '../../../profile/text/shortNames';
import { createQuickPick } from '../../../ui/window';
import { type FunctionFigures, functionFigures } from './functionFigures';
import { type KnownOfFunction, type ProductionRow, productionRows, type SplitShare } from './productionRows';
import type { ProductionProfiles } from './productionProfiles';
import { type DayShare, trendOf } from './trendText';

/** The default question of a store, and what it can be split by. */
export interface ProductionStore {
  /** `checkout in production · cpu · last 24 h`. */
  readonly title: string;
  readonly profiles: ProductionProfiles;
  /** Names of labels by which the default question can be split. */
  labelNames(signal: AbortSignal): Promise<readonly string[]>;
  /** The values of a label with the largest totals, the largest first. */
  largestValues(label: string, signal: AbortSignal): Promise<readonly string[]>;
  /** The same question where a label has a value. Its caller disposes it. */
  where(label: string, value: string): ProductionProfiles;
}

export interface AnswerActions {
  readonly areOnLines: boolean;
  /** The title of the capture that is shown, if it is not of a store. */
  readonly local: string | undefined;
  /** Shows the function in that capture and in production, side by side. */
  showBeside(): unknown;
  toggleOnLines(): unknown;
  openProfile(): unknown;
  openFunction(name: string): unknown;
  /** Shows the error of a user action. */
  showFailure(error: unknown): unknown;
}

/** What a function costs in the last 24 hours. */
export interface FoundFunction {
  readonly figures: FunctionFigures;
  readonly sampleType: number;
  /** What shares are of: `cpu`. */
  readonly unit: string;
  /** As in KnownOfFunction. */
  readonly lacks: readonly string[];
  readonly notes: readonly string[];
}

const DAYS_BEFORE = 6;
const MAX_VALUES = 5;

/**
 * Shows what a function costs in production: at once what is known of the last 24 hours, then the trend, and on
 * request where it costs most. Resolves when the list is closed, which cancels what is still asked.
 * @param name the full name in the profile
 */
export async function showInProduction(
  name: string,
  { sampleType, unit, ...found }: FoundFunction,
  store: ProductionStore,
  engine: QueryEngine,
  actions: AnswerActions,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const list = createQuickPick<ProductionRow>();
  list.title = `${shortName(name)} · ${store.title}`;
  list.placeholder = 'What it costs there. Enter opens a caller, or splits by a label';
  list.matchOnDescription = true;
  let known: KnownOfFunction = {
    ...found, trend: undefined, labels: undefined, splits: new Map(), areOnLines: actions.areOnLines,
    local: actions.local,
  };
  const tell = (more: Partial<KnownOfFunction>): void => {
    if (signal.aborted) return;
    known = { ...known, ...more };
    const at = list.activeItems[0];
    const rows = productionRows(known, unit);
    list.items = rows;
    const same = at && rows.find(({ label }) => label === at.label);
    if (same) list.activeItems = [same];
  };
  const shareIn = async (summary: LoadedSummary): Promise<DayShare['share']> => {
    const of = await functionFigures(engine, { queryId: summary.id, sampleType }, name, signal);
    return of ?? { cum: 0, total: summary.totals[sampleType] };
  };
  const split = async (label: string): Promise<void> => {
    const put = (value: KnownOfFunction['splits'] extends ReadonlyMap<string, infer V> ? V : never): void =>
      tell({ splits: new Map([...known.splits, [label, value]]) });
    put('asking');
    try {
      const values = (await store.largestValues(label, signal)).slice(0, MAX_VALUES);
      put(await Promise.all(values.map((value) => splitShare(store.where(label, value), value, shareIn, signal))));
    } catch (error) {
      if (!isAbort(error)) put({ failure: (error as Error).message });
    }
  };
  list.onDidAccept(() => {
    const act = list.selectedItems[0]?.act;
    if (act === undefined) return;
    if (typeof act === 'object' && 'label' in act) return void split(act.label);
    list.hide();
    Promise.resolve(done(act, actions)).catch((error: unknown) => actions.showFailure(error));
  });
  tell({});
  list.show();
  const asking = [
    trend(store, found.figures, shareIn, signal).then(tell),
    store.labelNames(signal).then((labels) => tell({ labels })).catch((error: unknown) => {
      tell({ labels: [] });
      ignored('an answer of production has no labels')(error);
    }),
  ];
  await new Promise<void>((resolve) => void list.onDidHide(resolve));
  controller.abort();
  list.dispose();
  await Promise.allSettled(asking);
}

function done(act: Exclude<ProductionRow['act'], undefined | { label: string }>, actions: AnswerActions): unknown {
  if (act === 'showOnLines') return actions.toggleOnLines();
  if (act === 'beside') return actions.showBeside();
  return act === 'profile' ? actions.openProfile() : actions.openFunction(act.caller);
}

type ShareIn = (summary: LoadedSummary) => Promise<DayShare['share']>;

async function trend(
  { profiles }: ProductionStore,
  now: FunctionFigures,
  shareIn: ShareIn,
  signal: AbortSignal,
): Promise<Pick<KnownOfFunction, 'trend' | 'trendFailure'>> {
  try {
    const before = await profiles.days(DAYS_BEFORE, ({ summary }) => shareIn(summary), signal);
    const shares = before.map(({ to, result }) => ({ to, share: result }));
    return { trend: trendOf([...shares, { to: profiles.lastRange().to, share: now }]) ?? 'none' };
  } catch (error) {
    return { trend: undefined, ...(!isAbort(error) && { trendFailure: (error as Error).message }) };
  }
}

async function splitShare(
  profiles: ProductionProfiles,
  value: string,
  shareIn: ShareIn,
  signal: AbortSignal,
): Promise<SplitShare> {
  try {
    const answer = await profiles.lastDay(signal);
    return { value, share: answer && (await shareIn(answer.summary)) };
  } finally {
    profiles.dispose();
  }
}
