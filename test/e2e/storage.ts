import type { VsCode } from './driver/index';

/**
 * Waits until the state that VS Code has stored for a reload contains a text. In a browser, VS Code stores state every
 * few seconds, and not when the window closes.
 * @param key `memento/workbench.parts.editor` for the tabs and the state of their pages, `linecost.linecost` for
 *   Linecost's state
 */
export async function untilStored(code: VsCode, key: string, text: string): Promise<void> {
  await code.until(`${text} in ${key}`, () => isStored(code, key, text));
}

/** Waits until a reload would restore a capture; untilProfiled returns its id. */
export function untilCaptureStored(code: VsCode, id: string): Promise<void> {
  return untilStored(code, 'linecost.linecost', id);
}

export function isStored(code: VsCode, key: string, text: string): Promise<boolean> {
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
    const state = await result(database.transaction('ItemTable').objectStore('ItemTable').get(key));
    database.close();
    if (String(state).includes(text)) return true;
  }
  return false;
}
