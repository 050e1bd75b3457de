import { type FlameWindow, MODULE_CODE, type StackStart } from '../answers/flame';

/** Sets the file of the measured function at the root of its stacks, because samples do not contain it. */
export function withRootFile(window: FlameWindow, from: StackStart | undefined, file: string | undefined): FlameWindow {
  const isMeasured = typeof from === 'object' && window.names[window.name[0]] !== MODULE_CODE;
  if (!isMeasured || file === undefined) return window;
  window.file[0] = window.files.length;
  window.line[0] = 0;
  return { ...window, files: [...window.files, file] };
}
