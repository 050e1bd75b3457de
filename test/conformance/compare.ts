import assert from 'node:assert/strict';
import { assertSameText, pprof } from './oracle';
import { divergences, report, withPprofsHeaders } from './ours';

/** A profile, and where both tools stand. */
export interface Subject {
  readonly path: string;
  readonly cwd: string;
}

/** Our `top` must be pprof's to the byte. */
export async function compareTop({ path, cwd }: Subject, ...flags: string[]): Promise<void> {
  const theirs = await pprof(['-top', ...flags, path], { cwd });
  assert.equal(theirs.code, 0, theirs.stderr);
  assertSameText((await report(['top', ...flags, path], cwd)).stdout, theirs.stdout, `top ${flags.join(' ')}`);
}

/** Our `list` must be pprof's to the byte, but for the header of a recursive function (see `divergences`). */
export async function compareList({ path, cwd }: Subject, pattern: string, ...flags: string[]): Promise<void> {
  const theirs = await pprof([`-list=${pattern}`, ...flags, path], { cwd });
  const args = ['list', ...flags, pattern, path];
  const ours = await report(args, cwd);
  assert.equal(ours.code, theirs.code, `exit code of list ${pattern}: ${ours.stderr}${theirs.stderr}`);
  const text = withPprofsHeaders(ours.stdout, await divergences(args));
  assertSameText(text, theirs.stdout, `list ${flags.join(' ')} ${pattern}`);
}
