/**
 * Texts from outside (names in profiles, answers of servers, output of programs), made fit for places where VS Code
 * gives some characters a meaning. None of these places can be told that its text is plain, so all of them are reached
 * through messages.ts only.
 */

/** VS Code cuts notifications off after 1,000 characters, and a sentence says most at its ends. */
const MOST_IN_MESSAGE = 900;
const MOST_IN_LABEL = 80;
const MOST_IN_LINE = 300;
const MOST_IN_TOOLTIP = 4000;

/** For notifications: `[text](command:…)` would be a link there. Progress may move to the status bar, as pictures. */
export function forMessage(text: string): string {
  return withoutLinks(shortened(oneLine(text), MOST_IN_MESSAGE)).replace(/\$\(/g, '$ (');
}

/** For lists to pick from and the status bar: `$(flame)` would be a picture there, and hovers show Markdown. */
export function forLabel(text: string): string {
  return withoutPictures(withoutLinks(shortened(oneLine(text), MOST_IN_LABEL)));
}

/** As for labels, with room for a sentence or the figures of a result. */
export function forLine(text: string): string {
  return withoutPictures(withoutLinks(shortened(oneLine(text), MOST_IN_LINE)));
}

/** For titles and rows of trees, where every character stands for itself. */
export function forTitle(text: string): string {
  return shortened(oneLine(text), MOST_IN_LINE);
}

/** For tooltips in plain text, which may have several lines. */
export function forTooltip(text: string): string {
  return shortened(text.split(/\r\n|\r|\n/).map(oneLine).join('\n'), MOST_IN_TOOLTIP);
}

/** Line breaks and control characters become spaces; what turns the direction of writing is shown as unknown. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu, '\ufffd');
}

/** Leaves out the middle: a path says most at its end, and where it is from at its beginning. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = Math.floor((most - 1) / 2);
  // A character of two code units may be cut in half.
  const [start, end] = [text.slice(0, kept), text.slice(text.length - kept)];
  return `${start.replace(/\p{Surrogate}$/u, '')}…${end.replace(/^\p{Surrogate}/u, '')}`;
}

function withoutLinks(text: string): string {
  return text.replace(/\]\(/g, '] (');
}

/** Only what VS Code takes for a picture: a backslash before other brackets would be seen. */
function withoutPictures(text: string): string {
  return text.replace(/\$\([a-z0-9-]+(?:~[a-z]+)?\)/gi, '\\$&');
}
