import type { Prefix } from './prefix';

/** Storage for remembered prefixes: VS Code's workspace state, or `memoryOfSession`. */
export interface SourceMemory {
  get(key: string): unknown;
  set(key: string, value: unknown): void | PromiseLike<void>;
}

const KEY = 'sourcePrefixes';
const MAX_PREFIXES = 200;

/** Prefixes learned from the files that the user located, stored newest first. */
export class RememberedPrefixes {
  constructor(private readonly memory: SourceMemory) {}

  /** The prefixes, longest `from` first. Skips invalid entries, which older versions may have stored. */
  all(): Prefix[] {
    const stored = this.read();
    return stored.sort((a, b) => b.from.length - a.from.length);
  }

  /** Stores a prefix, which replaces an earlier one with the same `from`. */
  async add(prefix: Prefix): Promise<void> {
    const others = this.read().filter(({ from }) => from !== prefix.from);
    await this.memory.set(KEY, [prefix, ...others].slice(0, MAX_PREFIXES));
  }

  private read(): Prefix[] {
    const stored = this.memory.get(KEY);
    return Array.isArray(stored) ? stored.filter(isPrefix) : [];
  }
}

function isPrefix(value: unknown): value is Prefix {
  const { from, to } = (value ?? {}) as Record<string, unknown>;
  return typeof from === 'string' && typeof to === 'string';
}

/** A memory that lasts until the window closes. */
export function memoryOfSession(): SourceMemory {
  const stored = new Map<string, unknown>();
  return { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) };
}
