/** More steps than anybody walks back. */
const STEPS_KEPT = 100;

/** Names that were visited one after the other, as in a browser. */
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

  /** Goes on to a name; what lay ahead is forgotten. */
  visit(name: string): void {
    if (name === this.current) return;
    this.names = [...this.names.slice(0, this.at + 1), name].slice(-STEPS_KEPT);
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
