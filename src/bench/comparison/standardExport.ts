import type { ComparedInput } from './compareInputs';

/**
 * All inputs as one text in the standard format; `benchstat -col input` compares them. To compare as the page does,
 * benchstat must also ignore the keys that only distinguish the inputs: see `benchstatOptions`. Before each input,
 * lines unset the keys of the previous input and set the key `input`.
 */
export function standardExport(inputs: readonly ComparedInput[]): string {
  let previousKeys: readonly string[] = [];
  return inputs.map(({ label, text, config }) => {
    const unsetLines = previousKeys.filter((key) => key !== 'input').map((key) => `${key}:\n`);
    previousKeys = keysOf(text, config);
    const inputLine = `input: ${label.replace(/[\r\n]+/g, ' ')}\n`;
    return `${unsetLines.join('')}${inputLine}${text.endsWith('\n') ? text : `${text}\n`}`;
  }).join('');
}

/** The keys that a text sets, including keys that no result follows. */
function keysOf(text: string, config: ComparedInput['config']): readonly string[] {
  const keys = new Set(config.keys());
  for (const [, key] of text.matchAll(/^(\p{Ll}[^\s:\p{Lu}]*):[ \t]/gmu)) keys.add(key);
  return [...keys];
}
