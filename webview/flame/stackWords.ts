import type { StackOption } from '../viewState';

/** What the options of the flame graph's stacks are called, and what is said while they are on. */
export const STACK_WORDS: Readonly<Record<StackOption, { readonly name: string; readonly brief: string }>> = {
  collapseRecursion: { name: 'Collapse recursion', brief: 'no recursion' },
  foldWrappers: { name: 'Collapse wrappers', brief: 'no wrappers' },
  hideHarness: { name: 'Hide the harness', brief: 'no harness' },
};
