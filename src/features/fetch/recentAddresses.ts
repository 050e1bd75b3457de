import type * as vscode from 'vscode';
import { type PprofAddress, parseAddress, plainAddress } from '../../live/pprofAddress';
import { inBackground } from '../../ui/inBackground';

const RECENT = 'linecost.recentAddresses';
const MAX_ADDRESSES = 10;

/** The key of earlier versions, which stored addresses as typed, some with a password. */
const TYPED_ADDRESSES = 'linecost.recentTargets';

/** Addresses of earlier fetches, the latest first, without credentials and without parameters that may be secret. */
export class RecentAddresses {
  constructor(private readonly memento: vscode.Memento) {}

  list(): readonly string[] {
    const stored = strings(this.memento.get(RECENT));
    const typed = strings(this.memento.get(TYPED_ADDRESSES));
    const plain = [...new Set([...stored, ...typed].flatMap(plainOf))].slice(0, MAX_ADDRESSES);
    if (typed.length > 0 || plain.join('\n') !== stored.join('\n')) this.store(plain);
    return plain;
  }

  add(target: PprofAddress): void {
    const plain = plainAddress(target);
    const rest = this.list().filter((address) => address !== plain);
    this.store([plain, ...rest].slice(0, MAX_ADDRESSES));
  }

  private store(addresses: readonly string[]): void {
    inBackground(this.memento.update(RECENT, addresses));
    inBackground(this.memento.update(TYPED_ADDRESSES, undefined));
  }
}

function plainOf(address: string): string[] {
  const target = targetOf(address);
  return target ? [plainAddress(target)] : [];
}

/** Returns undefined if the text is not an address. */
export function targetOf(address: string | undefined): PprofAddress | undefined {
  try {
    return address === undefined ? undefined : parseAddress(address);
  } catch {
    return undefined;
  }
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
