/** The values that were used last, by key. Of more than `max`, those that were used longest ago are dropped. */
export class Recent<V> {
  /** Least recently used first. */
  private readonly byKey = new Map<string, V>();

  constructor(private readonly max: number) {}

  /** Least recently used first. */
  get values(): readonly V[] {
    return [...this.byKey.values()];
  }

  find(key: string): V | undefined {
    const value = this.byKey.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.byKey.delete(key);
    this.byKey.set(key, value);
    const [oldest] = this.byKey.keys();
    if (this.byKey.size > this.max) this.byKey.delete(oldest);
  }

  /** The value of a key, made if there is none. */
  findOrMake(key: string, make: () => V): V {
    const known = this.find(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }

  clear(): void {
    this.byKey.clear();
  }
}
