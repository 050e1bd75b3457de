import type { Asker } from '../engine/client';
import type { Active } from '../session';
import type { Sources } from '../workbench/sources';

/** So many of the heaviest lines are looked at. */
const ASKED = 500;

/**
 * Opens the line with the most flat: of the workspace if it has one, else of any file that is found. False where no
 * file is.
 * @param beside the column of a panel that must not be covered
 */
export async function openHottestLine(
  active: Active,
  { engine, sources, beside }: { readonly engine: Asker; readonly sources: Sources; readonly beside?: number },
): Promise<boolean> {
  const { shown: profile, sampleType } = active;
  const { lines } = await engine.ask('hotLines', { profile, sampleType, order: 'flat', limit: ASKED });
  const paths = await sources.pathsOf(active, lines.map(({ file }) => file));
  const line = lines.find(({ file }) => paths.get(file)?.isInWorkspace) ?? lines.find(({ file }) => paths.has(file));
  if (line) await sources.open(active, line, beside);
  return line !== undefined;
}
