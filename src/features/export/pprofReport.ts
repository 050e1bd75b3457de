import type { Engine } from '../../engine/client';
import type { PprofReport } from '../../engine/queries';
import { derivationOf, type Session } from '../../captures/session';
import { inBackground } from '../../ui/inBackground';
import { type PickItem, showInformationMessage, showQuickPick } from '../../ui/window';
import { withLateProgress } from '../../ui/progress';
import { showReadOnlyText } from '../../ui/readOnlyText';
import { figuresNote, nameOf, withTotals } from './exportProfile';

export interface PprofReportParts {
  readonly session: Session;
  readonly engine: Engine;
  /** Disposed with the extension. */
  readonly subscriptions: { dispose(): unknown }[];
}

interface ReportChoice extends PickItem {
  readonly label: PprofReport;
  /** What the profile lacks if this report is empty. */
  readonly part: string;
}

const REPORTS: readonly ReportChoice[] = [
  { label: 'traces', detail: 'Every sample with its stack', part: 'samples' },
  { label: 'tags', detail: 'The labels of the samples', part: 'labels' },
  { label: 'tree', detail: 'Functions with their callers & callees', part: 'functions' },
  { label: 'raw', detail: 'The whole content of the profile', part: 'contents' },
  { label: 'comments', detail: 'The comments in the profile', part: 'comments' },
];

/** Shows a report of the active profile (see withTotals) as `go tool pprof` prints it. Throws EngineError. */
export async function showPprofReport({ session, engine, subscriptions }: PprofReportParts): Promise<void> {
  const { active } = session;
  if (!active) return;
  const name = nameOf(active);
  const options = { title: `pprof report of ${name}`, placeHolder: 'Choose a report', matchOnDetail: true };
  const choice = await showQuickPick(REPORTS, options);
  if (!choice) return;
  const { label: report } = choice;
  const params = { ...derivationOf(withTotals(active)), sampleType: active.sampleType, report };
  const text = await withLateProgress(`Writing ${report} of ${name}`, new AbortController().signal, (signal) =>
    engine.ask('pprofText', params, signal),
  );
  if (text === '') {
    inBackground(showInformationMessage(`There is nothing to show: this profile has no ${choice.part}.`));
    return;
  }
  if (figuresNote(active) !== '') inBackground(showInformationMessage(figuresNote(active)));
  await showReadOnlyText(`${name} ${report}`, text, subscriptions);
}
