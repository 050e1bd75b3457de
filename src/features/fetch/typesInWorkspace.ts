import type { QueryEngine } from '../../engine/client';
import { typeText } from '../../profile/text/sampleTypeNames';
import type { Active } from '../../captures/session';
import type { Sources } from '../../documents/sources';

/** The names of the other sample types under which lines of the workspace have costs. */
export async function typesInWorkspace(
  active: Active,
  sources: Pick<Sources, 'pathsOf'>,
  engine: QueryEngine,
): Promise<string[]> {
  const { queryId: profile, profile: { summary: { sampleTypes } } } = active;
  const paths = await sources.pathsOf(active, await engine.ask('files', { profile }));
  const files = [...paths].filter(([, { isInWorkspace }]) => isInWorkspace).map(([file]) => file);
  const names: string[] = [];
  for (const [sampleType, { unit, type }] of sampleTypes.entries()) {
    if (sampleType === active.sampleType || files.length === 0 || (type === 'samples' && unit === 'count')) continue;
    const costs = await engine.ask('fileCosts', { profile, sampleType, files });
    const areCosts = (column: Float64Array) => column.some((value) => value !== 0);
    if (costs.some(({ flat, cum }) => areCosts(flat) || areCosts(cum))) names.push(typeText(sampleTypes, sampleType));
  }
  return names;
}
