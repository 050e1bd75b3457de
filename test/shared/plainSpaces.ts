/** A text with ordinary spaces in its figures, so that expectations can be typed and read. */
export function plainSpaces(text: string): string {
  return text.replaceAll(/[\u202f\u00a0]/g, ' ');
}
