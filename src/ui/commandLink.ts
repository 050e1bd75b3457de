/** Opens a line of a file of the active profile; its arguments are the file's name in the profile, and the line. */
export const OPEN_FRAME_COMMAND = 'linecost.openFrame';

/** A command that helps, as a button or link. */
export interface Fix {
  readonly title: string;
  readonly command: string;
  readonly args?: readonly unknown[];
}

/** The target of a link in Markdown that runs a command. */
export function commandLink(command: string, args: readonly unknown[] = []): string {
  if (args.length === 0) return `command:${command}`;
  const text = encodeURIComponent(JSON.stringify(args)).replace(/\(/g, '%28').replace(/\)/g, '%29');
  return `command:${command}?${text}`;
}
