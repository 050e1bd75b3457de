import { type Active, type FigureForm, formOf } from '../session';
import { secondsOf } from '../loadedCapture';
import type { Baseline } from '../comparison';
import { whyNotPerOperation, type WhyNot } from './whyNotPerOperation';
import { whyNotPerSecond } from './whyNotPerSecond';

/** What to know about totals of profiles that may be of different amounts of work. */
export const MORE_WORK = 'Totals: more work done shows as growth.';

/**
 * What one step through the forms of figures changes: the form, or what a comparison of services is of.
 * `remark`: what the user should know of it, such as why a form was left out.
 */
export type NextFigures =
  ({ readonly form: FigureForm } | { readonly compared: Amounts }) & { readonly remark?: string };
/** What a comparison of services is of. */
type Amounts = Required<Pick<Baseline, 'totals' | 'perSecond'>>;

export const SHARES: Amounts = { totals: false, perSecond: false };
export const TOTALS: Amounts = { totals: true, perSecond: false };
export const PER_SECOND: Amounts = { totals: false, perSecond: true };

/** The step after the shown form. */
export function nextFigures(active: Active): NextFigures {
  const step = figuresIn(nextForm(active), active);
  if ('compared' in step) return active.baseline?.shares === 'shown' ? { ...step, remark: MORE_WORK } : step;
  const whyNot = formOf(active) === 'percent' && !active.baseline ? whyNotDivided(active) : undefined;
  return { ...step, remark: whyNot?.text };
}

/** The step to a form. The forms of services that are compared are options of the comparison. */
export function figuresIn(form: FigureForm, { baseline }: Active): NextFigures {
  if (!baseline?.areSeconds && !baseline?.shares) return { form };
  return { compared: form === 'total' ? TOTALS : form === 'perSecond' ? PER_SECOND : SHARES };
}

/** Why the costs of a benchmark or service are not per operation, or those of a store's answer not per second. */
function whyNotDivided(active: Active): WhyNot | undefined {
  return active.capture.fleet ? whyNotPerSecond(active) : whyNotPerOperation(active);
}

/** Whether it is known of both how much time they are of. */
export function canComparePerSecond({ capture, baseline }: Active): boolean {
  return secondsOf(capture) !== undefined && baseline !== undefined && secondsOf(baseline.capture) !== undefined;
}

/** Whether the requests in both profiles are known. */
function canComparePerRequest({ profile, baseline }: Active): boolean {
  return profile.requests !== undefined && baseline?.profile.requests !== undefined;
}

/** The form after the shown one. In a comparison, its options decide between totals and costs per operation. */
export function nextForm(active: Active): FigureForm {
  if (active.baseline?.shares === 'shown') return 'total';
  const offered = offeredForms(active);
  return offered[(offered.indexOf(formOf(active)) + 1) % offered.length];
}

/** The forms that apply to the active profile, in the order of the key. */
export function offeredForms(active: Active): FigureForm[] {
  if (active.baseline?.areSeconds || active.baseline?.shares) {
    const unlike = canComparePerRequest(active) ? 'perOperation' as const : 'percent' as const;
    return [unlike, 'total', ...(canComparePerSecond(active) ? ['perSecond' as const] : [])];
  }
  const plain = active.baseline ? [formOf({ ...active, form: undefined })] : ['total' as const];
  const offered: FigureForm[] = [...plain, 'percent'];
  if (!active.baseline && !whyNotPerSecond(active)) offered.push('perSecond');
  if (!active.baseline && !whyNotPerOperation(active)) offered.push('perOperation');
  return offered;
}
