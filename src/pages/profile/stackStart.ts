import type { StackStart } from '../../profile/answers/flame';
import type { Active } from '../../captures/session';

/**
 * Where stacks start. The captured benchmark is not one frame, so its stacks start wherever the testing frames call it.
 */
export function stackStart({ capture }: Active, from: string | undefined): StackStart | undefined {
  if (from !== capture.title || !capture.startBelow) return from;
  return { name: capture.title, below: capture.startBelow, module: capture.module?.modulePath };
}
