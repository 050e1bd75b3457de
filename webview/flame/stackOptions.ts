/** The options of the flame graph that remove frames from stacks. See `FlameView` in profile/answers/flame. */
export const STACK_OPTIONS = ['collapseRecursion', 'foldWrappers', 'hideTestingFrames'] as const;

export type StackOption = (typeof STACK_OPTIONS)[number];

/** The name of each option in the View menu, and a short text that says it is on. */
export const STACK_OPTION_TEXTS: Readonly<Record<StackOption, { readonly name: string; readonly brief: string }>> = {
  collapseRecursion: { name: 'Collapse recursion', brief: 'no recursion' },
  foldWrappers: { name: 'Collapse wrappers', brief: 'no wrappers' },
  hideTestingFrames: { name: 'Hide testing frames', brief: 'no testing frames' },
};
