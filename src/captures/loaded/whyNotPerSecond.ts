import { notPerSecond } from '../../fleet/fleetSentences';
import { unitPerOperation } from '../../profile/sampleType';
import { isPerOperation } from '../../profile/text/relativeUnits';
import { secondsOf } from '../loadedCapture';
import { type Active, areMeansOrQuotients } from '../session';
import type { WhyNot } from './whyNotPerOperation';

/** Why the active profile, if it is not compared with a baseline, has no costs per second; undefined if it has. */
export function whyNotPerSecond({ capture, profile, sampleType, refinement }: Active): WhyNot | undefined {
  const { fleet } = capture;
  if (!fleet) return { text: 'Only what a profile store answers has costs per second.' };
  if (secondsOf(capture) === undefined) return { text: notPerSecond(fleet) };
  if (areMeansOrQuotients(refinement)) {
    return { text: 'Means and divided values are not costs per second.', fix: { title: 'Change the refinement', command: 'linecost.refine' } };
  }
  if (isPerOperation(unitPerOperation(profile.summary.sampleTypes[sampleType]))) return undefined;
  return { text: 'The number of samples is not a cost per second.', fix: { title: 'Switch the sample type', command: 'linecost.switchSampleType' } };
}
