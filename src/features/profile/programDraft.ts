import type { Programs } from '../../captures/disk/programs';
import type { GoTestRequest } from '../../go/captureTypes';
import { inBackground } from '../../ui/inBackground';
import type { Captured } from '../../captures/captureDraft';
import type { Output } from '../../ui/output';
import { sentenceOf } from '../../ui/systemFailure';
import { ignored } from '../../profile/common/ignored';

/** The program of a capture in progress. A capture is useful without its program, so nothing here rejects. */
export class ProgramDraft {
  /** The first error, if the program cannot be stored. */
  private failure: unknown;
  private isWarned = false;

  private constructor(
    private readonly programs: Programs,
    private readonly id: string,
    private readonly file: string | undefined,
  ) {}

  /**
   * Call before the build, whose request then needs the draft's `request`. If the capture is not stored, call
   * `discard`.
   */
  static async make(programs: Programs, id: string): Promise<ProgramDraft> {
    let failure: unknown;
    const file = await programs.draft().catch((error: unknown) => {
      failure = error;
      return undefined;
    });
    if (file !== undefined) programs.reserve(id, file);
    const draft = new ProgramDraft(programs, id, file);
    draft.failure = failure;
    return draft;
  }

  get request(): Pick<GoTestRequest, 'programFile' | 'onNoProgram'> {
    return { programFile: this.file, onNoProgram: (error) => this.fail(error) };
  }

  /**
   * Stores the program. Call just before the capture is stored, each time. If the program cannot be stored, logs the
   * reason once and adds it to the capture.
   */
  async storedIn(captured: Captured, output: Output): Promise<Captured> {
    const { programs, id, file } = this;
    if (file !== undefined) {
      await programs.place(id, file).catch(async (error: unknown) => {
        this.fail(error);
        await programs.remove(id).catch(ignored('a program stays on disk'));
      });
    }
    if (this.failure === undefined) return captured;
    const noProgram = sentenceOf(this.failure);
    if (!this.isWarned) output.warn(`The program of ${captured.title} could not be stored, so Measure Again cannot run it. ${noProgram}`);
    this.isWarned = true;
    return { ...captured, noProgram };
  }

  /** In the background, deletes the oldest programs above the limits, but not those of the `spared` captures. */
  keep(spared: () => Promise<readonly string[]>): void {
    const { id, file } = this;
    if (file === undefined) return;
    inBackground(spared().then((ids) => this.programs.keep(id, file, ids)).catch(ignored('a program is not kept')));
  }

  /** Deletes the program in the background. */
  discard(): void {
    inBackground(this.programs.remove(this.id).catch(ignored('a program stays on disk')));
  }

  private fail(error: unknown): void {
    this.failure ??= error;
  }
}
