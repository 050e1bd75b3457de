/** The effect of Toggle Costs on every document, until the style is set or another capture is shown. */
export class ToggledCosts {
  private state: 'shown' | 'hidden' | undefined;
  /** The active capture at the last toggle. */
  private capture: object | undefined;

  get areShown(): boolean {
    return this.state === 'shown';
  }

  get areHidden(): boolean {
    return this.state === 'hidden';
  }

  /** @param isHidden whether costs are hidden now, by an earlier toggle or by the setting */
  toggle(isHidden: boolean, capture: object | undefined): void {
    this.state = isHidden ? 'shown' : 'hidden';
    this.capture = capture;
  }

  /** Lets the setting decide again. */
  reset(): void {
    this.state = undefined;
  }

  /**
   * Called when a capture is shown. Costs that were hidden for another one are no longer hidden, because a user who
   * profiles again wants to see them. Returns whether this has changed anything.
   */
  resetFor(capture: object | undefined): boolean {
    if (!this.areHidden || capture === this.capture) return false;
    this.reset();
    return true;
  }
}
