import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GoTestBuild, GoTestRequest } from '../captureTypes';
import { twoVersions } from '../tool/goCommandFailure';
import { goWorkFailure } from '../tool/goWorkFailure';
import { compileFailure } from '../failures/compileFailure';
import { fullBuildDisk } from '../failures/diskFailure';
import { type GoPlaces, isGoFile } from '../failures/goPlaces';
import { missingTest } from '../failures/testNotRun';
import { joinOutput } from '../failures/runFailure';
import { type GoPackage, readGoPackage } from '../tool/goTool';
import type { RunResult } from '../processes/runProcess';
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
 * Builds until the source texts that were read equal those that were compiled, but at most MAX_BUILDS times. Then links
 * the program to the request's `programFile`. Throws CaptureError, or the signal's reason on abort.
 */
export async function buildTest(request: GoTestRequest, folder: WorkFolder): Promise<BuiltTest> {
  const { tool, files } = folder;
  const { buildFlags } = request.go;
  const readingPackage = readGoPackage(tool, buildFlags);
  for (let round = 1; ; round++) {
    const startedAt = Date.now();
    const reading = CompiledTexts.read(tool, buildFlags, request.sourceFolders ?? []);
    // The first build does not wait for `go list`: file times show whether a file changed after the build started.
    if (round > 1) await reading;
    const building = folder.go(buildArgs(request, files));
    // Wait for all, because the caller removes the temporary folder after a failure.
    await Promise.allSettled([readingPackage, reading, building]);
    await checkBuilt(await building, await readingPackage, request, folder);
    const compiled = await reading;
    const copy = hasExecWrapper(request, folder) ? await BinaryCopy.make(files) : await moveBinary(files);
    const areTextsCurrent = await (round > 1 ? compiled.areUnchanged() : compiled.areUnchangedSince(startedAt));
    if (areTextsCurrent || round === MAX_BUILDS) {
      await linkProgram(request, files.program);
      return { goPackage: await readingPackage, compiled, ...(copy && { copy }), linesMayBeOff: !areTextsCurrent };
    }
    folder.output('The source changed during the build; building again.\n');
  }
}

/** The part of a build's description that is about its sources. */
type BuiltSources = Pick<
  GoTestBuild,
  'importPath' | 'modulePath' | 'moduleDir' | 'texts' | 'otherFiles' | 'areTextsComplete' | 'linesMayBeOff'
>;

export function describeBuild({ goPackage, compiled, linesMayBeOff }: BuiltTest): BuiltSources {
  const { importPath, modulePath, moduleDir } = goPackage;
  const { texts, otherFiles, areComplete: areTextsComplete } = compiled;
  return { importPath, modulePath, moduleDir, texts, otherFiles, areTextsComplete, linesMayBeOff };
}

/** The folders that distinguish the user's own files from others in failures. */
export function goPlaces(
  { packageDir }: GoTestRequest,
  { modulePath, moduleDir }: GoPackage,
  goroot: string,
): GoPlaces {
  return { packageDir, modulePath, moduleDir, goroot };
}

async function checkBuilt(
  result: RunResult,
  goPackage: GoPackage,
  request: GoTestRequest,
  { settings, tool, files }: WorkFolder,
): Promise<void> {
  const output = joinOutput(result);
  if (result.exitCode === 0 && !output.includes('[no test files]')) return;
  const missing = await missingTest(request, settings, goPackage, output);
  // Unless the build leaves out the test's file, the compiler's message is more specific.
  if (result.exitCode === 0 || missing.location !== undefined) throw missing;
  const { name } = request.target;
  const unable = (await goWorkFailure(name, output, tool)) ?? twoVersions(output, tool, settings.goroot);
  if (unable) throw unable;
  const places = goPlaces(request, goPackage, settings.goroot);
  const failure = await inSlices(compileFailure(name, output, places), tool.signal);
  // A full disk does not cause an error in one of the user's files.
  if (failure.location !== undefined && !isGoFile(failure.location.file, places)) throw failure;
  throw await fullBuildDisk(failure, dirname(dirname(files.binary)), settings.cache);
}

/** Never rejects: profiles are useful without the program too. */
export async function linkProgram({ programFile, onNoProgram }: GoTestRequest, binary: string): Promise<void> {
  if (programFile === undefined) return;
  try {
    await linkFile(binary, programFile);
  } catch (error) {
    onNoProgram?.(error);
    await rm(programFile, { force: true }).catch(() => undefined);
  }
}
