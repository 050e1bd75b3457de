import type { EngineError } from '../../engine/workerMessages';
import { refinementText } from '../../profile/text/chipText';
import { type FieldWords, NO_LABELS, REFINE_FIELDS, withField, withLabels } from '../../profile/text/refineOptions';
import { GRANULARITIES } from '../../profile/answers/refinement';
import {
  createQuickPick, type PickItem, pickSeveral, showInformationMessage, showInputBox, showQuickPick,
} from '../../ui/window';
import { inBackground } from '../../ui/inBackground';
import { figureText } from '../../profile/text/screen/figure';
import { sharePart } from '../../profile/text/screen/share';
import type { LabelKeyTotals, LabelTotals, LabelValueTotal } from '../../profile/answers/labels';
import { countText } from '../../profile/text/screen/digits';
import type { Session } from '../../captures/session';
import type { Refining } from '../../captures/loaded/refining';

/** Lets the user pick a field of the refinement, then its value. */
export async function refine(parts: RefineParts): Promise<void> {
  const { refinement } = parts.session;
  const currentText = refinementText(refinement);
  const items = REFINE_FIELDS.map((words): Choice<() => Promise<void>> => {
    const value = refinement[words.field];
    const description = value === undefined ? '' : value === true ? 'on' : String(value);
    return { label: words.field, description, detail: words.explains, value: () => refineField(parts, words) };
  });
  items.push({ label: 'labels', detail: 'Only samples with chosen labels', value: () => chooseLabels(parts) });
  items.push({ icon: 'save', label: 'Saved refinements', value: () => applySaved(parts) });
  const clear = { icon: 'clear-all', label: 'Clear all', description: currentText, value: () => parts.refining.apply({}) };
  if (currentText !== '') items.unshift(clear);
  const placeHolder = currentText === '' ? 'Choose what to refine by' : currentText;
  const chosen = await showQuickPick(items, { title: 'Refine', placeHolder, matchOnDetail: true });
  await chosen?.value();
}

async function refineField({ session, refining }: RefineParts, words: FieldWords): Promise<void> {
  const { field, kind } = words;
  const { refinement } = session;
  if (kind === 'flag') return refining.apply(withField(refinement, field, !refinement[field]));
  if (kind === 'choice') {
    const items = GRANULARITIES.map((label) => ({ label }));
    const chosen = await showQuickPick(items, { title: field, placeHolder: words.explains });
    return chosen && refining.apply(withField(refinement, field, chosen.label));
  }
  const value = (text: string) => (kind === 'number' && text !== '' ? Number(text) : text);
  await askText(words, refinement[field], refining.history[field] ?? [], (text) =>
    refining.apply(withField(session.refinement, field, value(text))),
  );
}

/** Input with history; a validation error stays until the text changes. */
function askText(
  { field, explains, example }: FieldWords,
  current: unknown,
  history: readonly string[],
  apply: (text: string) => Promise<void>,
): Promise<void> {
  const picker = createQuickPick<Choice<string>>();
  const show = (problem?: string) => {
    const earlier = history.filter((text) => text !== picker.value && text.includes(picker.value));
    const typed = picker.value === '' ? 'No filter' : picker.value;
    picker.items = [
      { label: typed, value: picker.value, alwaysShow: true, detailIcon: 'error', detail: problem },
      ...earlier.map((value) => ({ label: value, value, description: 'used before', alwaysShow: true })),
    ];
  };
  picker.title = `Refine: ${field}`;
  picker.placeholder = example ? `${explains}: ${example}` : explains;
  picker.value = current === undefined ? '' : String(current);
  picker.onDidChangeValue(() => show());
  show();
  return new Promise((resolve, reject) => {
    picker.onDidAccept(async () => {
      picker.busy = true;
      try {
        // VS Code may still report the item that was active before the last keystroke.
        const earlier = picker.items.slice(1).find((item) => picker.activeItems.includes(item));
        await apply((earlier?.value ?? picker.value).trim());
        picker.hide();
      } catch (error) {
        picker.busy = false;
        if ((error as Partial<EngineError>).reason === 'badRefinement') return show((error as EngineError).message);
        reject(error);
        picker.hide();
      }
    });
    picker.onDidHide(() => {
      picker.dispose();
      resolve();
    });
    picker.show();
  });
}

/** Lets the user pick a named refinement, or name the current one. */
export async function applySaved({ session, refining }: RefineParts): Promise<void> {
  const { saved } = refining;
  const current = refinementText(session.refinement);
  const items: Choice<(() => Promise<void>) | undefined>[] = saved.map(({ name, refinement }) => ({
    label: name,
    description: refinementText(refinement),
    value: () => refining.apply(refinement),
  }));
  const save = async () => {
    const name = (await showInputBox({ title: 'Save Refinement', prompt: current }))?.trim();
    if (!name) return;
    await refining.save([...saved.filter((each) => each.name !== name), { name, refinement: session.refinement }]);
  };
  if (current !== '') items.push({ icon: 'save', label: 'Save as…', description: current, value: save });
  if (items.length === 0) {
    const hint = 'Refine the profile first, then save the refinement here.';
    inBackground(showInformationMessage(`No refinement is saved yet. ${hint}`));
    return;
  }
  const chosen = await showQuickPick(items, { title: 'Saved Refinements', matchOnDescription: true });
  await chosen?.value?.();
}

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

async function pickKey({ keys, total, unit, weight }: LabelTotals): Promise<LabelKeyTotals | undefined> {
  if (keys.length === 1) return keys[0];
  const items = keys.map((value): Choice<LabelKeyTotals> => {
    const description = `${figureText(value.total, unit, { weight })} · ${sharePart(value.total, total, weight)}`;
    return { label: value.key, description, detail: `${countText(value.count)} values`, value };
  });
  return (await showQuickPick(items, { title: 'Labels', placeHolder: 'Choose a key' }))?.value;
}

async function pickValues(
  { key, values, count }: LabelKeyTotals,
  { total, unit, weight }: LabelTotals,
  { refinement }: Session,
): Promise<readonly LabelValueTotal[] | undefined> {
  const { texts = [], ranges = [], leftOut } = refinement.labels?.find((choice) => choice.key === key) ?? {};
  const items = values.map((value): Choice<LabelValueTotal> => {
    const { name, isText, range } = value;
    const picked = (isText && texts.includes(name)) || (range !== undefined && ranges.includes(range));
    const description = `${figureText(value.value, unit, { weight })} · ${sharePart(value.value, total, weight)}`;
    return { label: name, description, picked, value };
  });
  const counts = [values.length, count].map(countText);
  const limitText = count > values.length ? `; the ${counts[0]} heaviest of ${counts[1]}` : '';
  const placeHolder = `${leftOut ? 'No' : 'Only'} samples with one of these${limitText}`;
  const options = { title: `Labels: ${key}`, placeHolder };
  const chosen = await pickSeveral(items, options);
  return chosen?.map(({ value }) => value);
}

/** The parts of the extension that refining from the command palette uses. */
interface RefineParts {
  readonly session: Session;
  readonly refining: Refining;
}

/** An item of a list, and what choosing it means. */
interface Choice<T> extends PickItem {
  readonly value: T;
}
