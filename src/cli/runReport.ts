import { writeFile } from 'node:fs/promises';
import { EngineError } from '../engine/workerMessages';
import { ProfileError, RefinementError } from '../profile/errors';
import type { Profile } from '../profile/model';
import { re2 } from '../profile/common/regexp';
import { SampleTypeError } from '../profile/sampleType';
import { asksForHelp, asWritten, parseArgs } from './args';
import { callgrindReport } from '../pprofText/callgrindReport';
import { disasmReport } from '../pprofText/disasm';
import { disassemble } from '../pprofText/programsOnDisk';
import { dotReport } from '../pprofText/dotReport';
import { helpText } from './flags';
import { listReport } from '../pprofText/list';
import { setMachine } from '../pprofText/machine';
import { nodeMachine } from '../pprofText/nodeMachine';
import { loadProfiles } from './loadProfiles';
import { type ReportOptions, UsageError } from '../pprofText/reportOptions';
import { prepareReport, type ReportRequest } from '../pprofText/prepare';
import { protoReport } from '../pprofText/proto';
import { rawReport } from '../pprofText/raw';
import { SourceReader } from '../pprofText/sourceFiles';
import { symbolizationWarnings } from '../pprofText/asPprofReads';
import { tagsReport } from '../pprofText/tags';
import { topReport } from '../pprofText/top';
import { tracesReport } from '../pprofText/traces';
import { treeReport } from '../pprofText/tree';
import { MemoryError } from '../profile/common/guard';

/**
 * The output and exit code of a report: 0; 1 if a profile cannot be read, or needs too much memory; 2, as in pprof, for
 * an invalid command line, and for a report that matches nothing or cannot be made.
 */
export interface Outcome {
  readonly code: 0 | 1 | 2;
  readonly stdout: string | Uint8Array;
  readonly stderr: string;
}

export interface ProcessInput {
  /** The default search path for sources: the user's working directory. */
  readonly directory: string;
  readStdin(): Promise<Uint8Array>;
}

/** Runs one report. Paths are relative to the process's working directory. */
export async function runReport(argv: readonly string[], input: ProcessInput): Promise<Outcome> {
  setMachine(nodeMachine);
  try {
    if (asksForHelp(argv)) return { code: 0, stdout: helpText(), stderr: '' };
    const options = parseArgs(argv);
    const profile = await loadProfiles(options, () => input.readStdin());
    return await report(profile, options, input);
  } catch (cause) {
    const isAboutOptions = [UsageError, SampleTypeError, RefinementError].some((kind) => cause instanceof kind);
    if (isAboutOptions) return failure(2, (cause as Error).message);
    const isAboutProfile = [ProfileError, MemoryError, EngineError].some((kind) => cause instanceof kind);
    if (isAboutProfile) return failure(1, (cause as Error).message);
    throw cause;
  }
}

const failure = (code: 1 | 2, message: string): Outcome => ({ code, stdout: '', stderr: `${message}\n` });

async function report(profile: Profile, options: ReportOptions, { directory }: ProcessInput): Promise<Outcome> {
  const { request, unmatched } = prepareReport(profile, options);
  const unmatchedWarnings = unmatched.map((field) => `${optionName(field)} expression matched no samples\n`).join('');
  const warnings = symbolizationWarnings(options.symbolize) + unmatchedWarnings;
  const text = await makeReport(request, directory);
  if (text === undefined) return failure(2, `${warnings}no matches found for regexp: ${options.pattern}`);
  const bytes = typeof text === 'string' ? asWritten(text) : text;
  if (options.output === '') return { code: 0, stdout: bytes, stderr: warnings };
  try {
    await writeFile(options.output, bytes);
  } catch (cause) {
    throw new UsageError(`${options.output} cannot be written: ${(cause as Error).message}`);
  }
  return { code: 0, stdout: '', stderr: `${warnings}Generating report in ${options.output}\n` };
}

/** An option's name in pprof's warnings: `ShowFrom`, `TagFocus`. */
function optionName(field: string): string {
  return field.replace(/(?:^|_|(?<=^tag))([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** @returns undefined if no function matches the pattern */
async function makeReport(request: ReportRequest, directory: string): Promise<string | Uint8Array | undefined> {
  const { options, profile } = request;
  switch (options.command) {
    case 'top':
    case 'text':
      return topReport(request);
    case 'list':
      return listReport(request, matcher(options.pattern), sourceReader(options, directory));
    case 'peek':
      return treeReport(request, matcher(options.pattern));
    case 'disasm':
      return disasmReport(request, matcher(options.pattern), disassemble);
    case 'tree':
      return treeReport(request);
    case 'traces':
      return tracesReport(request);
    case 'tags':
      return tagsReport(request);
    case 'comments':
      return profile.comments.map((comment) => `${comment}\n`).join('');
    case 'dot':
      return dotReport(request);
    case 'callgrind':
      return [...callgrindReport(request)].join('');
    case 'raw':
      return rawReport(profile);
    case 'proto':
      return protoReport(request);
  }
}

function sourceReader({ sourcePath, trimPath }: ReportOptions, directory: string): SourceReader {
  return new SourceReader(sourcePath || directory, trimPath);
}

function matcher(pattern: string): (text: string) => boolean {
  try {
    const compiled = re2().RE2JS.compile(pattern);
    return (text) => compiled.test(text);
  } catch (cause) {
    throw new UsageError(`parsing argument regexp ${pattern}: ${(cause as Error).message}`);
  }
}
