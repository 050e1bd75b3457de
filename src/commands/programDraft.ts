import type { Programs } from '../bench/captures/programs';
import type { GoTestRequest } from '../capture/captureTypes';
import { inBackground } from '../workbench/inBackground';
import type { Captured } from '../workbench/loadedCaptures';
import type { Output } from '../workbench/output';
import { sentenceOf } from '../workbench/systemFailure';

/** The program of a capture in progress. A capture is useful without its program, so nothing here rejects. */
export class ProgramDraft {
  /** The first error, if the program cannot be stored. */
  private failure: unknown;
  private placing: Promise<void> | undefined;

  private constructor(private readonly programs: Programs, private readonly file: string | undefined) {}

  /** Call before the build, whose request then needs the draft's `request`. */
  static async make(programs: Programs): Promise<ProgramDraft> {
    let failure: unknown;
    const file = await programs.draft().catch((error: unknown) => {
      failure = error;
      return undefined;
    });
    const draft = new ProgramDraft(programs, file);
    draft.failure = failure;
    return draft;
  }

  get request(): Pick<GoTestRequest, 'programFile' | 'onNoProgram'> {
    return { programFile: this.file, onNoProgram: (error) => this.fail(error) };
  }

  /** Makes the built program that of a capture, so that it is stored if this window closes. */
  place(id: string): void {
    if (this.file !== undefined) this.placing = this.programs.place(id, this.file).catch((error) => this.fail(error));
  }

  /** Adds to the capture the reason why its program is not stored, and logs it. */
  async explainedIn(captured: Captured, output: Output): Promise<Captured> {
    await this.placing;
    if (this.failure === undefined) return captured;
    const noProgram = sentenceOf(this.failure);
    output.warn(`The program of ${captured.title} could not be stored, so Measure Again cannot run it. ${noProgram}`);
    return { ...captured, noProgram };
  }

  /** In the background, deletes the oldest programs above the limits, but not those of the `spared` captures. */
  keep(id: string, spared: () => Promise<readonly string[]>): void {
    const { file } = this;
    if (file === undefined) return;
    inBackground(spared().then((ids) => this.programs.keep(id, file, ids)).catch(() => undefined));
  }

  private fail(error: unknown): void {
    this.failure ??= error;
  }
}
