import { rm } from 'node:fs/promises';
import type { Programs } from '../../captures/disk/programs';
import type { GoTestRequest } from '../../go/captureTypes';
import { linkFile } from '../../go/test/binaryCopy';
import type { GoTest } from '../../go/test/goTest';
import type { WriteOutput } from '../../go/test/workFolder';
import type { OnDemand } from '../../ui/onceLoaded';
import { ignored } from '../../profile/common/ignored';

/** Builds the test binaries of captures. */
export interface TestBuilder {
  /** Throws the errors of GoTest.build. */
  build(request: GoTestRequest, output: WriteOutput, signal: AbortSignal): Promise<GoTest>;
  /** Call when a binary has run for the last time. */
  release(test: GoTest): Promise<void>;
}

/** Builds a new binary for each request. */
export const freshBuilds: TestBuilder = {
  async build(...args) {
    const { GoTest: Go } = await import('../../go/test/goTest');
    return Go.build(...args);
  },
  release: (test) => test.close(),
};

interface LastBuild {
  readonly key: string;
  test: GoTest;
  /** Absolute path of its program, which later captures link to; unset if it could not be stored. */
  readonly program?: string;
  /** Why it could not be stored. */
  readonly failure?: unknown;
}

/**
 * Builds the test binary of a package once for consecutive benchmarks with the same flags, unless a source changes in
 * between. All requests must have the same signal. Call `close` at the end, and after a failure.
 */
export class SuiteBuilds implements TestBuilder {
  private last: LastBuild | undefined;

  constructor(
    private readonly programs: OnDemand<Pick<Programs, 'draft'>>,
    private readonly builder: TestBuilder = freshBuilds,
  ) {}

  async build(request: GoTestRequest, output: WriteOutput, signal: AbortSignal): Promise<GoTest> {
    const key = keyOf(request);
    const { last } = this;
    const next = last?.key === key ? await last.test.next(request).catch(ignored('a program is built again')) : undefined;
    if (last && next) {
      last.test = next;
      await link(last, request.programFile).catch((error: unknown) => request.onNoProgram?.(error));
      return next;
    }
    await this.close();
    let failure: unknown;
    const onNoProgram = (error: unknown) => {
      failure = error;
      request.onNoProgram?.(error);
    };
    const test = await this.builder.build({ ...request, onNoProgram }, output, signal);
    const program = await this.linkToDraft(request).catch((error: unknown) => {
      failure ??= error;
      return undefined;
    });
    this.last = { key, test, program, failure };
    return test;
  }

  async release(): Promise<void> {
    // The next benchmark may need the binary.
  }

  async close(): Promise<void> {
    const { last } = this;
    this.last = undefined;
    if (last?.program !== undefined) await rm(last.program, { force: true }).catch(() => undefined);
    if (last) await this.builder.release(last.test);
  }

  /** Links a draft to the program of the request, and resolves to its path. Throws the system's error. */
  private async linkToDraft({ programFile }: GoTestRequest): Promise<string | undefined> {
    if (programFile === undefined) return undefined;
    const draft = await (await this.programs()).draft();
    await linkFile(programFile, draft);
    return draft;
  }
}

/** Requests with equal keys build the same program. */
function keyOf({ packageDir, go: { goBinary, buildFlags, env } }: GoTestRequest): string {
  return JSON.stringify([packageDir, goBinary, buildFlags, env]);
}

/** Links a program file to the program of an earlier build. Throws if that could not be stored. */
async function link({ program, failure }: LastBuild, programFile: string | undefined): Promise<void> {
  if (programFile === undefined) return;
  if (program === undefined) throw failure;
  await linkFile(program, programFile);
}
