import type { FlameWindow, StackStart } from '../answers/flame';

/** Sets the file of the measured function at the root of its stacks, because samples do not contain it. */
export function withRootFile(window: FlameWindow, from: StackStart | undefined, file: string | undefined): FlameWindow {
  if (typeof from !== 'object' || file === undefined) return window;
  window.file[0] = window.files.length;
  window.line[0] = 0;
  return { ...window, files: [...window.files, file] };
}
