import { refinementText } from '../../profile/text/chipText';
import { inBackground } from '../../ui/inBackground';
import { showInformationMessage, showInputBox, showQuickPick } from '../../ui/window';
import type { Choice, RefineParts } from './refineParts';

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
