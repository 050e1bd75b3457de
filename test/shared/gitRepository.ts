import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** A git repository in a temporary folder. Its git commands ignore the git configuration of this machine. */
export class GitRepository {
  readonly root: string;
  /** The top folder of the working tree. */
  readonly top: string;
  /** A folder for temporary files, which a test expects to be empty at its end. */
  readonly temp: string;
  readonly env: Record<string, string>;

  constructor(context: Pick<TestContext, 'after'>, top = 'home') {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'git-test-')));
    context.after(() => rmSync(this.root, { recursive: true, force: true }));
    [this.top, this.temp] = [join(this.root, top), join(this.root, 'temp')];
    for (const folder of [this.top, this.temp]) mkdirSync(folder);
    const isolation = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_CEILING_DIRECTORIES: this.root };
    this.env = { PATH: process.env.PATH ?? '', HOME: this.root, ...isolation };
    this.git('init', '-q', '-b', 'main');
  }

  git(...args: readonly string[]): string {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    return execFileSync('git', [...author, ...args], { cwd: this.top, env: this.env, encoding: 'utf8', stdio: 'pipe' });
  }

  write(path: string, text: string): void {
    const file = join(this.top, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Commits all files and returns the commit's hash. Its start has a letter: digits alone may be a build's number. */
  commit(subject: string): string {
    this.git('add', '--all');
    this.git('commit', '-q', '--allow-empty', '-m', subject);
    for (let seconds = 1; ; seconds++) {
      const hash = this.git('rev-parse', 'HEAD').trim();
      if (/[a-f]/.test(hash.slice(0, 7))) return hash;
      this.git('commit', '-q', '--amend', '--allow-empty', '--no-edit', `--date=@${seconds}`);
    }
  }

  /** What a user can observe of the repository, such as status, refs and stashes. Equal states mean no change. */
  state(): unknown {
    const queries = ['status --porcelain --ignored', 'rev-parse HEAD', 'symbolic-ref HEAD', 'worktree list', 'show-ref', 'stash list'];
    const outputs = queries.map((query) => this.git(...query.split(' ')));
    return [...outputs, this.git('reflog'), readFileSync(join(this.top, '.git', 'index')).toString('base64')];
  }
}
