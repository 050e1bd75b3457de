import * as vscode from 'vscode';
import type { CodePlace } from '../../bench/misfit';
import type { MeasuredFleet } from '../../fleet/measuredFleet';
import { capitalized } from '../../profile/text/words';
import { type Capture, isBenchmark, type LoadedProfile, misfitOf, operationsOfProfile, perWorkOf } from '../loadedCapture';
import { unitPerOperation } from '../../profile/sampleType';
import { basename } from '../../profile/text/shortNames';
import { type Active, areMeansOrQuotients } from '../session';
import { type Fix, OPEN_FRAME_COMMAND } from '../../ui/commandLink';
import { casesOf, profileAgainTitle } from './profileAgain';
import { isPerOperation, perWorkText } from '../../profile/text/relativeUnits';

/** Profiles the benchmark of the active capture again, so that its operations are known. */
export const PROFILE_AGAIN_COMMAND = 'linecost.profileForOperations';

/** Why costs cannot be shown per operation, with a command that helps. */
export interface WhyNot {
  readonly text: string;
  readonly fix?: Fix;
}

/**
 * Why the active profile, if it is not compared with a baseline, has no costs per operation or request; undefined if it
 * has.
 */
export function whyNotPerOperation({ capture, profile, sampleType, refinement }: Active): WhyNot | undefined {
  const valueType = profile.summary.sampleTypes[sampleType];
  const misfit = isBenchmark(capture) ? misfitOf(capture, profile) : undefined;
  if (misfit) return { text: misfit.text, ...(misfit.place && { fix: openingOf(misfit.place) }) };
  if (operationsOfProfile(capture, profile) === undefined) {
    if (capture.fleet) return requestsOfFleet(capture.fleet);
    return isBenchmark(capture) ? uncounted(capture, profile) : { text: withoutRequests(capture, profile) };
  }
  const per = perWorkText(perWorkOf(profile));
  if (areMeansOrQuotients(refinement)) {
    return { text: `Means and divided values are not costs ${per}.`, fix: { title: 'Change the refinement', command: 'linecost.refine' } };
  }
  if (isPerOperation(unitPerOperation(valueType))) return undefined;
  const text = valueType.type.startsWith('inuse_')
    ? `${valueType.type} is measured at one moment, not ${per}.`
    : `The number of samples is not a cost ${per}.`;
  return { text, fix: { title: 'Switch the sample type', command: 'linecost.switchSampleType' } };
}

/** Why what a store answered has no costs per request. */
function requestsOfFleet({ source, name, kind, whyNoRequests }: MeasuredFleet): WhyNot {
  if (whyNoRequests !== undefined) return { text: `${capitalized(whyNoRequests)}.` };
  if (kind !== 'pyroscope') return { text: `${name} does not say how much of the time these figures are of.` };
  const fix = { title: 'Say where requests are counted', command: 'linecost.editStore', args: [source] };
  return { text: `How many requests these are the costs of is not known.`, ...(vscode.workspace.isTrusted && { fix }) };
}

/** Why a profile that is not a benchmark's has no costs per request. */
function withoutRequests({ profiles, fetched }: Capture, { label }: LoadedProfile): string {
  if (profiles.some(({ requests }) => requests)) return `The ${label} profile is not one of the time under load.`;
  if (!fetched) return 'Only the profile of a benchmark has operations.';
  return 'How many requests the service answered meanwhile is not known.';
}

function openingOf({ file, line }: CodePlace): Fix {
  return { title: `Open ${basename(file)}:${line}`, command: OPEN_FRAME_COMMAND, args: [file, line] };
}

const BY_DURATION =
  'The operations of RunParallel could not be counted: its profile was taken by duration, because RunParallel works ' +
  'differently with a fixed number of iterations.';

function uncounted(capture: Active['capture'], { byDuration }: LoadedProfile): WhyNot {
  const processors = new Set(capture.results.map(({ procs }) => procs));
  if (processors.size > 1) {
    return {
      text: 'Runs with different processor counts (-cpu) share this profile: ' +
        'profile with a single -cpu value for costs per operation.',
    };
  }
  const cases = casesOf(capture).length;
  if (byDuration && cases === 1) return { text: BY_DURATION };
  const title = profileAgainTitle(cases > 1 ? capture : undefined);
  const text = cases > 1
    ? `${cases} cases share this profile: profile one alone for costs per operation.`
    : 'The operations in this profile were not counted: profile the benchmark again for costs per operation.';
  return { text, ...(vscode.workspace.isTrusted && { fix: { title, command: PROFILE_AGAIN_COMMAND } }) };
}

/**
 * Why the lines of a comparison have no costs per operation.
 * @param mixed a capture of the comparison with several cases in one profile, if there is one
 */
export function whyNotComparedPerOperation({ title }: Capture, mixed: Capture | undefined): string {
  if (!mixed) return `The operations in the profiles of ${title} were not counted, so lines cannot be compared per operation.`;
  const cases = casesOf(mixed).length;
  return `${mixed.title} ran ${cases} cases in one profile, so lines cannot be compared per operation.`;
}
