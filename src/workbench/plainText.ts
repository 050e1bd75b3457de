/**
 * Names from profiles, made fit for places where VS Code gives some characters a meaning. None of these places can be
 * told that its text is plain.
 */

const MOST_IN_MESSAGE = 300;
const MOST_IN_LABEL = 80;

/** For messages: `[text](command:…)` would be a link there. */
export function forMessage(text: string): string {
  return shortened(oneLine(text), MOST_IN_MESSAGE).replace(/\]\(/g, '] (');
}

/** For the status bar and lists to pick from: `$(flame)` would be a picture there. */
export function forLabel(text: string): string {
  return shortened(oneLine(text), MOST_IN_LABEL).replace(/\$\(/g, '\\$(');
}

/** For code lenses: as for labels, with room for the figures of a result. */
export function forLens(text: string): string {
  return shortened(oneLine(text), MOST_IN_MESSAGE).replace(/\$\(/g, '\\$(');
}

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ');
}

/** Leaves out the middle: a path says most at its end, and where it is from at its beginning. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = Math.floor((most - 1) / 2);
  return `${text.slice(0, kept)}…${text.slice(text.length - kept)}`;
}
