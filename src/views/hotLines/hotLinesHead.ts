import type { Active } from '../../captures/session';
import { callingText, type FirmLines, linesText } from '../../profile/text/judgementWords';
import { typeText } from '../../profile/text/sampleTypeNames';
import { capitalized } from '../../profile/text/words';
import { type HotLineChoice, ORDERS, SCOPES } from './hotLineChoice';

/** The words above the rows. */
interface ViewWords {
  /** Beside the title of the view, where a narrow side bar shows only the first words. */
  readonly description: string;
  /** Between title and rows; unset if the description says everything. */
  readonly message?: string | undefined;
}

/**
 * `cpu · caused here · in this workspace`; in a comparison, the number of lines that changed beyond noise, if it is
 * known: `3 lines lead to the change · cpu Δ · caused here · in this workspace`.
 */
export function wordsOf(choice: HotLineChoice, active: Pick<Active, 'profile' | 'sampleType' | 'baseline'>, firm?: FirmLines): ViewWords {
  const type = typeText(active.profile.summary.sampleTypes, active.sampleType);
  const { order, scope } = choice;
  const chosen = `${type}${active.baseline ? ' Δ' : ''} · ${ORDERS[order].short} · ${SCOPES[scope].label.toLowerCase()}`;
  if (!firm) return { description: chosen };
  const { lead, message } = leadOf(firm);
  return { description: `${lead} · ${chosen}`, message };
}

function leadOf({ count, calling = 0, removed = false, elsewhere = false, whyNone = '' }: FirmLines) {
  const removedToo = removed ? 'Removed lines changed beyond noise, too.' : undefined;
  if (count > 0) return { lead: `${linesText(count)} ${count === 1 ? 'leads' : 'lead'} to the change`, message: removedToo };
  if (calling > 0) {
    const why = whyNone === '' ? '' : `; profiles cannot tell which line of it (${whyNone})`;
    const sentence = `${capitalized(callingText(calling))} changed beyond noise${why}.`;
    return { lead: `${linesText(calling)} ${calling === 1 ? 'leads' : 'lead'} to the change`, message: [sentence, removedToo].filter(Boolean).join(' ') };
  }
  if (removed) return { lead: 'removed lines lead to the change', message: 'Only removed lines changed beyond noise.' };
  if (whyNone !== '') {
    return { lead: 'no line leads to the change', message: `Profiles cannot tell which line changed (${whyNone}).` };
  }
  const others = elsewhere ? ', but lines of other files did' : '';
  return { lead: 'no line changed', message: `No line changed beyond noise${others}.` };
}
