const WAITS = /^(?:mutex|block|network|sync|syscall|scheduler)$/;

/** Whether a kind of profile is of waits. All of these have the same sample types, with different meanings. */
export function isWaitKind(kind: string): boolean {
  return WAITS.test(kind);
}
