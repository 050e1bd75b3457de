import { type GitPlace, runGit } from './gitCommand';

/** A commit of a repository. */
export interface Revision {
  /** The whole hash. */
  readonly commit: string;
  readonly short: string;
  /** Milliseconds since the epoch. */
  readonly committedAt: number;
  readonly subject: string;
}

/** A commit to offer. */
export interface NamedRevision extends Revision {
  /** `HEAD`, a tag; empty: only the hash. */
  readonly name: string;
  readonly kind: 'head' | 'mergeBase' | 'tag' | 'commit';
}

const MAX_TAGS = 10;
const MAX_COMMITS = 20;
const FIELDS = ['%H', '%h', '%ct', '%s'].join('%x00');
const DEFAULT_BRANCHES = ['refs/remotes/origin/main', 'refs/remotes/origin/master', 'refs/heads/main', 'refs/heads/master'];

/** The commit of a text such as `HEAD~3`, `v1.2.0` or a hash; undefined: git knows none. */
export async function findRevision(place: GitPlace, text: string): Promise<Revision | undefined> {
  const wanted = text.trim();
  if (wanted === '' || /[\0\r\n]/.test(wanted)) return undefined;
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${wanted}^{commit}`];
  const { exitCode, stdout } = await runGit(place, asked);
  const commit = stdout.trim();
  if (exitCode !== 0 || !isHash(commit)) return undefined;
  const [found] = await logOf(place, [commit], 1);
  return found;
}

/** Whether the repository has only the newest commits: `git clone --depth`. */
export async function isShallow(place: GitPlace): Promise<boolean> {
  const { stdout } = await runGit(place, ['rev-parse', '--is-shallow-repository']);
  return stdout.trim() === 'true';
}

/** The commits to offer: HEAD, where it left the default branch, the newest tags, then recent commits. */
export async function offeredRevisions(place: GitPlace): Promise<NamedRevision[]> {
  const [recent, base, tags] = await Promise.all([logOf(place, ['HEAD'], MAX_COMMITS + 1), mergeBase(place), newestTags(place)]);
  const [head, ...older] = recent;
  if (!head) return [];
  const forked = base && base.revision.commit !== head.commit ? [base] : [];
  return [
    { ...head, name: 'HEAD', kind: 'head' },
    ...forked.map(({ revision, branch }) => ({ ...revision, name: `merge base with ${branch}`, kind: 'mergeBase' }) as const),
    ...tags,
    ...older.map((revision) => ({ ...revision, name: '', kind: 'commit' }) as const),
  ];
}

async function logOf(place: GitPlace, from: readonly string[], most: number): Promise<Revision[]> {
  const asked = ['log', '--no-show-signature', '--no-color', `--max-count=${most}`, `--format=${FIELDS}`];
  const { exitCode, stdout } = await runGit(place, [...asked, '--end-of-options', ...from, '--']);
  return exitCode === 0 ? stdout.split('\n').flatMap((line) => revisionOf(line.split('\0'))) : [];
}

async function mergeBase(place: GitPlace): Promise<{ revision: Revision; branch: string } | undefined> {
  const remote = await runGit(place, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const candidates = [...(remote.exitCode === 0 ? [remote.stdout.trim()] : []), ...DEFAULT_BRANCHES];
  for (const branch of candidates) {
    const { exitCode, stdout } = await runGit(place, ['merge-base', 'HEAD', branch]);
    const commit = stdout.trim();
    if (exitCode !== 0 || !isHash(commit)) continue;
    const [revision] = await logOf(place, [commit], 1);
    return revision && { revision, branch: branch.replace(/^refs\/(?:remotes|heads)\//, '') };
  }
  return undefined;
}

async function newestTags(place: GitPlace): Promise<NamedRevision[]> {
  // An annotated tag has its commit in the fields with a star.
  const own = ['%(objectname)', '%(objectname:short)', '%(committerdate:unix)', '%(subject)'].join('%00');
  const format = `%(refname:strip=2)%00%(if)%(*objectname)%(then)${own.replaceAll('%(', '%(*')}%(else)${own}%(end)`;
  const asked = ['for-each-ref', '--sort=-creatordate', `--count=${MAX_TAGS}`, `--format=${format}`, 'refs/tags'];
  const { exitCode, stdout } = await runGit(place, asked);
  if (exitCode !== 0) return [];
  return stdout.split('\n').flatMap((line) => {
    const [name = '', ...fields] = line.split('\0');
    return revisionOf(fields).map((revision) => ({ ...revision, name, kind: 'tag' }) as const);
  });
}

function revisionOf([commit = '', short = '', seconds = '', subject = '']: readonly string[]): Revision[] {
  // A tag of something else than a commit has no date.
  if (!isHash(commit) || !/^\d+$/.test(seconds)) return [];
  return [{ commit, short, committedAt: Number(seconds) * 1000, subject }];
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(text);
}
