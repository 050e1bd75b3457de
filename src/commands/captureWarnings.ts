import type { ProfileKind } from '../capture/captureTypes';
import type { Capture } from '../loadedCapture';
import { warn } from '../workbench/loggedMessage';
import type { Output } from '../workbench/output';
import { noSamplesText } from './noSamples';
import type { Target } from './target';

/** Warns if lines may be off, or if there are no costs to show. */
export function warnOfProfile(capture: Capture, { name, kind }: Target, output: Output): void {
  const { linesMayBeOff, profiles: [first] } = capture;
  if (linesMayBeOff) {
    warn(`The source of ${name} changed while it was built: costs may be on the wrong line. Profile it again.`, output);
  }
  if (first.summary.sampleCount === 0) warn(noSamplesText(name, kind, first.label as ProfileKind), output);
}

/** The warning for a benchmark whose program prints lines in the format of results. */
export function printedResultsText(name: string): string {
  return `${name} prints lines that look like results: the figures shown are those that go test printed last.`;
}
