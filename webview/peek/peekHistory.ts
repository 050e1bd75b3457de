/** Maximum number of names. */
const MAX_STEPS = 100;

/** The visited functions, with back and forward as in a browser. */
export class History {
  private names: string[] = [];
  private at = -1;

  get current(): string | undefined {
    return this.names[this.at];
  }

  get canGoBack(): boolean {
    return this.at > 0;
  }

  get canGoForward(): boolean {
    return this.at < this.names.length - 1;
  }

  /** Adds a name after the current one and drops the names after that. */
  visit(name: string): void {
    if (name === this.current) return;
    this.names = [...this.names.slice(0, this.at + 1), name].slice(-MAX_STEPS);
    this.at = this.names.length - 1;
  }

  back(): string | undefined {
    if (this.canGoBack) this.at--;
    return this.current;
  }

  forward(): string | undefined {
    if (this.canGoForward) this.at++;
    return this.current;
  }
}
