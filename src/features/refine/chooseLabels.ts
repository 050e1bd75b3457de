import { label } from '../../profile/text/measurement';
import { NO_LABELS } from '../../profile/text/noLabels';
import { percentage } from '../../profile/text/percentage';
import { withLabels } from '../../profile/text/refineEdits';
import type { LabelKeyTotals, LabelTotals, LabelValueTotal } from '../../profile/answers/labels';
import { withThousands } from '../../profile/text/counts';
import type { Session } from '../../captures/session';
import { inBackground } from '../../ui/inBackground';
import { pickSeveral, showInformationMessage, showQuickPick } from '../../ui/window';
import type { Choice, RefineParts } from './refineParts';

/**
 * Lets the user pick a label key, then values: only samples with one of these values remain. If the present choice for
 * the key leaves samples out, the new choice does too.
 */
export async function chooseLabels({ session, refining }: RefineParts): Promise<void> {
  const { active } = session;
  if (!active) return;
  const totals = await refining.labels(active, { search: '', limit: MAX_VALUES });
  if (totals.keys.length === 0) {
    inBackground(showInformationMessage(NO_LABELS));
    return;
  }
  const key = await pickKey(totals);
  if (!key) return;
  const chosen = await pickValues(key, totals, session);
  if (!chosen) return;
  const before = session.refinement.labels ?? [];
  const otherLabels = before.filter((choice) => choice.key !== key.key);
  const isLeftOut = before.some((choice) => choice.key === key.key && choice.leftOut);
  const texts = chosen.filter(({ isText }) => isText).map(({ name }) => name);
  const ranges = chosen.flatMap(({ range }) => range ?? []);
  const choice = { key: key.key, texts, ranges, ...(isLeftOut ? { leftOut: true } : {}) };
  await refining.apply(withLabels(session.refinement, [...otherLabels, choice]));
}

const MAX_VALUES = 5000;

async function pickKey({ keys, total, unit }: LabelTotals): Promise<LabelKeyTotals | undefined> {
  if (keys.length === 1) return keys[0];
  const items = keys.map((value): Choice<LabelKeyTotals> => {
    const description = `${label(value.total, unit)} · ${percentage(value.total, total)}`;
    return { label: value.key, description, detail: `${withThousands(value.count)} values`, value };
  });
  return (await showQuickPick(items, { title: 'Labels', placeHolder: 'Choose a key' }))?.value;
}

async function pickValues(
  { key, values, count }: LabelKeyTotals,
  { total, unit }: LabelTotals,
  { refinement }: Session,
): Promise<readonly LabelValueTotal[] | undefined> {
  const { texts = [], ranges = [], leftOut } = refinement.labels?.find((choice) => choice.key === key) ?? {};
  const items = values.map((value): Choice<LabelValueTotal> => {
    const { name, isText, range } = value;
    const picked = (isText && texts.includes(name)) || (range !== undefined && ranges.includes(range));
    const description = `${label(value.value, unit)} · ${percentage(value.value, total)}`;
    return { label: name, description, picked, value };
  });
  const counts = [values.length, count].map(withThousands);
  const limitText = count > values.length ? `; the ${counts[0]} heaviest of ${counts[1]}` : '';
  const placeHolder = `${leftOut ? 'No' : 'Only'} samples with one of these${limitText}`;
  const options = { title: `Labels: ${key}`, placeHolder };
  const chosen = await pickSeveral(items, options);
  return chosen?.map(({ value }) => value);
}
