import { type GitPlace, runGit } from './gitCommand';

/** A commit of a repository. */
export interface Revision {
  /** The full hash. */
  readonly hash: string;
  /** The hash as git abbreviates it. */
  readonly abbreviated: string;
  /** Milliseconds since the epoch. */
  readonly committedAt: number;
  readonly subject: string;
}

/** A commit that the user can pick. */
export interface NamedRevision extends Revision {
  /** `HEAD`, `merge base with main`, or a tag; empty if only the hash is shown. */
  readonly name: string;
  readonly kind: 'head' | 'mergeBase' | 'tag' | 'commit';
}

const MAX_TAGS = 10;
const MAX_COMMITS = 20;
const FIELDS = ['%H', '%h', '%ct', '%s'].join('%x00');
const DEFAULT_BRANCHES = ['refs/remotes/origin/main', 'refs/remotes/origin/master', 'refs/heads/main', 'refs/heads/master'];

/** Finds the commit that `HEAD~3`, `v1.2.0` or a hash names; undefined if git knows none. Throws like `runGit`. */
export async function findRevision(place: GitPlace, text: string): Promise<Revision | undefined> {
  const expression = text.trim();
  if (expression === '' || /[\0\r\n]/.test(expression)) return undefined;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${expression}^{commit}`];
  const { exitCode, stdout } = await runGit(place, args);
  const hash = stdout.trim();
  if (exitCode !== 0 || !isHash(hash)) return undefined;
  const [revision] = await logOf(place, [hash], 1);
  return revision;
}

/** Reports whether the repository is a shallow clone, which has only the newest commits. Throws like `runGit`. */
export async function isShallow(place: GitPlace): Promise<boolean> {
  const { stdout } = await runGit(place, ['rev-parse', '--is-shallow-repository']);
  return stdout.trim() === 'true';
}

/**
 * Returns the commits that the user can pick: HEAD, its merge base with the default branch unless that is HEAD, the
 * newest tags, and recent commits; none if the repository has no commit. Throws like `runGit`.
 */
export async function offeredRevisions(place: GitPlace): Promise<NamedRevision[]> {
  const [recent, base, tags] = await Promise.all([logOf(place, ['HEAD'], MAX_COMMITS + 1), mergeBase(place), newestTags(place)]);
  const [head, ...older] = recent;
  if (!head) return [];
  const bases = base && base.revision.hash !== head.hash ? [base] : [];
  return [
    { ...head, name: 'HEAD', kind: 'head' },
    ...bases.map(({ revision, branch }) => ({ ...revision, name: `merge base with ${branch}`, kind: 'mergeBase' }) as const),
    ...tags,
    ...older.map((revision) => ({ ...revision, name: '', kind: 'commit' }) as const),
  ];
}

async function logOf(place: GitPlace, from: readonly string[], limit: number): Promise<Revision[]> {
  const args = ['log', '--no-show-signature', '--no-color', `--max-count=${limit}`, `--format=${FIELDS}`];
  const { exitCode, stdout } = await runGit(place, [...args, '--end-of-options', ...from, '--']);
  return exitCode === 0 ? stdout.split('\n').flatMap((line) => revisionOf(line.split('\0'))) : [];
}

async function mergeBase(place: GitPlace): Promise<{ revision: Revision; branch: string } | undefined> {
  const remote = await runGit(place, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const candidates = [...(remote.exitCode === 0 ? [remote.stdout.trim()] : []), ...DEFAULT_BRANCHES];
  for (const branch of candidates) {
    const { exitCode, stdout } = await runGit(place, ['merge-base', 'HEAD', branch]);
    const hash = stdout.trim();
    if (exitCode !== 0 || !isHash(hash)) continue;
    const [revision] = await logOf(place, [hash], 1);
    return revision && { revision, branch: branch.replace(/^refs\/(?:remotes|heads)\//, '') };
  }
  return undefined;
}

async function newestTags(place: GitPlace): Promise<NamedRevision[]> {
  // For an annotated tag, the fields with a star describe the commit that it points to.
  const tagFields = ['%(objectname)', '%(objectname:short)', '%(committerdate:unix)', '%(subject)'].join('%00');
  const format = `%(refname:strip=2)%00%(if)%(*objectname)%(then)${tagFields.replaceAll('%(', '%(*')}%(else)${tagFields}%(end)`;
  const args = ['for-each-ref', '--sort=-creatordate', `--count=${MAX_TAGS}`, `--format=${format}`, 'refs/tags'];
  const { exitCode, stdout } = await runGit(place, args);
  if (exitCode !== 0) return [];
  return stdout.split('\n').flatMap((line) => {
    const [name = '', ...fields] = line.split('\0');
    return revisionOf(fields).map((revision) => ({ ...revision, name, kind: 'tag' }) as const);
  });
}

function revisionOf([hash = '', abbreviated = '', seconds = '', subject = '']: readonly string[]): Revision[] {
  // A tag of something other than a commit has no commit date.
  if (!isHash(hash) || !/^\d+$/.test(seconds)) return [];
  return [{ hash, abbreviated, committedAt: Number(seconds) * 1000, subject }];
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(text);
}
