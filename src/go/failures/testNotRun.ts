import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Steps } from '../../profile/common/guard';
import { findInLines, lineAfter, lineBefore } from '../../profile/common/textLines';
import { FLAG_TAGS, whyExcluded, type BuildTarget, type Exclusion, type TagChange } from '../code/buildConstraint';
import { CaptureError } from '../../common/captureError';
import type { GoTestRequest } from '../captureTypes';
import { findTestFunctions } from '../code/findTests';
import { flagValue, isFlagOn, splitGoflags } from '../tool/goFlags';
import type { GoPackage, GoSettings } from '../tool/goTool';
import type { GoPlaces } from './goPlaces';
import { readLogLine } from './failureLog';
import { joinOutput } from './runFailure';
import type { RunResult } from '../../common/processes/runProcess';

/** Why `go test` built no test with the target's name, or found nothing to run. */
export async function missingTest(
  { target, packageDir, go }: GoTestRequest,
  settings: GoSettings,
  { testFiles, ignoredFiles }: GoPackage,
  output: string,
): Promise<CaptureError> {
  const name = target.name.split('/')[0] ?? target.name;
  const isTestFile = (file: string): boolean => file.endsWith('_test.go');
  for (const file of ignoredFiles.filter(isTestFile)) {
    const text = await readText(join(packageDir, file));
    const test = findTestFunctions(text).find((each) => each.name === name);
    if (test === undefined) continue;
    const flags = { fromGoflags: splitGoflags(settings.goflags), fromSettings: go.buildFlags };
    const exclusion = whyExcluded(file, text, buildTarget(settings, flags));
    const location = { file: join(packageDir, file), line: test.line, column: 1 };
    return new CaptureError('noMatch', exclusionMessage(name, file, exclusion, flags), location, output);
  }
  const texts = await Promise.all(testFiles.map((file) => readText(join(packageDir, file))));
  return new CaptureError('noMatch', unmatchedMessage(target, packageDir, texts), undefined, output);
}

/** Flags of the build; those of the settings win. */
interface FlagsByOrigin {
  readonly fromGoflags: readonly string[];
  readonly fromSettings: readonly string[];
}

function exclusionMessage(
  name: string,
  file: string,
  exclusion: Exclusion | undefined,
  flags: FlagsByOrigin,
): string {
  if (exclusion === undefined) return `${name} is left out of the build: Go ignores ${file}.`;
  const message = `${name} is left out of the build by ${exclusion.rule}`;
  const { change } = exclusion;
  return change === undefined ? `${message}, which does not match this system.` : `${message}: ${changeText(change, flags)}.`;
}

/** `add integration to the setting linecost.go.buildTags, and remove -race from the setting linecost.go.testFlags`. */
function changeText({ set, unset }: TagChange, { fromGoflags, fromSettings }: FlagsByOrigin): string {
  const hasTags = (flags: readonly string[]) => flagValue(flags, 'tags') !== undefined;
  const tags = hasTags(fromGoflags) && !hasTags(fromSettings) ? '-tags in GOFLAGS' : 'the setting linecost.go.buildTags';
  const flags = 'the setting linecost.go.testFlags';
  const isFlag = (tag: string) => FLAG_TAGS.has(tag);
  const isTag = (tag: string) => !isFlag(tag);
  const isOnIn = (origin: readonly string[]) => (tag: string) => isFlag(tag) && isFlagOn(origin, tag);
  const part = (verb: string, words: readonly string[], place: string) =>
    words.length === 0 ? [] : [`${verb} ${words.join(',')} ${verb === 'add' ? 'to' : 'from'} ${place}`];
  const asFlags = (words: readonly string[]) => words.map((tag) => `-${tag}`);
  return [
    ...part('add', set.filter(isTag), tags),
    ...part('add', asFlags(set.filter(isFlag)), flags),
    ...part('remove', unset.filter(isTag), tags),
    ...part('remove', asFlags(unset.filter(isOnIn(fromSettings))), flags),
    ...part('remove', asFlags(unset.filter(isOnIn(fromGoflags))), 'GOFLAGS'),
  ].join(', and ');
}

function unmatchedMessage(target: GoTestRequest['target'], packageDir: string, texts: readonly string[]): string {
  const [name, ...parts] = target.name.split('/');
  const isDeclared = texts.some((text) => findTestFunctions(text).some((each) => each.name === name));
  if (!isDeclared) {
    return `There is no ${name} in ${packageDir}: save its file, and check that the file's name ends in _test.go.`;
  }
  if (parts.length > 0 && target.kind !== 'benchmark') {
    return `${name} has run no case ${parts.join('/')}: was it renamed? Profile ${name} for all of its cases.`;
  }
  if (parts.length > 0) return `${name} has no sub-benchmark ${parts.join('/')}: profile ${name} to list its cases.`;
  if (texts.some((text) => /^func TestMain\(/m.test(text))) {
    return `go test did not run ${name}: check that TestMain calls m.Run and exits with its result.`;
  }
  return `go test did not run ${name}.`;
}

function buildTarget(
  { goos, goarch, cgo, version }: GoSettings,
  { fromGoflags, fromSettings }: FlagsByOrigin,
): BuildTarget {
  const flags = [...fromGoflags, ...fromSettings];
  const fromTags = flagValue(flags, 'tags')?.split(/[\s,]+/) ?? [];
  const fromFlags = [...FLAG_TAGS].filter((name) => isFlagOn(flags, name));
  const goMinor = Number(/^go1\.(\d+)/.exec(version)?.[1] ?? Infinity);
  return { goos, goarch, cgo, goMinor, tags: [...fromTags, ...fromFlags] };
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** The failure of a test that skipped itself or a sub-test, from output with -v; undefined if neither was skipped. */
export function* skippedTest(name: string, result: RunResult, places: GoPlaces): Steps<CaptureError | undefined> {
  const output = joinOutput(result);
  const prefix = `--- SKIP: ${name}`;
  const at = yield* findInLines(output, (line, start) => {
    const words = line.trim();
    return words.startsWith(prefix) && /^(?:[/\s-]|$)/.test(words.slice(prefix.length)) ? start : undefined;
  }, { having: prefix });
  if (at === undefined) return undefined;
  // Go prints the message of Skip above this line; older releases print it below.
  const log = readLogLine(lineBefore(output, at) ?? '', places) ?? readLogLine(lineAfter(output, at) ?? '', places);
  const words = log === undefined || log.text === '' ? 'it calls Skip' : log.text;
  const where = log === undefined ? '' : ` (${basename(log.location.file)}:${log.location.line})`;
  return new CaptureError('skipped', `${name} skips itself: ${words}${where}.`, log?.location, output);
}
