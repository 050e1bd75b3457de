/**
 * The `key: value` lines that apply to a result. As in benchstat, deleting a key moves the last key to its position;
 * tables name their keys in this order.
 */
export class Config {
  private readonly positions = new Map<string, number>();
  private readonly keys: string[] = [];
  private readonly values: string[] = [];
  /** Increases with each change. */
  version: number;

  /**
   * @param file the value of `.file`: the label of the input
   * @param version higher than the versions of earlier inputs, since versions identify configurations
   */
  constructor(private readonly file: string, version: number) {
    this.version = version;
  }

  /** An empty value deletes the key. */
  set(key: string, value: string): void {
    const position = this.positions.get(key);
    if (position !== undefined && this.values[position] === value) return;
    this.version++;
    if (value === '') this.delete(key, position);
    else if (position !== undefined) this.values[position] = value;
    else {
      this.positions.set(key, this.keys.push(key) - 1);
      this.values.push(value);
    }
  }

  /** The value of a key or of `.file`; empty if the key is not set. */
  get(key: string): string {
    if (key === '.file') return this.file;
    const position = this.positions.get(key);
    return position === undefined ? '' : this.values[position];
  }

  /** Calls `take` for each key that is set, in order. */
  forEach(take: (key: string, value: string) => void): void {
    for (let i = 0; i < this.keys.length; i++) take(this.keys[i], this.values[i]);
  }

  private delete(key: string, position: number | undefined): void {
    if (position === undefined) return;
    const [lastKey, lastValue] = [this.keys.pop()!, this.values.pop()!];
    this.positions.delete(key);
    if (lastKey === key) return;
    this.keys[position] = lastKey;
    this.values[position] = lastValue;
    this.positions.set(lastKey, position);
  }
}
