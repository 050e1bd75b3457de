type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** What a key does in every tab; undefined for other keys. @param isTyping whether the focus is in a text field */
export function pageKeyAction({ key, ctrlKey, metaKey }: Key, isTyping: boolean): 'search' | 'help' | undefined {
  if ((ctrlKey || metaKey) && key === 'f') return 'search';
  if (isTyping) return undefined;
  if (key === '/') return 'search';
  return key === '?' ? 'help' : undefined;
}
