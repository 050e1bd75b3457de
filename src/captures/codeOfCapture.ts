import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { lineCounts } from '../sources/lineMatching/matchLines';
import type { CaptureRecord } from './disk/captureStore';
import { type CodeChange, codeChangeOf, HASH_PREFIX, type MeasuredCode } from './disk/measuredCode';
import type { GoTestBuild } from '../go/captureTypes';

/** The capture before, with the texts that it stored. */
export interface CaptureBefore {
  readonly record: Pick<CaptureRecord, 'id' | 'capturedAt' | 'code'>;
  /** By absolute path; empty if none were stored. */
  sources(): Promise<ReadonlyMap<string, string>>;
}

type BuiltCode = Pick<GoTestBuild, 'texts' | 'otherFiles' | 'areTextsComplete' | 'moduleDir'>;

/** Of more files than these, a capture does not store which ones they are. */
const MAX_OTHERS = 100;

/**
 * Describes the code of a program, beside that of the capture before.
 * @param goModDir the folder of its go.mod, if its files are called by other names than where they were built
 */
export async function codeOfCapture(
  build: BuiltCode,
  before: CaptureBefore | undefined,
  goModDir = build.moduleDir,
): Promise<MeasuredCode> {
  const hash = build.areTextsComplete ? await hashOf(build, goModDir) : undefined;
  const others = othersIn(build);
  const areFew = others.length <= MAX_OTHERS;
  const known = hash === undefined ? {} : { hash, ...(areFew && { others: Object.fromEntries(others) }) };
  const change = before && (await changeSince(build, hash, before));
  if (!before || !change) return known;
  const { id, capturedAt } = before.record;
  return { ...known, since: { id, capturedAt, change } };
}

/** Of all files, and of go.mod, which selects the code of other modules. */
async function hashOf({ texts, otherFiles }: BuiltCode, goModDir: string): Promise<string> {
  const hash = createHash('sha1');
  const goMod = goModDir === '' ? '' : await readFile(join(goModDir, 'go.mod'), 'utf8').catch(() => '');
  const files = [...texts, ...otherFiles].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [path, text] of files) hash.update(`${path}\0${text}\0`);
  return HASH_PREFIX + hash.update(goMod).digest('hex');
}

/** By path in the module. */
function othersIn({ otherFiles, moduleDir }: BuiltCode): (readonly [file: string, hash: string])[] {
  return [...otherFiles].map(([file, hash]) => [inModule(moduleDir, file), hash] as const);
}

function inModule(moduleDir: string, file: string): string {
  return relative(moduleDir, file).replaceAll('\\', '/');
}

/** Undefined if it is not known. */
async function changeSince(
  build: BuiltCode,
  hash: string | undefined,
  { record: { code }, sources }: CaptureBefore,
): Promise<CodeChange | undefined> {
  if (hash !== undefined && hash === code?.hash) return codeChangeOf([]);
  const { texts, moduleDir } = build;
  const before = await sources();
  // If the other capture did not read all files, a file without a text may be an old one.
  const isComplete = code?.hash !== undefined;
  if (before.size === 0) return undefined;
  const present = [...texts].flatMap(([file, text]) => {
    const old = before.get(file);
    return old === undefined && !isComplete ? [] : [{ file, ...lineCounts(old ?? '', text) }];
  });
  const changed = [...present, ...(await deletedFiles(before, texts, moduleDir))]
    .filter(({ added, removed }) => added + removed > 0)
    .map((change) => ({ ...change, file: inModule(moduleDir, change.file) }));
  const all = [...changed, ...(hash === undefined ? [] : changedOthers(othersIn(build), code))];
  // Without a change in these files, another file may have changed.
  return all.length === 0 ? undefined : codeChangeOf(all);
}

/** The changed files that are neither Go nor assembly, without their lines; none if it is not known which changed. */
function changedOthers(now: readonly (readonly [file: string, hash: string])[], code: MeasuredCode | undefined) {
  if (code?.others === undefined || now.length > MAX_OTHERS) return [];
  const [before, present] = [new Map(Object.entries(code.others)), new Map(now)];
  const files = [...new Set([...before.keys(), ...present.keys()])];
  return files.filter((file) => before.get(file) !== present.get(file)).map((file) => ({ file, added: 0, removed: 0 }));
}

/** The files of the module that were part of the other program, as far as it is known, and were deleted since. */
async function deletedFiles(
  before: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  moduleDir: string,
) {
  const missing = [...before].filter(([file]) => {
    return moduleDir !== '' && file.startsWith(moduleDir + sep) && file.endsWith('.go') && !texts.has(file);
  });
  const areGone = await Promise.all(missing.map(([file]) => stat(file).then(() => false, () => true)));
  return missing.filter((_, i) => areGone[i]).map(([file, text]) => ({ file, ...lineCounts(text, '') }));
}
