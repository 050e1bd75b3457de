/** What messages advise for settings of the editor, and what it is on a command line. */
const ADVICE: readonly (readonly [editor: string | RegExp, commandLine: string])[] = [
  [/set linecost\.go\.path to (?:it|the go command in that folder)/, 'put it first on PATH'],
  ['set linecost.go.path to the go command', 'put the go command on PATH'],
  ['check the setting linecost.go.path', 'check PATH'],
  [' in linecost.go.env', ''],
  ['the setting linecost.go.buildTags', '-tags'],
  ['the setting linecost.go.testFlags', 'the flags'],
  [' (linecost.go.testFlags)', ''],
  ['linecost.profile.timeout', '--timeout'],
  ['linecost.profile.benchtime', '-benchtime'],
  [', and linecost.limits.memory allows ', ', and the limit is '],
];

/** A message of the go core as a command line prints it, where there are no settings. */
export function withoutSettings(message: string): string {
  return ADVICE.reduce((text, [editor, commandLine]) => text.replaceAll(globalOf(editor), commandLine), message);
}

function globalOf(text: string | RegExp): string | RegExp {
  return typeof text === 'string' ? text : new RegExp(text.source, 'g');
}
