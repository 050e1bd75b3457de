import { timesText } from './fleetWords';
import { KIND_NAMES } from './kindNames';
import type { MeasuredFleet } from './measuredFleet';
import { durationText } from './timePieces';

/** What is known of an answer, and what is not, in sentences. */
export function fleetSentences(fleet: MeasuredFleet, now: number): string[] {
  const { name, kind, query, notes = [] } = fleet;
  const asked = `Asked of ${name} (${KIND_NAMES[kind]}): ${timesText(query.range, { now })}.`;
  const said = [asked, ...workSentences(fleet), ...missingSentences(fleet, now), uncountedSentence(fleet), ...notes];
  return said.filter(Boolean);
}

/** Why there are no costs per request; empty if the requests were counted, or the store does not say where. */
export function uncountedSentence({ whyNoRequests }: MeasuredFleet): string {
  return whyNoRequests === undefined ? '' : `The requests were not counted: ${whyNoRequests}.`;
}

/** Why no interval is shown; empty if the store says how many samples there are. */
export function noSamplesSentence({ name, kind, unknown = {}, asked: { type } }: MeasuredFleet): string {
  const areWhole = kind === 'files' || kind === 'cloudProfiler';
  const isCounted = !unknown.counts && (areWhole || type.sampleType === 'samples');
  return isCounted ? '' : `${name} does not say how many samples these are, so no interval is shown.`;
}

/** Why there are no costs per second. */
export function notPerSecond({ kind, name, asked: { type, range }, query, isOfVersion }: MeasuredFleet): string {
  if (!type.isDelta) return `${type.sampleType} is measured at one moment, not per second.`;
  if (kind !== 'pyroscope') return `${name} does not say how much of the time these figures are of.`;
  if (range.kind === 'build' || range.kind === 'deploy') return 'How long this version ran in that time is not known: ask two times instead.';
  if (isOfVersion) return 'How long this version ran in that time is not known: ask for a time without a filter by version instead.';
  return `${name} may have left out a part of ${durationText(query.range.to - query.range.from)}: ask for a shorter time.`;
}

function workSentences({ seconds, asked: { type }, query: { filters } }: MeasuredFleet): string[] {
  if (!type.isDelta) return ['Figures are sums of what was in use at each moment, and no totals of a time.'];
  if (seconds === undefined) return ['How much time these figures are of is not known.'];
  const time = durationText(1000 * seconds);
  // Such as a host or pod.
  if (filters.length > 0) return [`Totals of ${time}, the time that was asked. What matches the filters may have run for less.`];
  return [`Totals of ${time} of all that answered.`];
}

function missingSentences({ missing = [] }: MeasuredFleet, now: number): string[] {
  if (missing.length === 0) return [];
  const ms = missing.reduce((sum, { from, to }) => sum + to - from, 0);
  return [`${durationText(ms)} of it is missing: ${missing.slice(0, 5).map((range) => timesText(range, { now })).join(', ')}${missing.length > 5 ? ', …' : ''}.`];
}
