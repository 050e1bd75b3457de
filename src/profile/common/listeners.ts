/** Functions to call after each change. A listener may add and remove listeners. */
export class Listeners {
  private readonly all = new Set<() => void>();

  add(listener: () => void): { dispose(): void } {
    this.all.add(listener);
    return { dispose: () => this.all.delete(listener) };
  }

  call(): void {
    for (const listener of [...this.all]) listener();
  }
}
