import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { argumentWords } from '../../common/argumentWords';
import { endpointsOf } from '../../live/targets/endpoints';
import { Forward, type ForwardState } from '../../live/targets/forward';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { inBackground } from '../../ui/inBackground';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { showInformationMessage, showWarningMessage } from '../../ui/window';
import type { ImportedParts } from './commandApproval';
import { definedVariables } from './definedVariables';

/** How long a forward stays after it was last used, in milliseconds. */
const UNUSED_MS = 10 * 60_000;
/** A restart is told at most this often, in milliseconds: a connection may be lost again and again. */
const TOLD_MS = 60_000;

interface Running {
  readonly target: ServiceTarget;
  readonly forward: Forward;
  state: ForwardState;
  timer: NodeJS.Timeout | undefined;
  toldAt: number;
}

/** The commands that make services reachable. Each is started when its service is first used. */
export class Forwards implements vscode.Disposable {
  private readonly running = new Map<string, Running>();
  /** How many parts use the forward of a service now: one that is started in place of another is held, too. */
  private readonly holders = new Map<string, number>();
  /** Forwards that were ended, while their programs still run and have their ports. */
  private readonly endings = new Map<string, Promise<void>>();
  private readonly channels = new Map<string, { readonly name: string; readonly channel: vscode.OutputChannel }>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when a forward starts, is ready or ends. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly imported: ImportedParts, private readonly unusedMs = UNUSED_MS) {}

  /**
   * Starts the forward of a service if it has one, and resolves when the service accepts connections. The forward stays
   * for some minutes. Throws CaptureError `unreachable` or a PreconditionError; the signal's reason on abort.
   */
  async ready(target: ServiceTarget, signal: AbortSignal): Promise<void> {
    if (target.forward === undefined) return;
    requireTrust('Linecost runs no command that leads to a service in an untrusted workspace');
    await this.imported.approve(target, target.forward);
    const known = this.running.get(target.id);
    if (known && (known.forward.isOver || isOther(known.target, target))) await this.end(target.id);
    await this.endings.get(target.id);
    signal.throwIfAborted();
    const running = this.running.get(target.id) ?? this.start(target, target.forward);
    this.endWhenUnused(running);
    await running.forward.ready(signal);
  }

  /** Keeps the forward of a service, also one that is started later, until it is disposed. */
  hold({ id }: ServiceTarget): vscode.Disposable {
    let isHeld = true;
    this.count(id, 1);
    return {
      dispose: () => {
        if (isHeld) this.count(id, -1);
        isHeld = false;
      },
    };
  }

  stateOf({ id }: ServiceTarget): ForwardState | undefined {
    return this.running.get(id)?.state;
  }

  /** Ends the forwards of services that were removed, or that have another command or address now. */
  follow(targets: readonly ServiceTarget[]): void {
    for (const { target } of [...this.running.values()]) {
      const now = targets.find(({ id }) => id === target.id);
      if (!now || isOther(now, target)) inBackground(this.end(target.id));
    }
    for (const [id, { name, channel }] of [...this.channels]) {
      if (this.running.has(id) || targets.some((target) => target.id === id && target.name === name)) continue;
      this.channels.delete(id);
      channel.dispose();
    }
  }

  /** Ends the forward of a service, and what it started. */
  async end(id: string): Promise<void> {
    const running = this.running.get(id);
    if (!running) return this.endings.get(id);
    this.running.delete(id);
    clearTimeout(running.timer);
    const ending = running.forward.end().finally(() => this.endings.delete(id));
    this.endings.set(id, ending);
    this.changed.fire();
    await ending;
  }

  showOutput(target: ServiceTarget): void {
    this.channelOf(target).show(true);
  }

  dispose(): void {
    for (const id of [...this.running.keys()]) inBackground(this.end(id));
    for (const { channel } of this.channels.values()) channel.dispose();
    this.changed.dispose();
  }

  private start(target: ServiceTarget, command: string): Running {
    const words = argumentWords(command);
    if (!words || words.length === 0) {
      throw new PreconditionError(`The forward command of ${target.name} has a quote that is not closed: correct it in "Edit Service…".`);
    }
    this.channelOf(target);
    const forward = new Forward({
      words,
      endpoints: endpointsOf(target.addresses),
      cwd: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(),
      env: definedVariables(),
      // It is gone if the service was removed meanwhile.
      onOutput: (text) => this.channels.get(target.id)?.channel.append(text),
      onState: (state) => {
        running.state = state;
        this.changed.fire();
      },
      onDeath: (reason, isStartedAgain) => inBackground(this.tellDeath(target, reason, isStartedAgain)),
    });
    const running: Running = { target, forward, state: 'starting', timer: undefined, toldAt: 0 };
    this.running.set(target.id, running);
    this.changed.fire();
    return running;
  }

  private count(id: string, change: number): void {
    this.holders.set(id, (this.holders.get(id) ?? 0) + change);
    const running = this.running.get(id);
    if (running) this.endWhenUnused(running);
  }

  private endWhenUnused(running: Running): void {
    clearTimeout(running.timer);
    if ((this.holders.get(running.target.id) ?? 0) > 0) return;
    running.timer = setTimeout(() => inBackground(this.end(running.target.id)), this.unusedMs);
  }

  private async tellDeath(target: ServiceTarget, reason: string, isStartedAgain: boolean): Promise<void> {
    const running = this.running.get(target.id);
    if (!running || (isStartedAgain && Date.now() - running.toldAt < TOLD_MS)) return;
    running.toldAt = Date.now();
    const show = 'Show Output';
    const chosen = isStartedAgain
      ? await showInformationMessage(`${target.name}: ${reason} It is started again.`, show)
      : await showWarningMessage(`${target.name}: ${reason} The next use of the service starts it again.`, show);
    if (chosen === show) this.showOutput(target);
  }

  private channelOf({ id, name }: ServiceTarget): vscode.OutputChannel {
    const known = this.channels.get(id);
    if (known) return known.channel;
    const channel = vscode.window.createOutputChannel(`Linecost: ${name}`);
    this.channels.set(id, { name, channel });
    return channel;
  }
}

/** Whether a change of a service needs another forward. */
function isOther(a: ServiceTarget, b: ServiceTarget): boolean {
  return a.forward !== b.forward || a.addresses.join(' ') !== b.addresses.join(' ');
}
