import * as vscode from 'vscode';
import { inBackground } from '../../ui/inBackground';
import { PreconditionError } from '../../ui/preconditionError';
import { showInformationMessage, showQuickPick, showWarningMessage, StatusItem } from '../../ui/window';
import { isObject } from '../../profile/common/shapes';
import type { SavedTargets } from '../targets/savedTargets';
import type { NamedText } from '../texts/namedText';
import type { TextChoice } from '../texts/pickText';
import type { RunningProgram } from './runningProgram';

/** How long a program may take to end after Stop and Read, before the user is asked, in milliseconds. */
const PATIENCE_MS = 5000;

/** The programs that run while they are profiled: an item in the status bar, and what can be done with them. */
export class RunningPrograms implements vscode.Disposable {
  private readonly running = new Set<RunningProgram>();
  /** The one that ran last. */
  private last: RunningProgram | undefined;
  private item: StatusItem | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param rows shows the programs that run as rows of a view */
  constructor(private readonly rows: Pick<SavedTargets, 'showPrograms'>) {}

  /** Shows a program until the returned function is called. */
  add(program: RunningProgram): () => void {
    this.running.add(program);
    this.update();
    return () => {
      this.running.delete(program);
      this.last = program;
      this.update();
    };
  }

  /**
   * Programs whose runtime prints what it does, and the last one if it did: see RunningProgram.runtimeLog. A terminal
   * has only its last lines.
   */
  async logs(): Promise<TextChoice[]> {
    const { signal } = new AbortController();
    const programs = [...this.running, ...(this.last ? [this.last] : [])];
    const logs = programs.map(async (program): Promise<TextChoice | undefined> => {
      const read = async () => (await program.runtimeLog(signal)) ?? new Uint8Array();
      const take = async (): Promise<NamedText> => {
        return { origin: program.title, content: await read(), again: take, grownUntil: program.ended };
      };
      const description = this.running.has(program) ? 'a program that runs now' : 'the program that was profiled last';
      return (await read()).length > 0 ? { label: program.title, description, take } : undefined;
    });
    return (await Promise.all(logs)).filter((choice) => choice !== undefined);
  }

  /**
   * Ends a program as Ctrl+C does. If it goes on, asks what to do. Throws an Error for the user if none runs.
   * @param node its row, or nothing
   */
  async stop(node?: unknown): Promise<void> {
    const program = this.ofRow(node) ?? (await this.pick('Stop and Read'));
    if (!program) return;
    if (program.isAskedToEnd) return program.kill();
    await program.stop();
    const hasEnded = await Promise.race([program.ended.then(() => true), patience()]);
    if (hasEnded || !this.running.has(program)) return;
    const message = `${program.title} was asked to end, as by Ctrl+C, and still runs. Its costs until now are shown.`;
    const chosen = await showWarningMessage(message, 'End It Now', 'Detach');
    if (chosen === 'End It Now') program.kill();
    if (chosen === 'Detach') await program.detach();
  }

  /** Shows the memory profile of a program as it is now. Throws an Error for the user if none runs. */
  async takeHeap(node?: unknown): Promise<void> {
    const program = this.ofRow(node) ?? (await this.pick('Take Heap Now'));
    if (!program) return;
    if (await program.take('memory')) return;
    await showInformationMessage(`${program.title} has not written its heap profile: it ended, or does not react.`);
  }

  /** Leaves a program running and keeps its costs until now. Throws an Error for the user if none runs. */
  async detach(node?: unknown): Promise<void> {
    await (this.ofRow(node) ?? (await this.pick('Detach')))?.detach();
  }

  dispose(): void {
    clearInterval(this.timer);
    this.item?.dispose();
  }

  private ofRow(node: unknown): RunningProgram | undefined {
    return isObject(node) ? [...this.running].find((program) => program === node.program) : undefined;
  }

  private async pick(what: string): Promise<RunningProgram | undefined> {
    const programs = [...this.running];
    if (programs.length === 0) {
      throw new PreconditionError('No program is running under Linecost.', { title: 'Profile Program', command: 'linecost.profileProgram' });
    }
    if (programs.length === 1) return programs[0];
    const items = programs.map((program) => ({ label: program.title, description: timeText(program), program }));
    return (await showQuickPick(items, { title: `Linecost: ${what}`, placeHolder: 'Choose a program' }))?.program;
  }

  private update(): void {
    const isAny = this.running.size > 0;
    inBackground(vscode.commands.executeCommand('setContext', 'linecost.programRuns', isAny));
    this.rows.showPrograms([...this.running]);
    clearInterval(this.timer);
    if (!isAny) return this.item?.hide();
    this.item ??= new StatusItem('linecost.program', 'Linecost Program', 52, 'linecost.stopProgram');
    this.show();
    this.timer = setInterval(() => this.show(), 1000);
  }

  private show(): void {
    const [first] = this.running;
    const name = this.running.size > 1 ? `${this.running.size} programs` : first.title;
    const time = timeText(first);
    const others = 'Linecost: Take Heap Now and Linecost: Detach Program leave it running.';
    const tooltip = `Linecost profiles ${name}. A click ends it as Ctrl+C does, and keeps its costs.\n${others}`;
    const words = first.isAskedToEnd ? [`Ending ${name}`, time] : [`Stop and Read ${name}`, time];
    this.item!.show({ icon: 'debug-stop', words, tooltip, spoken: `${words.join(', ')}. Ends the program and keeps its costs` });
  }
}

function patience(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
}

function timeText({ startedAt }: RunningProgram): string {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
