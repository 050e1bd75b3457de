import type { GitPlace } from '../../go/git/gitCommand';
import { findRevision, isShallow, type NamedRevision, offeredRevisions, type Revision } from '../../go/git/revisions';
import { type PickItem, showInputBox, showQuickPick } from '../../ui/window';
import { whenText } from '../../ui/whenText';
import { PreconditionError } from '../../ui/preconditionError';

/** A revision, as the user chose it. */
export interface ChosenRevision extends Revision {
  /** A tag, or the abbreviated hash. */
  readonly displayName: string;
}

const SHALLOW = ': this clone has only the newest commits. git fetch --unshallow gets the others.';

const ICONS: Record<NamedRevision['kind'], string> = { head: 'git-commit', mergeBase: 'git-merge', tag: 'tag', commit: 'git-commit' };

/**
 * Asks for a commit of the repository. Resolves to undefined if the user cancels. Throws an Error for the user if the
 * repository has no commit.
 * @param measured the name for the title: `BenchmarkX`
 * @param more further rows, of which the chosen one is returned
 */
export async function pickRevision<T extends PickItem = never>(
  measured: string,
  place: GitPlace,
  more: readonly T[] = [],
): Promise<ChosenRevision | T | undefined> {
  const offered = await offeredRevisions(place);
  const [head] = offered;
  if (!head) throw new PreconditionError('This repository has no commit yet, so there is no revision to measure against.');
  const typed = { icon: 'edit', label: 'Another revision…', detail: 'A branch, tag or commit', alwaysShow: true };
  const title = `Linecost: Measure ${measured} Against a Git Revision`;
  const items = offered.map((revision) => ({ ...itemOf(revision), revision }));
  const chosen = await showQuickPick<PickItem & { revision?: NamedRevision }>([...items, typed, ...more], {
    title,
    placeHolder: 'The revision is built in a temporary folder; your files stay as they are',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen === typed) return askRevision(title, place);
  const other = more.find((row) => row === chosen);
  if (other) return other;
  const { revision } = chosen ?? {};
  return revision && { ...revision, displayName: revision.kind === 'tag' ? revision.name : revision.abbreviated };
}

/** Asks until git finds the revision that the user enters. undefined if the user cancelled. */
async function askRevision(title: string, place: GitPlace): Promise<ChosenRevision | undefined> {
  let value = '';
  let prompt = 'A branch, tag or commit, such as v1.2.0 or HEAD~3';
  for (;;) {
    const text = await showInputBox({ title, prompt, value, ignoreFocusOut: true });
    if (text === undefined) return undefined;
    const revision = await findRevision(place, text);
    if (revision) return { ...revision, displayName: revision.abbreviated };
    value = text;
    if (text.trim() === '') prompt = 'Type a branch, tag or commit';
    else prompt = `git does not know the commit "${text.trim()}"${(await isShallow(place)) ? SHALLOW : ''}`;
  }
}

function itemOf({ kind, name, abbreviated, subject, committedAt }: NamedRevision): PickItem {
  const description = [...(name === '' ? [] : [abbreviated]), whenText(committedAt, Date.now())].join(' · ');
  return { icon: ICONS[kind], label: name === '' ? abbreviated : name, description, detail: subject };
}
