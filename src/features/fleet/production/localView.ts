import type { LoadedProfile } from '../../../captures/loadedCapture';
import { type Active, asCaptured } from '../../../captures/session';
import type { ProductionView } from '../../../editor/production/productionDocuments';
import { labelOf } from '../../../fleet/fleetWords';
import { PreconditionError } from '../../../ui/preconditionError';
import type { ProductionQuestion } from './productionQuestion';

/** Their types have the same names, and other meanings. */
const CONTENTIONS = ['mutex', 'block'];

/** The shown profile that measures what that of production does. Throws a PreconditionError if there is none. */
export function localView(
  { capture, profile: shown }: Active,
  { asked: { type }, unit }: ProductionQuestion,
): ProductionView {
  const indexIn = ({ summary }: LoadedProfile): number => {
    return summary.sampleTypes.findIndex((each) => each.type === type.sampleType);
  };
  const label = labelOf(type);
  const isOther = (each: LoadedProfile): boolean =>
    each.label !== label && CONTENTIONS.includes(label) && CONTENTIONS.includes(each.label);
  const known = [shown, ...capture.profiles].filter((each) => indexIn(each) >= 0 && !isOther(each));
  const profile = known.find((each) => each.label === label) ?? known[0];
  if (!profile) {
    throw new PreconditionError(`${capture.title} has no profile of ${unit} to compare with that of production: profile it with that kind.`);
  }
  return { active: asCaptured({ capture, profile, sampleType: indexIn(profile) }), title: capture.title };
}
