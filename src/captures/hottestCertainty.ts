import type { QueryEngine } from '../engine/client';
import type { ProfileId } from '../engine/queries';
import type { HottestCertainty, LoopLines } from '../profile/answers/lines';
import type { LoadedProfile } from './loadedCapture';
import type { ModuleHint } from '../sources/workspace/modules';

interface Asked {
  /** The profile itself, or one that was derived from it. */
  readonly id: ProfileId;
  readonly sampleType: number;
  /** See HotLineView. */
  readonly loops?: readonly LoopLines[];
}

/** What is known of the user's code. */
interface OwnCode {
  readonly sources: ReadonlyMap<string, string>;
  readonly module?: ModuleHint | undefined;
}

/** The files of a profile that have the user's code; under -trimpath, names begin with the module's path. */
export function ownFiles(files: readonly string[], { sources, module }: OwnCode): string[] {
  const start = module?.modulePath ? `${module.modulePath}/` : undefined;
  return files.filter((file) => sources.has(file) || (start !== undefined && file.startsWith(start)));
}

/** How sure the hottest lines of the user's code are, or of all code if none of it is known. Rejects like `ask`. */
export function askHottestCertainty(
  engine: QueryEngine,
  { files: all = [] }: LoadedProfile,
  { sources, module }: OwnCode,
  { id, sampleType, loops }: Asked,
  signal?: AbortSignal,
): Promise<HottestCertainty | undefined> {
  const files = ownFiles(all, { sources, module });
  const view = { ...(files.length > 0 && { files }), ...(loops && { loops }) };
  return engine.ask('hottestCertainty', { profile: id, sampleType, ...view }, signal);
}
