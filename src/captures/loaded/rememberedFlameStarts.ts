import type * as vscode from 'vscode';
import { isPair } from '../../profile/common/shapes';
import type { FlameStart } from '../../pages/protocol/profilePage';
import { inBackground } from '../../ui/inBackground';

const STARTS = 'linecost.flameStarts';
const MAX_STARTS = 50;

/** Stores where flame graphs start, by kind of profile, so that the choice applies to later captures of the kind. */
export class RememberedFlameStarts {
  constructor(private readonly memento: vscode.Memento) {}

  get all(): Readonly<Record<string, FlameStart>> {
    return Object.fromEntries(this.entries());
  }

  keep(kind: string, start: FlameStart): void {
    const others = this.entries().filter(([otherKind]) => otherKind !== kind);
    inBackground(this.memento.update(STARTS, [[kind, start], ...others].slice(0, MAX_STARTS)));
  }

  private entries(): readonly (readonly [string, FlameStart])[] {
    const stored = this.memento.get<unknown>(STARTS);
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  }
}

function isEntry(value: unknown): value is [string, FlameStart] {
  return isPair(value) && ['measured', 'everything'].includes(value[1]);
}
