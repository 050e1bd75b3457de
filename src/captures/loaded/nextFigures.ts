import { type Active, type FigureForm, formOf } from '../session';
import { whyNotPerOperation } from './whyNotPerOperation';

/** What to know about totals of profiles that may be of different amounts of work. */
export const MORE_WORK = 'Totals: more work done shows as growth.';

/**
 * What one step through the forms of figures changes: the form, or whether a comparison of services is of totals.
 * `remark`: what the user should know of it, such as why a form was left out.
 */
export type NextFigures = ({ readonly form: FigureForm } | { readonly totals: boolean }) & { readonly remark?: string };

/** The step after the shown form. */
export function nextFigures(active: Active): NextFigures {
  const { baseline } = active;
  if (baseline?.shares) {
    const totals = baseline.shares === 'shown';
    return { totals, ...(totals && { remark: MORE_WORK }) };
  }
  const whyNot = formOf(active) === 'percent' && !baseline ? whyNotPerOperation(active) : undefined;
  return { form: nextForm(active), remark: whyNot?.text };
}

/** Whether the requests in both profiles are known. */
function canComparePerRequest({ profile, baseline }: Active): boolean {
  return profile.requests !== undefined && baseline?.profile.requests !== undefined;
}

/** The form after the shown one. In a comparison, its options decide between totals and costs per operation. */
export function nextForm(active: Active): FigureForm {
  const shown = formOf(active);
  if (active.baseline?.shares) return shown === 'percent' ? 'total' : canComparePerRequest(active) ? 'perOperation' : 'percent';
  const plain = active.baseline ? [formOf({ ...active, form: undefined })] : ['total' as const];
  const offered: FigureForm[] = [...plain, 'percent'];
  if (!active.baseline && !whyNotPerOperation(active)) offered.push('perOperation');
  return offered[(offered.indexOf(shown) + 1) % offered.length];
}
