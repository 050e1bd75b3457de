import type { ProfileKind } from '../capture/captureTypes';
import type { ProfileSummary } from '../engine/queries';
import type { Capture } from '../loadedCapture';
import { type Actions, warn } from '../workbench/loggedMessage';
import type { Output } from '../workbench/output';
import { noSamplesText } from './noSamples';
import type { Target } from './target';

/**
 * Warns if lines may be off, or if there are no costs to show.
 * @param longer the buttons of the warning that the run was too short
 */
export function warnOfProfile(capture: Capture, { name, kind }: Target, output: Output, longer?: Actions): void {
  const { linesMayBeOff, profiles: [first] } = capture;
  if (linesMayBeOff) {
    warn(`The source of ${name} changed while it was built: costs may be on the wrong line. Profile it again.`, output);
  }
  if (first.summary.sampleCount === 0) warn(noSamplesText(name, kind, first.label as ProfileKind), output, longer);
}

/** A program that uses the CPU for a smaller part of its time mostly waits. */
const MIN_BUSY = 0.1;

/** `BenchmarkX waits for 98 % of its time …`; undefined if it does not mostly wait, or its waits were profiled too. */
export function waitingText({ profiles }: Pick<Capture, 'profiles'>, name: string): string | undefined {
  const cpu = profiles.find(({ label }) => label === 'cpu');
  const busy = cpu && busyPart(cpu.summary);
  if (busy === undefined || busy >= MIN_BUSY || profiles.some(({ label }) => label === 'block')) return undefined;
  const percent = Math.min(99, Math.round(100 * (1 - busy)));
  return `${name} waits for ${percent} % of its time, which a cpu profile does not show: a block profile shows waits for channels and locks.`;
}

/** CPU time as a part of the time that was profiled; undefined if the profile does not say. */
function busyPart({ sampleTypes, totals, durationNanos }: ProfileSummary): number | undefined {
  const type = sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  return type < 0 || !durationNanos ? undefined : totals[type] / durationNanos;
}

/** The warning for a benchmark whose program prints lines in the format of results. */
export function printedResultsText(name: string): string {
  return `${name} prints lines that look like results: the figures shown are those that go test printed last.`;
}
