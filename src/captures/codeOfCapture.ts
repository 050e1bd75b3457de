import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { lineCounts } from '../sources/lineMatching/matchLines';
import type { CaptureRecord } from './disk/captureStore';
import { type CodeChange, codeChangeOf, type MeasuredCode } from './disk/measuredCode';
import type { GoTestBuild } from '../go/captureTypes';

/** The capture before, with the texts that it stored. */
export interface CaptureBefore {
  readonly record: Pick<CaptureRecord, 'id' | 'capturedAt' | 'code'>;
  /** By absolute path; empty if none were stored. */
  sources(): Promise<ReadonlyMap<string, string>>;
}

type BuiltCode = Pick<GoTestBuild, 'texts' | 'areTextsComplete' | 'moduleDir'>;

/** Describes the code of a program, beside that of the capture before. */
export async function codeOfCapture(build: BuiltCode, before: CaptureBefore | undefined): Promise<MeasuredCode> {
  const hash = build.areTextsComplete ? await hashOf(build) : undefined;
  const known = hash === undefined ? {} : { hash };
  const change = before && (await changeSince(build, hash, before));
  if (!before || !change) return known;
  const { id, capturedAt } = before.record;
  return { ...known, since: { id, capturedAt, change } };
}

/** Of the texts, and of go.mod, which selects the code of other modules. */
async function hashOf({ texts, moduleDir }: BuiltCode): Promise<string> {
  const hash = createHash('sha1');
  const goMod = moduleDir === '' ? '' : await readFile(join(moduleDir, 'go.mod'), 'utf8').catch(() => '');
  for (const [path, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${path}\0${text}\0`);
  return hash.update(goMod).digest('hex');
}

/** Undefined if it is not known. */
async function changeSince(
  { texts, moduleDir }: BuiltCode,
  hash: string | undefined,
  { record: { code }, sources }: CaptureBefore,
): Promise<CodeChange | undefined> {
  if (hash !== undefined && hash === code?.hash) return codeChangeOf([]);
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
    .map((change) => ({ ...change, file: relative(moduleDir, change.file).replaceAll('\\', '/') }));
  // Without a change in these files, another file may have changed.
  return changed.length === 0 ? undefined : codeChangeOf(changed);
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
