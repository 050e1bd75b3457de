import { type DroppedFile, MAX_DROPPED } from '../../src/protocol/benchmarksMessages';
import { claim } from '../controls/dom';

export interface Dropped {
  readonly files: readonly DroppedFile[];
  readonly uris: readonly string[];
}

/** Files from the VS Code explorer have URIs; files from other programs have only their text. */
const URI_LISTS = ['application/vnd.code.uri-list', 'text/uri-list'];

/**
 * Accepts files dropped onto the page. VS Code passes a drop to a webview only while Shift is held.
 * @param refuse called with a message about a file that is too large
 */
export function takeDrops(target: HTMLElement, take: (dropped: Dropped) => void, refuse: (text: string) => void): void {
  const mark = (isOver: boolean) => target.classList.toggle('dropping', isOver);
  target.addEventListener('dragover', (event) => {
    claim(event);
    mark(true);
  });
  target.addEventListener('dragleave', () => mark(false));
  target.addEventListener('drop', (event) => {
    claim(event);
    mark(false);
    const { dataTransfer } = event;
    if (!dataTransfer) return;
    const lists = URI_LISTS.map((type) => urisIn(dataTransfer.getData(type)));
    const uris = lists.find((list) => list.length > 0) ?? [];
    if (uris.length > 0) return take({ files: [], uris });
    const all = [...dataTransfer.files];
    const large = all.find(({ size }) => size > MAX_DROPPED);
    if (large) return refuse(`${large.name} is too large to drop: add it with Add….`);
    const read = all.map(async (file) => ({ name: file.name, text: await file.text() }));
    void Promise.all(read).then((files) => take({ files, uris: [] }), () => refuse('A dropped file cannot be read.'));
  });
}

function urisIn(list: string): string[] {
  return list.split(/\r?\n/).filter((line) => line.startsWith('file:') || line.startsWith('vscode-'));
}
