import { COMMANDS } from '../pprofText/reportOptions';

/** Whether a word is the name of a report. */
export function isReport(word: string): boolean {
  return word === 'benchstat' || COMMANDS.some((command) => command === word);
}
