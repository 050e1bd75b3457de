import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GoEnvironment, GoTestBuild, GoTestRequest } from '../captureTypes';
import { twoVersions } from '../tool/goCommandFailure';
import { goWorkFailure } from '../tool/goWorkFailure';
import { compileFailure } from '../failures/compileFailure';
import { fullBuildDisk } from '../failures/diskFailure';
import { type GoPlaces, isGoFile } from '../failures/goPlaces';
import { missingTest } from '../failures/testNotRun';
import type { CaptureError } from '../../common/captureError';
import { joinOutput } from '../failures/runFailure';
import { type GoPackage, readGoPackage } from '../tool/goTool';
import type { RunResult } from '../../common/processes/runProcess';
import { inSlices } from '../timeSlices';
import { BinaryCopy, linkFile, moveBinary } from './binaryCopy';
import { CompiledTexts } from './compiledTexts';
import { buildArgs } from './goTestArgs';
import { hasExecWrapper, type WorkFolder } from './workFolder';

/** Builds at most this many times while the sources keep changing. */
const MAX_BUILDS = 3;

/** A test binary and its sources. */
export interface BuiltTest {
  readonly goPackage: GoPackage;
  readonly compiled: CompiledTexts;
  /** With -exec, which only `go test` applies. */
  readonly copy?: BinaryCopy;
  /** Whether the sources changed during every build, so that they may differ from what was compiled. */
  readonly linesMayBeOff: boolean;
  /** The release of Go that built it, if not that of the settings: `go1.26.8`; empty if unknown. */
  readonly goVersion?: string;
}

/**
 * Builds as `buildUnchanged` does, then links the program to the request's `programFile`. Throws CaptureError, or the
 * signal's reason on abort.
 * @param listed the flags with which the package's own files are listed, if those of the build add some
 */
export async function buildTest(
  request: GoTestRequest,
  folder: WorkFolder,
  { buildFlags }: Pick<GoEnvironment, 'buildFlags'> = request.go,
): Promise<BuiltTest> {
  const { tool, files } = folder;
  const readingPackage = readGoPackage(tool, buildFlags);
  const read = () => CompiledTexts.read(tool, buildFlags, request.sourceFolders ?? []);
  const { built: copy, ...built } = await buildUnchanged(folder, read, async () => {
    const building = folder.go(buildArgs(request, files));
    await Promise.allSettled([readingPackage, building]);
    await checkBuilt(await building, await readingPackage, request, folder);
    return hasExecWrapper(request, folder) ? await BinaryCopy.make(files) : await moveBinary(files);
  });
  await linkProgram(request, files.program);
  return { ...built, goPackage: await readingPackage, ...(copy && { copy }) };
}

/** What was built, and the source texts from which. */
interface Unchanged<T> extends Pick<BuiltTest, 'compiled' | 'linesMayBeOff'> {
  readonly built: T;
}

/**
 * Builds until the source texts that were read equal those that were compiled, but at most MAX_BUILDS times. Throws
 * like `build`, when both have ended, because the caller then removes the temporary folder.
 */
export async function buildUnchanged<T>(
  { output }: Pick<WorkFolder, 'output'>,
  read: () => Promise<CompiledTexts>,
  build: () => Promise<T>,
): Promise<Unchanged<T>> {
  for (let round = 1; ; round++) {
    const startedAt = Date.now();
    const reading = read();
    // The first build does not wait for `go list`: file times show whether a file changed after the build started.
    if (round > 1) await reading;
    const building = build();
    await Promise.allSettled([reading, building]);
    const built = await building;
    const compiled = await reading;
    const areTextsCurrent = await (round > 1 ? compiled.areUnchanged() : compiled.areUnchangedSince(startedAt));
    if (areTextsCurrent || round === MAX_BUILDS) return { built, compiled, linesMayBeOff: !areTextsCurrent };
    output('The source changed during the build; building again.\n');
  }
}

/** The part of a build's description that is about its sources. */
type BuiltSources = Pick<
  GoTestBuild,
  'importPath' | 'modulePath' | 'moduleDir' | 'texts' | 'otherFiles' | 'areTextsComplete' | 'linesMayBeOff'
>;

export function describeBuild(
  { goPackage, compiled, linesMayBeOff }: Pick<BuiltTest, 'goPackage' | 'compiled' | 'linesMayBeOff'>,
): BuiltSources {
  const { importPath, modulePath, moduleDir } = goPackage;
  const { texts, otherFiles, areComplete: areTextsComplete } = compiled;
  return { importPath, modulePath, moduleDir, texts, otherFiles, areTextsComplete, linesMayBeOff };
}

/** The folders that distinguish the user's own files from others in failures. */
export function goPlaces(
  { packageDir }: Pick<GoTestRequest, 'packageDir'>,
  { modulePath, moduleDir }: GoPackage,
  goroot: string,
): GoPlaces {
  return { packageDir, modulePath, moduleDir, goroot };
}

async function checkBuilt(
  result: RunResult,
  goPackage: GoPackage,
  request: GoTestRequest,
  folder: WorkFolder,
): Promise<void> {
  const { settings } = folder;
  const output = joinOutput(result);
  if (result.exitCode === 0 && !output.includes('[no test files]')) return;
  const missing = await missingTest(request, settings, goPackage, output);
  // Unless the build leaves out the test's file, the compiler's message is more specific.
  if (result.exitCode === 0 || missing.location !== undefined) throw missing;
  throw await buildFailure(request.target.name, output, goPlaces(request, goPackage, settings.goroot), folder);
}

/** Why a build failed, from its output. */
export async function buildFailure(
  name: string,
  output: string,
  places: GoPlaces,
  { settings, tool, files }: WorkFolder,
): Promise<CaptureError> {
  const unable = (await goWorkFailure(name, output, tool)) ?? twoVersions(output, tool, settings.goroot);
  if (unable) return unable;
  const failure = await inSlices(compileFailure(name, output, places), tool.signal);
  // A full disk does not cause an error in one of the user's files.
  if (failure.location !== undefined && !isGoFile(failure.location.file, places)) return failure;
  return fullBuildDisk(failure, dirname(dirname(files.binary)), settings.cache);
}

/** Never rejects: profiles are useful without the program too. */
export async function linkProgram(
  { programFile, onNoProgram }: Pick<GoTestRequest, 'programFile' | 'onNoProgram'>,
  binary: string,
): Promise<void> {
  if (programFile === undefined) return;
  try {
    await linkFile(binary, programFile);
  } catch (error) {
    onNoProgram?.(error);
    await rm(programFile, { force: true }).catch(() => undefined);
  }
}
