import type { StandardExport } from './answers';
import { benchstatOptions, type ComparedInput } from './compareInputs';

/** Keys that name an input. The first one that no input has is used. */
const KEYS = ['input', 'linecost-input'];

/**
 * All inputs as one text in the standard format, and the flags with which benchstat compares them as the page does.
 * Before each input, lines unset the keys of the previous input and set the key that names the input.
 */
export function standardExport(inputs: readonly ComparedInput[], ignoresProcs: boolean): StandardExport {
  const keys = inputs.map(({ text, config }) => keysOf(text, config));
  const column = KEYS.find((key) => keys.every((ofInput) => !ofInput.has(key))) ?? KEYS[0];
  const text = inputs.map((input, i) => {
    const unsetLines = [...(keys[i - 1] ?? [])].filter((key) => key !== column).map((key) => `${key}:\n`);
    const inputLine = `${column}: ${input.label.replace(/[\r\n]+/g, ' ')}\n`;
    return `${unsetLines.join('')}${inputLine}${input.text.endsWith('\n') ? input.text : `${input.text}\n`}`;
  }).join('');
  const { ignore } = benchstatOptions(inputs, ignoresProcs);
  return { text: Buffer.from(text), flags: ['-col', column, ...(ignore === '' ? [] : ['-ignore', ignore])] };
}

/** The keys that a text sets, including keys that no result follows. */
function keysOf(text: string, config: ComparedInput['config']): ReadonlySet<string> {
  const keys = new Set(config.keys());
  for (const [, key] of text.matchAll(/^(\p{Ll}[^\s:\p{Lu}]*):[ \t]/gmu)) keys.add(key);
  return keys;
}
