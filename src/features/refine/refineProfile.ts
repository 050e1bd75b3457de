import type { EngineError } from '../../engine/workerMessages';
import { refinementText } from '../../profile/text/chipText';
import { withField } from '../../profile/text/refineEdits';
import { type FieldWords, GRANULARITIES, REFINE_FIELDS } from '../../profile/text/refineFields';
import { createQuickPick, showQuickPick } from '../../ui/window';
import { chooseLabels } from './chooseLabels';
import type { Choice, RefineParts } from './refineParts';
import { applySaved } from './savedRefinements';

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
