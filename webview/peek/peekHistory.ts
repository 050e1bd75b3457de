/** Maximum number of names. */
const MAX_NAMES = 100;

/** The visited functions, with back and forward as in a browser. */
export class PeekHistory {
  private names: string[] = [];
  private index = -1;

  get current(): string | undefined {
    return this.names[this.index];
  }

  get canGoBack(): boolean {
    return this.index > 0;
  }

  get canGoForward(): boolean {
    return this.index < this.names.length - 1;
  }

  /** Adds a name after the current one and drops the names after that. */
  visit(name: string): void {
    if (name === this.current) return;
    this.names = [...this.names.slice(0, this.index + 1), name].slice(-MAX_NAMES);
    this.index = this.names.length - 1;
  }

  back(): string | undefined {
    if (this.canGoBack) this.index--;
    return this.current;
  }

  forward(): string | undefined {
    if (this.canGoForward) this.index++;
    return this.current;
  }
}
