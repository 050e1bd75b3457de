/**
 * Makes untrusted texts (names in profiles, answers of servers, output of programs) plain for places where VS Code
 * interprets links, icons or Markdown. VS Code has no way to mark such a text as plain, so window.ts alone reaches
 * these places, through these functions.
 */

/** VS Code truncates notifications after 1,000 characters. */
const MAX_MESSAGE = 900;
const MAX_LABEL = 80;
const MAX_LINE = 300;
const MAX_TOOLTIP = 4000;

/** For notifications, where `[text](command:…)` is a link, and for progress, whose icons the status bar shows. */
export function forMessage(text: string): string {
  return withoutLinks(shortened(oneLine(text), MAX_MESSAGE)).replace(/\$\(/g, '$ (');
}

/** For quick picks and the status bar, where `$(flame)` is an icon, and whose hovers show Markdown. */
export function forLabel(text: string): string {
  return withoutIcons(withoutLinks(shortened(oneLine(text), MAX_LABEL)));
}

/** Like forLabel, with room for a sentence or the figures of a result. */
export function forLine(text: string): string {
  return withoutIcons(withoutLinks(shortened(oneLine(text), MAX_LINE)));
}

/** For titles and rows of trees, where VS Code interprets nothing. */
export function forTitle(text: string): string {
  return shortened(oneLine(text), MAX_LINE);
}

/** For plain-text tooltips, which may have several lines. */
export function forTooltip(text: string): string {
  return shortened(text.split(/\r\n|\r|\n/).map(oneLine).join('\n'), MAX_TOOLTIP);
}

/** Line breaks and control characters become spaces; bidirectional controls and lone surrogates become U+FFFD. */
function oneLine(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu, '\ufffd');
}

/** Leaves out the middle, because the start and the end of a path or sentence say most. */
function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const length = Math.floor((maxLength - 1) / 2);
  // The cut may split a surrogate pair.
  const [start, end] = [text.slice(0, length), text.slice(text.length - length)];
  return `${start.replace(/\p{Surrogate}$/u, '')}…${end.replace(/^\p{Surrogate}/u, '')}`;
}

function withoutLinks(text: string): string {
  return text.replace(/\]\(/g, '] (');
}

/** Escapes icons only: a backslash before any other bracket would be visible. */
function withoutIcons(text: string): string {
  return text.replace(/\$\([a-z0-9-]+(?:~[a-z]+)?\)/gi, '\\$&');
}
