import type { VsCode } from './driver/index';

/**
 * Waits until VS Code has stored the state for a reload: in a browser, it does so every few seconds, and not when the
 * window closes.
 * @param key `memento/workbench.parts.editor`: the tabs with the state of their pages; `linecost.linecost`: our own
 *   state
 */
export async function untilKept(code: VsCode, key: string, text: string): Promise<void> {
  await code.until(`${text} in ${key}`, () => isKept(code, key, text));
}

/** Waits until a reload would bring back this run, by the id that `untilProfiled` gives. */
export function untilRunKept(code: VsCode, id: string): Promise<void> {
  return untilKept(code, 'linecost.linecost', id);
}

export function isKept(code: VsCode, key: string, text: string): Promise<boolean> {
  return code.page.evaluate(readInPage, { key, text });
}

/** Runs in the page. */
async function readInPage({ key, text }: { key: string; text: string }): Promise<boolean> {
  const result = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name = '' } of await indexedDB.databases()) {
    if (!/^vscode-web-state-db-(?!global)/.test(name)) continue;
    const database = await result(indexedDB.open(name));
    const kept = await result(database.transaction('ItemTable').objectStore('ItemTable').get(key));
    database.close();
    if (String(kept).includes(text)) return true;
  }
  return false;
}
