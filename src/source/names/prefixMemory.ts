import type { Prefix } from './prefix';

/** Where answers of the user are kept between sessions: a thin adapter on the editor's workspace state. */
export interface SourceMemory {
  get(key: string): unknown;
  set(key: string, value: unknown): void | PromiseLike<void>;
}

const KEY = 'sourcePrefixes';
const MOST = 200;

/** Prefixes that files located by the user have taught, newest first. */
export class PrefixMemory {
  constructor(private readonly memory: SourceMemory) {}

  /** The prefixes, longest `from` first; what is not one (an older version's entry) is left out. */
  all(): Prefix[] {
    const kept = this.read();
    return kept.sort((a, b) => b.from.length - a.from.length);
  }

  /** Keeps the prefix; a later answer for the same `from` takes the place of an earlier one. */
  async add(prefix: Prefix): Promise<void> {
    const others = this.read().filter(({ from }) => from !== prefix.from);
    await this.memory.set(KEY, [prefix, ...others].slice(0, MOST));
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

/** Forgets when the editor closes; for tests and where nothing is given. */
export function memoryOfSession(): SourceMemory {
  const kept = new Map<string, unknown>();
  return { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) };
}
