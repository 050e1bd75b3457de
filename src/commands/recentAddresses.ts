import type * as vscode from 'vscode';
import { type PprofTarget, parseTarget, plainAddress } from '../capture/http/pprofTarget';
import { inBackground } from '../workbench/inBackground';

const RECENT = 'linecost.recentAddresses';
const KEPT_ADDRESSES = 10;

/** Stored by earlier versions: addresses as typed, some with a password. */
const TYPED_ADDRESSES = 'linecost.recentTargets';

/** Addresses of earlier fetches, the last one first, without credentials and possibly secret parameters. */
export class RecentAddresses {
  constructor(private readonly memento: vscode.Memento) {}

  list(): readonly string[] {
    const kept = strings(this.memento.get(RECENT));
    const typed = strings(this.memento.get(TYPED_ADDRESSES));
    const plain = [...new Set([...kept, ...typed].flatMap(plainOf))].slice(0, KEPT_ADDRESSES);
    if (typed.length > 0 || plain.join('\n') !== kept.join('\n')) this.keep(plain);
    return plain;
  }

  add(target: PprofTarget): void {
    const plain = plainAddress(target);
    const others = this.list().filter((known) => known !== plain);
    this.keep([plain, ...others].slice(0, KEPT_ADDRESSES));
  }

  private keep(addresses: readonly string[]): void {
    inBackground(this.memento.update(RECENT, addresses));
    inBackground(this.memento.update(TYPED_ADDRESSES, undefined));
  }
}

function plainOf(address: string): string[] {
  const target = targetOf(address);
  return target ? [plainAddress(target)] : [];
}

/** Returns undefined if the text is not an address. */
export function targetOf(address: string | undefined): PprofTarget | undefined {
  try {
    return address === undefined ? undefined : parseTarget(address);
  } catch {
    return undefined;
  }
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
