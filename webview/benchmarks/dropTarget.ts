import type { DroppedFile } from '../../src/pages/protocol/benchmarksPage';
import { stopEvent } from '../controls/dom';
import { MAX_DROPPED } from '../../src/pages/protocol/messageLimits';

export interface Dropped {
  readonly files: readonly DroppedFile[];
  readonly uris: readonly string[];
}

/** Files from the VS Code explorer have URIs; files from other programs have only their text. */
const URI_LISTS = ['application/vnd.code.uri-list', 'text/uri-list'];

/**
 * Accepts files dropped onto the page. VS Code passes a drop to a webview only while Shift is held.
 * @param onError called with a message about a file that is too large or cannot be read
 */
export function acceptDrops(
  target: HTMLElement,
  onDrop: (dropped: Dropped) => void,
  onError: (text: string) => void,
): void {
  const setHighlighted = (isOver: boolean) => target.classList.toggle('dropping', isOver);
  target.addEventListener('dragover', (event) => {
    stopEvent(event);
    setHighlighted(true);
  });
  target.addEventListener('dragleave', () => setHighlighted(false));
  target.addEventListener('drop', (event) => {
    stopEvent(event);
    setHighlighted(false);
    const { dataTransfer } = event;
    if (!dataTransfer) return;
    const lists = URI_LISTS.map((type) => urisIn(dataTransfer.getData(type)));
    const uris = lists.find((list) => list.length > 0) ?? [];
    if (uris.length > 0) return onDrop({ files: [], uris });
    const dropped = [...dataTransfer.files];
    const tooLarge = dropped.find(({ size }) => size > MAX_DROPPED);
    if (tooLarge) return onError(`${tooLarge.name} is too large to drop. Use “Add…” instead.`);
    const reads = dropped.map(async (file) => ({ name: file.name, text: await file.text() }));
    void Promise.all(reads).then((files) => onDrop({ files, uris: [] }), () => onError('A dropped file cannot be read.'));
  });
}

function urisIn(list: string): string[] {
  return list.split(/\r?\n/).filter((line) => line.startsWith('file:') || line.startsWith('vscode-'));
}
