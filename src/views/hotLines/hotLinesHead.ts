import type { Active } from '../../captures/session';
import { callingText, type FirmLines, linesText } from '../../profile/text/judgementWords';
import { typeText } from '../../profile/text/sampleTypeNames';
import { capitalized } from '../../profile/text/words';
import { type HotLineChoice, ORDERS, SCOPES } from './hotLineChoice';
import type { HotLineJudgements } from './hotLineJudgements';
import { type HotRow, isFirm } from './hotLinesText';

/** The words above the rows. */
interface ViewWords {
  /** Beside the title of the view, where a narrow side bar shows only the first words. */
  readonly description: string;
  /** Between title and rows; unset if the description says everything. */
  readonly message?: string | undefined;
}

/** What is known about the lines whose listed figure changed beyond noise. */
export interface ListedFirmLines extends FirmLines {
  /** If the list has none: the number of lines whose flat or cum changed firmly, but not the figure that is listed. */
  readonly unlisted?: number;
}

/** Counts the lines that the list shows as firm: a caller whose cum is firm may cause nothing itself. */
export function listedFirmLines(
  rows: readonly HotRow[],
  { firmLines, callingLines, hasFirmRemovedLines: removed }: Pick<HotLineJudgements, 'firmLines' | 'callingLines' | 'hasFirmRemovedLines'>,
): ListedFirmLines {
  const listed = rows.filter((row) => isFirm(row) && !row.line.isRemoved).length;
  if (firmLines > 0) return listed > 0 ? { count: listed, removed } : { count: 0, removed, unlisted: firmLines };
  const calling = callingLines > 0 ? listed : 0;
  return { count: 0, removed, ...(calling > 0 && { calling }) };
}

/** Whether nothing in the files of the list is known to have changed: other files may have firm lines. */
export function hasNone({ count, removed, unlisted = 0 }: ListedFirmLines): boolean {
  return count === 0 && unlisted === 0 && !removed;
}

/**
 * `cpu · caused here · in this workspace`; in a comparison, the number of lines that changed beyond noise, if it is
 * known: `3 lines lead to the change · cpu Δ · caused here · in this workspace`.
 */
export function wordsOf(choice: HotLineChoice, active: Pick<Active, 'profile' | 'sampleType' | 'baseline'>, firm?: ListedFirmLines): ViewWords {
  const type = typeText(active.profile.summary.sampleTypes, active.sampleType);
  const { order, scope } = choice;
  const chosen = `${type}${active.baseline ? ' Δ' : ''} · ${ORDERS[order].short} · ${SCOPES[scope].label.toLowerCase()}`;
  if (!firm) return { description: chosen };
  const { lead, message } = leadOf(firm, ORDERS[order].label);
  return { description: `${lead} · ${chosen}`, message };
}

function leadOf({ count, calling = 0, removed = false, elsewhere = false, whyNone = '', unlisted = 0 }: ListedFirmLines, listed: string) {
  const removedToo = removed ? 'Removed lines changed beyond noise, too.' : undefined;
  if (count > 0) return { lead: `${linesText(count)} ${count === 1 ? 'leads' : 'lead'} to the change`, message: removedToo };
  if (calling > 0) {
    const why = whyNone === '' ? '' : `; profiles cannot tell which line of it (${whyNone})`;
    const sentence = `${capitalized(callingText(calling))} changed beyond noise${why}.`;
    return { lead: `${linesText(calling)} ${calling === 1 ? 'leads' : 'lead'} to the change`, message: [sentence, removedToo].filter(Boolean).join(' ') };
  }
  if (unlisted > 0) {
    const sentence = `By ${listed}, no line changed beyond noise, but flat or cum of ${linesText(unlisted)} did.`;
    const lead = removed ? 'removed lines lead to the change' : 'no line leads to the change';
    return { lead, message: [sentence, removedToo].filter(Boolean).join(' ') };
  }
  if (removed) return { lead: 'removed lines lead to the change', message: 'Only removed lines changed beyond noise.' };
  if (whyNone !== '') {
    return { lead: 'no line leads to the change', message: `Profiles cannot tell which line changed (${whyNone}).` };
  }
  const others = elsewhere ? ', but lines of other files did' : '';
  return { lead: 'no line changed', message: `No line changed beyond noise${others}.` };
}
