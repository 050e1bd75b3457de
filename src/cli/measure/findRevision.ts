import { type GitPlace, runGit } from '../../go/git/gitCommand';
import { findRevision, isShallow, type Revision } from '../../go/git/revisions';
import { MeasureError } from './measureError';

/**
 * Finds the commit that `--against` names: a revision of git, a branch of the remote repository that is not checked
 * out here, or, as `main...`, the merge base of HEAD and a revision, as in `git diff`.
 * @throws MeasureError that names the fetch that is missing in a shallow clone; CaptureError like `runGit`
 */
export async function revisionNamed(place: GitPlace, text: string): Promise<Revision> {
  const [, other] = /^(.*?)\.\.\.(?:HEAD)?$/s.exec(text) ?? [];
  if (other === undefined) return knownRevision(place, text);
  const revision = await knownRevision(place, other);
  const { exitCode, stdout } = await runGit(place, ['merge-base', 'HEAD', revision.hash]);
  const base = exitCode === 0 ? await findRevision(place, stdout) : undefined;
  if (base) return base;
  const advice = (await isShallow(place)) ? `; this is a shallow clone: fetch the rest with git fetch --unshallow ${await remoteOf(place)}` : '';
  throw new MeasureError(`HEAD and ${other} have no common commit here${advice}.`);
}

async function knownRevision(place: GitPlace, text: string): Promise<Revision> {
  const remote = await remoteOf(place);
  const found = (await findRevision(place, text)) ?? (await findRevision(place, `refs/remotes/${remote}/${text}`));
  if (found) return found;
  const missing = `There is no revision ${text} here`;
  if (!(await isShallow(place))) throw new MeasureError(`${missing}: git rev-parse ${text} finds no commit.`);
  throw new MeasureError(`${missing}, because this is a shallow clone: fetch it with ${fetchOf(text, remote)}.`);
}

/** The command that fetches a revision into a shallow clone. */
function fetchOf(text: string, remote: string): string {
  const back = generationsBack(text);
  if (back !== undefined) return `git fetch --deepen=${back} ${remote}`;
  const all = `git fetch --unshallow ${remote}`;
  if (/^[0-9a-f]{40,64}$/.test(text)) return `git fetch --depth=1 ${remote} ${text}`;
  const name = text.startsWith(`${remote}/`) ? text.slice(remote.length + 1) : text;
  // Part of a hash, or an expression such as main~3.
  if (/^[0-9a-f]{4,39}$/.test(name) || !/^[\w./+-]+$/.test(name)) return all;
  if (/^v?\d+\./.test(name)) return `git fetch --depth=1 ${remote} tag ${name}`;
  return `git fetch --depth=1 ${remote} ${name}:refs/remotes/${remote}/${name}`;
}

/** How many commits before HEAD an expression is: 3 for `HEAD~3` and `HEAD^^^`; undefined for other expressions. */
function generationsBack(text: string): number | undefined {
  if (!/^(?:HEAD|@)(?:\^\d?|~\d*)+$/.test(text)) return undefined;
  const steps = [...text.matchAll(/\^|~(\d*)/g)].map(([, count]) => (count === undefined || count === '' ? 1 : Number(count)));
  return steps.reduce((sum, step) => sum + step, 0);
}

/** The name of the remote repository; `origin` if there is none or several. */
async function remoteOf(place: GitPlace): Promise<string> {
  const names = (await runGit(place, ['remote'])).stdout.split('\n').filter((name) => name !== '');
  return names.length === 1 ? names[0] : 'origin';
}
