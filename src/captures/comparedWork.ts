import { ignored } from '../profile/common/ignored';
import type { QueryEngine } from '../engine/client';
import { type Capture, type LoadedProfile, servingProcessOf } from './loadedCapture';
import { plural } from '../profile/text/counts';
import type { ProgramFacts } from '../profile/sums/programFacts';
import { durationText, intervalText } from '../profile/text/intervalText';
import { figureText } from '../profile/text/screen/figure';
import { percentText } from '../profile/text/screen/share';
import type { Active } from './session';

/** What is known of the work behind a comparison by shares. */
export interface ComparedWork {
  readonly now: string;
  readonly before: string;
  /** Sentences for tooltips. */
  readonly remarks: readonly string[];
}

/** Asks for the facts about programs that a comparison shows, and caches them. */
export class WorkOfProfiles {
  private readonly known = new Map<LoadedProfile, ProgramFacts | undefined>();

  constructor(
    private readonly engine: QueryEngine,
    /** Called when a fact became known. */
    private readonly onKnown: () => void,
  ) {}

  /** undefined without such a comparison. Leaves out what is not known yet. */
  of({ capture, profile, baseline }: Active): ComparedWork | undefined {
    if (!baseline?.shares) return undefined;
    const [now, before] = [{ capture, profile }, baseline].map((each): Subject => {
      return { capture: each.capture, profile: each.profile, facts: this.factsOf(each.profile) };
    });
    const remarks = [processText(now, before), ...processorsRemark(now, before)];
    return { now: workText(now), before: workText(before), remarks };
  }

  private factsOf(profile: LoadedProfile): ProgramFacts | undefined {
    if (!this.known.has(profile)) {
      this.known.set(profile, undefined);
      this.engine.ask('programFacts', { profile: profile.summary.id }).then((facts) => {
        this.known.set(profile, facts);
        this.onKnown();
      }, ignored('the work of a service is not known'));
    }
    return this.known.get(profile);
  }
}

interface Subject {
  readonly capture: Capture;
  readonly profile: LoadedProfile;
  readonly facts: ProgramFacts | undefined;
}

/** `3.92 s in 5 s = 0.8 of 2 processors, GC 12 %`, `difference over 5 s`; empty if nothing is known. */
function workText({ capture, profile: { summary }, facts }: Subject): string {
  const { sampleTypes, totals, durationNanos } = summary;
  const cpu = sampleTypes.findIndex(({ type }) => type === 'cpu');
  if (cpu < 0) return intervalText(summary) ?? '';
  const processors = servingProcessOf(capture)?.processors;
  const used = durationNanos > 0 ? totals[cpu] / durationNanos : undefined;
  const utilisation = used === undefined ? '' : ` in ${durationText(durationNanos)} = ${used.toFixed(1)} ${processors === undefined ? 'processors' : `of ${processors} ${plural('processor', processors)}`}`;
  const gc = facts?.gcShare === undefined ? '' : `, GC ${percentText(100 * facts.gcShare, GC_DIGITS)}`;
  return `${figureText(totals[cpu], sampleTypes[cpu].unit, { weight: summary.weights?.[cpu] })}${utilisation}${gc}`;
}

/** The share of garbage collection is a few samples. */
const GC_DIGITS = 2;

function processorsRemark(now: Subject, before: Subject): string[] {
  const cpu = [now, before].some(({ profile }) => profile.summary.sampleTypes.some(({ type }) => type === 'cpu'));
  const areProcessorsKnown = [now, before].every(({ capture }) => servingProcessOf(capture)?.processors !== undefined);
  return cpu && !areProcessorsKnown ? ['How many processors the program may use is not known.'] : [];
}

/** Whether the two profiles are of one process, and how old it was. */
function processText(now: Subject, before: Subject): string {
  const [own, earlier] = [now, before].map(({ capture }) => servingProcessOf(capture));
  if (own && earlier) {
    const ages = `${ageText(now.capture)} old now, ${ageText(before.capture)} in the baseline`;
    const isSame = own.pid === earlier.pid && Math.abs(own.startedAt - earlier.startedAt) < 1000;
    return isSame ? `The same process: ${ages}.` : `Another process than the baseline: ${ages}.`;
  }
  const builds = [now, before].map(({ facts }) => facts?.buildId ?? '');
  if (builds.every((id) => id !== '') && builds[0] !== builds[1]) return 'Another process than the baseline: it has another build id.';
  if (hasRestarted(now, before)) return 'Another process than the baseline: what it counts since its start is less.';
  return 'Whether it is the same process as that of the baseline, and how old each is, is not known.';
}

/** Whether allocations since the start of the process are fewer in the later profile. */
function hasRestarted(now: Subject, before: Subject): boolean {
  if (now.capture.capturedAt < before.capture.capturedAt) return false;
  const { sampleTypes, totals, sums } = now.profile.summary;
  const { totals: earlier, sums: earlierSums } = before.profile.summary;
  const counted = sampleTypes.findIndex(({ type }) => type === 'alloc_space' || type === 'contentions');
  return counted >= 0 && !sums && !earlierSums && totals[counted] < earlier[counted];
}

/** The age of a process when its profile was fetched: `40 s`, `3 min`, `5 h`, `12 days`. */
function ageText(capture: Capture): string {
  const { capturedAt } = capture;
  const seconds = Math.max(0, (capturedAt - (servingProcessOf(capture)?.startedAt ?? capturedAt)) / 1000);
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
