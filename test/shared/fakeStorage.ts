/** VS Code's Memento, in memory. It stores values as JSON, as VS Code does. */
export class FakeMemento {
  private readonly values = new Map<string, string>();

  constructor(values: Readonly<Record<string, unknown>> = {}) {
    for (const [key, value] of Object.entries(values)) this.set(key, value);
  }

  keys(): string[] {
    return [...this.values.keys()];
  }

  get(key: string, fallback?: unknown): never {
    const text = this.values.get(key);
    return (text === undefined ? fallback : JSON.parse(text)) as never;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.set(key, value);
  }

  private set(key: string, value: unknown): void {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, JSON.stringify(value));
  }
}

/** VS Code's SecretStorage, in memory. */
export class FakeSecrets {
  private readonly secrets = new Map<string, string>();

  async get(key: string): Promise<string | undefined> {
    return this.secrets.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    this.secrets.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.secrets.delete(key);
  }
}
