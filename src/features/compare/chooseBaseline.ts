import * as vscode from 'vscode';
import { summaryOf } from '../../bench/formatResult';
import type { CaptureRecord, StoredProfile } from '../../captures/disk/captureStore';
import { amountOf, amountText } from '../../profile/text/amountText';
import { openingType } from '../../profile/text/intervalText';
import { areOfOneKind } from '../../captures/comparison';
import { type Capture, type LoadedProfile, subjectOf } from '../../captures/loadedCapture';
import type { Session } from '../../captures/session';
import type { Baselines } from '../../captures/loaded/baselines';
import { ComparisonError } from '../../captures/comparisonErrors';
import type { OnDemand } from '../../ui/onceLoaded';
import { type PickItem, setStatusBarMessage, showErrorMessage, showQuickPick } from '../../ui/window';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { baselineName } from '../../captures/baselineName';
import { capturedText } from '../../captures/capturedText';
import { PreconditionError } from '../../ui/preconditionError';
import { placesOf } from '../../captures/captureGroups';
import { pickProfileFile } from '../open/pickProfileFile';

export interface CompareParts {
  readonly session: Session;
  readonly captures: LoadedCaptures;
  readonly baselines: OnDemand<Baselines>;
}

const SHOWN_MS = 8000;

/** Makes the capture or profile file with this id the baseline. */
export async function setBaseline({ session, baselines }: CompareParts, id: string | undefined): Promise<void> {
  if (id === undefined) throw new PreconditionError('No profile is open. Open a profile, or choose one in the Profiles view.');
  await reportingFailure(async () => {
    const capture = await (await baselines()).set(id);
    const { title } = capture;
    const isShown = session.active?.baseline !== undefined;
    const next = subjectOf(capture) === undefined
      ? ': Compare with… compares other profiles with it'
      : `: the next profile of ${title} is compared with it`;
    const hint = isShown ? '' : next;
    setStatusBarMessage(`${baselineName(capture, undefined, Date.now())} is the baseline${hint}.`, SHOWN_MS);
  });
}

/**
 * Lets the user choose the baseline of the active profile: a capture or open file of its kind, those of the same
 * benchmark or service first, or another file.
 */
export async function compareWith({ session, captures, baselines }: CompareParts): Promise<void> {
  const { active } = session;
  if (!active) throw new PreconditionError('No profile is active: open the profile to compare first.');
  const stored = await captures.records();
  const places = placesOf(stored);
  const records = stored.map((record) => captureChoice(record, active.profile, places.get(record.id)));
  const files = captures.files.all().map((capture) => fileChoice(capture, active.profile));
  const choices = [...records, ...files].filter((choice) => choice !== undefined && choice.id !== active.capture.id);
  const subject = subjectOf(active.capture);
  const rank = (choice: Choice) => (choice.subject === subject ? 0 : 1);
  const defined = choices.filter((choice) => choice !== undefined);
  const otherChoices = defined.sort((a, b) => rank(a) - rank(b) || b.time - a.time);
  const openFile = { icon: 'folder-opened', label: 'Open a profile file…', alwaysShow: true };
  const kind = active.profile.label;
  const chosen = await showQuickPick<PickItem & { id?: string }>([...otherChoices, openFile], {
    title: `Linecost: Compare ${active.capture.title} with…`,
    placeHolder:
      otherChoices.length > 0
        ? `Profiles of the same kind (${kind})`
        : `There is no other profile of the same kind (${kind}): measure again, or open a file`,
    matchOnDescription: true,
  });
  const id = chosen === openFile ? await askFile() : chosen?.id;
  if (id !== undefined) await compareWithCapture({ baselines }, id);
}

/** Compares the active profile with the capture or profile file that has this id. */
export async function compareWithCapture({ baselines }: Pick<CompareParts, 'baselines'>, id: string): Promise<void> {
  await reportingFailure(async () => (await baselines()).set(id, { mustApply: true }));
}

/** Runs `act`; shows a ComparisonError with a button to choose another baseline. */
export async function reportingFailure(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    const chosen = await showErrorMessage(error.message, 'Compare with…');
    if (chosen) await vscode.commands.executeCommand('linecost.compareWith');
  }
}

type Kind = Pick<StoredProfile, 'label' | 'sampleTypes'>;

interface Choice extends PickItem {
  readonly id: string;
  readonly time: number;
  /** What was measured; see subjectOf. */
  readonly subject?: string | undefined;
}

/** @param place tells captures of one title apart */
function captureChoice(record: CaptureRecord, shown: LoadedProfile, place?: string): Choice | undefined {
  const ofKind = record.profiles.filter((profile) => isOfKind(profile, shown));
  const profile = ofKind.find((each) => each.label === shown.label) ?? ofKind[0];
  if (!profile) return undefined;
  const { label: kind, total } = profile;
  const detail = summaryOf(record.results);
  return { id: record.id, subject: subjectOf(record), ...choiceOf({ ...record, kind, total }, place), detail };
}

function fileChoice({ id, title, capturedAt, profiles }: Capture, shown: LoadedProfile): Choice | undefined {
  const profile = profiles.find(({ label, summary: { sampleTypes } }) => isOfKind({ label, sampleTypes }, shown));
  if (!profile) return undefined;
  const total = amountOf(profile.summary, openingType(profile.summary));
  return { id, ...choiceOf({ title, capturedAt, kind: profile.label, total }), detail: 'open file' };
}

type Measured = Pick<CaptureRecord, 'title' | 'capturedAt' | 'conditions'> & Pick<StoredProfile, 'total'>;

/** An item with a description such as `14:05:09 · 1a2b3c4 · 1.20 s cpu` or `14:05:09 · memory · 2 MiB alloc_space`. */
function choiceOf(what: Measured & { readonly kind: string }, place?: string) {
  const { title, capturedAt, kind, total } = what;
  const when = capturedAt > 0 ? capturedText(what, Date.now()) : undefined;
  const amount = total && amountText(total.value, total);
  const ownKind = amount && kind === total.type ? undefined : kind;
  const description = [place, when, ownKind, amount].filter(Boolean).join(' · ');
  return { label: title, description, time: capturedAt };
}

/** Whether the profiles are of one kind; if a capture has no sample types stored, whether the labels are equal. */
function isOfKind({ label: kind, sampleTypes }: Kind, { label: shown, summary }: LoadedProfile): boolean {
  if (!sampleTypes) return kind === shown;
  return areOfOneKind({ label: kind, sampleTypes }, { label: shown, sampleTypes: summary.sampleTypes });
}

async function askFile(): Promise<string | undefined> {
  return (await pickProfileFile('Compare with Profile File'))?.toString();
}
