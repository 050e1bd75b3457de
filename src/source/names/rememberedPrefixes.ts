import type { Prefix } from './prefix';

/** Stores the user's answers between sessions: a thin adapter on VS Code's workspace state. */
export interface SourceMemory {
  get(key: string): unknown;
  set(key: string, value: unknown): void | PromiseLike<void>;
}

const KEY = 'sourcePrefixes';
const MAX_PREFIXES = 200;

/** Prefixes learned from the files that the user located, newest first. */
export class RememberedPrefixes {
  constructor(private readonly memory: SourceMemory) {}

  /** The prefixes, longest `from` first, without entries of older versions that are not prefixes. */
  all(): Prefix[] {
    const kept = this.read();
    return kept.sort((a, b) => b.from.length - a.from.length);
  }

  /** Stores a prefix; it replaces an earlier one with the same `from`. */
  async add(prefix: Prefix): Promise<void> {
    const others = this.read().filter(({ from }) => from !== prefix.from);
    await this.memory.set(KEY, [prefix, ...others].slice(0, MAX_PREFIXES));
  }

  private read(): Prefix[] {
    const kept = this.memory.get(KEY);
    return Array.isArray(kept) ? kept.filter(isPrefix) : [];
  }
}

function isPrefix(value: unknown): value is Prefix {
  const { from, to } = (value ?? {}) as Record<string, unknown>;
  return typeof from === 'string' && typeof to === 'string';
}

/** A memory that lasts until the editor closes: the default, and for tests. */
export function memoryOfSession(): SourceMemory {
  const kept = new Map<string, unknown>();
  return { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) };
}
