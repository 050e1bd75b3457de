import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { graphNodes } from '../../src/profile/graph/graphNodes';
import { nodeName } from '../../src/profile/text/pprofName';
import { trimmedNaming } from '../../src/pprofText/paths';
import { callgrindRecords } from './callgrindRecords';
import { assertSameText, pprof } from './oracle';
import { report, requestOf } from './ours';

/** A profile, and the working directory of both tools. */
export interface Subject {
  readonly path: string;
  readonly cwd: string;
}

/** Our `top` must equal pprof's byte for byte. */
export async function compareTop({ path, cwd }: Subject, ...flags: string[]): Promise<void> {
  const theirs = await pprof(['-top', ...flags, path], { cwd });
  assert.equal(theirs.code, 0, theirs.stderr);
  assertSameText((await report(['top', ...flags, path], cwd)).stdout, theirs.stdout, `top ${flags.join(' ')}`);
}

/** Our `list` must equal pprof's byte for byte. */
export async function compareList({ path, cwd }: Subject, pattern: string, ...flags: string[]): Promise<void> {
  const theirs = await pprof([`-list=${pattern}`, ...flags, path], { cwd });
  const ours = await report(['list', ...flags, pattern, path], cwd);
  assert.equal(ours.code, theirs.code, `exit code of list ${pattern}: ${ours.stderr}${theirs.stderr}`);
  assertSameText(ours.stdout, theirs.stdout, `list ${flags.join(' ')} ${pattern}`);
}

/**
 * With the same arguments, our report must equal pprof's, in output and exit code.
 * @param hasTies whether weights may be equal in size, so that pprof's order changes from run to run
 */
export async function compareReport(words: readonly string[], cwd: string, hasTies = false): Promise<void> {
  const [ours, theirs] = await Promise.all([report(words, cwd), pprof(words, { cwd })]);
  const what = words.join(' ');
  assert.equal(ours.code, theirs.code, `exit code of ${what}: ${ours.stderr}${theirs.stderr}`);
  if (ours.stdout.equals(theirs.stdout)) return;
  if (words.some((word) => word.startsWith('-list')) && (await haveSeveralStarts(words))) {
    return assertSameList(ours.stdout, theirs.stdout, what);
  }
  if (!hasTies && !(await isOrderRandom(words))) assertSameText(ours.stdout, theirs.stdout, what);
  assertSameText(unordered(ours.stdout), unordered(theirs.stdout), `${what}, ignoring order`);
}

/** Whether a function has several start lines in its file, because profiles of two builds were merged or compared. */
async function haveSeveralStarts(words: readonly string[]): Promise<boolean> {
  const { options, profile } = await requestOf(words);
  const { infos } = graphNodes(profile, { naming: trimmedNaming(profile, options), objects: true });
  const starts = infos.map(({ name, file, startLine }) => JSON.stringify([name, file, startLine]));
  const functions = infos.map(({ name, file }) => JSON.stringify([name, file]));
  return new Set(starts).size > new Set(functions).size;
}

/** A source line or an error. pprof has no error for a file of which it shows no lines, because it does not open it. */
const LINE_OR_ERROR = /^ *\S+ +\S+ +\d+:|^ Error: /;

/** If a function has several start lines, the end of its range is random in pprof, but never after the end of ours. */
function assertSameList(ours: Buffer, theirs: Buffer, what: string): void {
  const theirRest = theirs.toString('latin1').split('\n');
  const lines = ours.toString('latin1').split('\n').filter((line) => {
    if (line !== theirRest[0] && LINE_OR_ERROR.test(line)) return false;
    theirRest.shift();
    return true;
  });
  assertSameText(Buffer.from([...lines, ...theirRest].join('\n'), 'latin1'), theirs, what);
}

/** If different nodes have the same name, pprof's order changes from run to run. */
async function isOrderRandom(words: readonly string[]): Promise<boolean> {
  const { options, profile } = await requestOf(words);
  const objects = options.command === 'callgrind';
  const names = graphNodes(profile, { naming: trimmedNaming(profile, options), objects }).infos.map(nodeName);
  return options.callTree || new Set(names).size < names.length;
}

/** Sorts the lines, and removes the parts that depend on their order: running sums, and node numbers in DOT. */
function unordered(output: Buffer): string {
  const text = output.toString('latin1');
  if (text.startsWith('positions: instr line\n')) return callgrindRecords(text).sort().join('\n');
  const lines = text.replace(/\b(N+|node)\d+(_\d+)*/g, '$1').split('\n');
  return lines.map((line) => line.replace(/^( *\S+ +[\d.e-]+%) +[\d.e-]+%/, '$1')).sort().join('\n');
}

/** pprof must read the same content from our output of -proto as from its own. */
export async function compareProto(words: readonly string[], cwd: string): Promise<void> {
  const names = ['ours.pb.gz', 'theirs.pb.gz'];
  const [ours, theirs] = await Promise.all([report(['-proto', ...words], cwd), pprof(['-proto', ...words], { cwd })]);
  assert.deepEqual([ours.code, theirs.code], [0, 0], `${ours.stderr}${theirs.stderr}`);
  await Promise.all([ours, theirs].map(({ stdout }, i) => writeFile(join(cwd, names[i]!), stdout)));
  const [read, expected] = await Promise.all(names.map((name) => pprof(['-raw', name], { cwd })));
  assertSameText(read!.stdout, expected!.stdout, `proto ${words.join(' ')}`);
  assert.equal((await readFile(join(cwd, names[0]!))).readUInt16BE(), 0x1f8b, 'not compressed by gzip');
}

/** Runs up to `limit` checks at a time, and fails with the first failure. */
export async function inParallel<T>(
  limit: number,
  items: readonly T[],
  check: (item: T) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await check(item);
  };
  await Promise.all(Array.from({ length: limit }, work));
}
