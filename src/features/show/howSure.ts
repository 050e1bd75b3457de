import { tellModal } from '../../ui/window';

/** Shows the sentences of a line's hover that it had no room for. The arguments are those of SureClick. */
export async function howSure([place, sentences]: readonly unknown[]): Promise<void> {
  if (typeof place !== 'string' || !Array.isArray(sentences)) return;
  const texts = sentences.filter((sentence): sentence is string => typeof sentence === 'string');
  await tellModal(`How sure are the figures of ${place}?`, texts.join('\n\n'));
}
