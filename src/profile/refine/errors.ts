/** A refinement, merge or comparison that cannot be: the message names the field and says what would be valid. */
export class RefinementError extends Error {
  override readonly name = 'RefinementError';
  constructor(
    /** Of Refinement, or `base`, `diff_base`, `profiles`. */
    readonly field: string,
    problem: string,
  ) {
    super(`${field}: ${problem}`);
  }
}
