import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../host/paths.mjs';

const words = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '));

/**
 * The keys that VS Code 1.139 and its built-in extensions bind by default on each system, from the command
 * "Preferences: Open Default Keyboard Shortcuts (JSON)": function keys, keys with modifiers, and the first key of each
 * chord. The Go extension (0.58) binds no keys.
 */
const EVERYWHERE = words([
  "alt+- alt+= alt+[ alt+] alt+a alt+backspace alt+delete alt+down alt+end alt+enter alt+escape alt+f1 alt+f10 alt+f2",
  "alt+f3 alt+f5 alt+f6 alt+f8 alt+f9 alt+h alt+home alt+k alt+left alt+n alt+p alt+pagedown alt+pageup alt+right",
  "alt+space alt+t alt+up alt+z ctrl+/ ctrl+0 ctrl+1 ctrl+2 ctrl+3 ctrl+4 ctrl+5 ctrl+6 ctrl+7 ctrl+8 ctrl+9 ctrl+`",
  "ctrl+a ctrl+alt+backspace ctrl+alt+end ctrl+alt+enter ctrl+alt+escape ctrl+alt+g ctrl+alt+home ctrl+alt+left",
  "ctrl+alt+pagedown ctrl+alt+pageup ctrl+alt+r ctrl+alt+right ctrl+alt+space ctrl+b ctrl+backspace ctrl+d ctrl+delete",
  "ctrl+down ctrl+e ctrl+end ctrl+enter ctrl+escape ctrl+f ctrl+f5 ctrl+g ctrl+h ctrl+home ctrl+j ctrl+k ctrl+l",
  "ctrl+left ctrl+n ctrl+o ctrl+p ctrl+pagedown ctrl+pageup ctrl+r ctrl+right ctrl+shift+2 ctrl+shift+5 ctrl+shift+6",
  "ctrl+shift+` ctrl+shift+a ctrl+shift+alt+` ctrl+shift+alt+down ctrl+shift+alt+enter ctrl+shift+alt+up ctrl+shift+e",
  "ctrl+shift+end ctrl+shift+enter ctrl+shift+g ctrl+shift+home ctrl+shift+k ctrl+shift+left ctrl+shift+m ctrl+shift+r",
  "ctrl+shift+right ctrl+shift+tab ctrl+shift+z ctrl+space ctrl+t ctrl+tab ctrl+up ctrl+y ctrl+z f1 f10 f11 f12 f2 f3",
  "f4 f5 f6 f7 f8 f9 shift+alt+d shift+alt+down shift+alt+enter shift+alt+f shift+alt+f1 shift+alt+f10 shift+alt+f12",
  "shift+alt+f3 shift+alt+f5 shift+alt+f7 shift+alt+f8 shift+alt+f9 shift+alt+h shift+alt+i shift+alt+left shift+alt+o",
  "shift+alt+right shift+alt+up shift+f10 shift+f11 shift+f12 shift+f3 shift+f4 shift+f5 shift+f6 shift+f7 shift+f8",
  "shift+f9",
]);
const NOT_ON_MAC = words([
  "alt+0 alt+1 alt+2 alt+3 alt+4 alt+5 alt+6 alt+7 alt+8 alt+9 alt+c alt+l alt+r alt+w ctrl+, ctrl+. ctrl+; ctrl+[",
  "ctrl+\\\\ ctrl+] ctrl+alt+. ctrl+alt+b ctrl+alt+c ctrl+alt+down ctrl+alt+f ctrl+alt+i ctrl+alt+o ctrl+alt+up",
  "ctrl+alt+v ctrl+alt+y ctrl+c ctrl+f12 ctrl+f2 ctrl+f3 ctrl+f9 ctrl+i ctrl+m ctrl+s ctrl+shift+, ctrl+shift+.",
  "ctrl+shift+/ ctrl+shift+1 ctrl+shift+; ctrl+shift+[ ctrl+shift+\\\\ ctrl+shift+] ctrl+shift+alt+g ctrl+shift+alt+l",
  "ctrl+shift+alt+o ctrl+shift+b ctrl+shift+backspace ctrl+shift+c ctrl+shift+d ctrl+shift+down ctrl+shift+f",
  "ctrl+shift+f12 ctrl+shift+f2 ctrl+shift+f3 ctrl+shift+f5 ctrl+shift+f9 ctrl+shift+h ctrl+shift+i ctrl+shift+j",
  "ctrl+shift+l ctrl+shift+n ctrl+shift+o ctrl+shift+p ctrl+shift+pagedown ctrl+shift+pageup ctrl+shift+s",
  "ctrl+shift+space ctrl+shift+t ctrl+shift+up ctrl+shift+v ctrl+shift+x ctrl+shift+y ctrl+u ctrl+v ctrl+w ctrl+x",
  "shift+alt+. shift+alt+0 shift+alt+1 shift+alt+9",
]);
const LINUX = words([
  "alt+meta+/ alt+meta+j ctrl+[IntlBackslash] ctrl+alt+- ctrl+alt+meta+/ ctrl+alt+meta+n ctrl+alt+n ctrl+f11",
  "ctrl+shift+- ctrl+shift+[IntlBackslash] ctrl+shift+alt+c ctrl+shift+alt+i ctrl+shift+alt+n ctrl+shift+f10 meta+a",
  "meta+backspace meta+delete meta+down meta+enter meta+left meta+right meta+up meta+z shift+alt+[IntlBackslash]",
  "shift+alt+f2 shift+alt+f4 shift+alt+meta+j",
]);
const WINDOWS = words([
  "alt+` alt+f11 alt+f12 alt+win+/ alt+win+j ctrl+alt+f11 ctrl+alt+win+/ ctrl+alt+win+n ctrl+f4 ctrl+insert ctrl+q",
  "ctrl+shift+alt+left ctrl+shift+alt+pagedown ctrl+shift+alt+pageup ctrl+shift+alt+right ctrl+shift+q ctrl+shift+u",
  "shift+alt+a shift+alt+c shift+alt+win+j win+a win+backspace win+delete win+down win+enter win+left win+right win+up",
  "win+z",
]);
const MAC = words([
  "alt+cmd+. alt+cmd+0 alt+cmd+[ alt+cmd+] alt+cmd+b alt+cmd+backspace alt+cmd+c alt+cmd+down alt+cmd+enter",
  "alt+cmd+escape alt+cmd+f alt+cmd+k alt+cmd+l alt+cmd+left alt+cmd+n alt+cmd+o alt+cmd+p alt+cmd+pagedown",
  "alt+cmd+pageup alt+cmd+r alt+cmd+right alt+cmd+s alt+cmd+t alt+cmd+tab alt+cmd+up alt+cmd+v alt+cmd+w alt+cmd+y",
  "alt+f12 cmd+, cmd+. cmd+/ cmd+0 cmd+1 cmd+2 cmd+3 cmd+4 cmd+5 cmd+6 cmd+7 cmd+8 cmd+9 cmd+; cmd+[ cmd+\\\\ cmd+] cmd+a",
  "cmd+b cmd+backspace cmd+c cmd+d cmd+delete cmd+down cmd+e cmd+end cmd+enter cmd+escape cmd+f cmd+f11 cmd+f12 cmd+f2",
  "cmd+f3 cmd+f5 cmd+f9 cmd+g cmd+home cmd+i cmd+j cmd+k cmd+l cmd+left cmd+n cmd+o cmd+p cmd+pagedown cmd+pageup cmd+r",
  "cmd+right cmd+s cmd+t cmd+u cmd+up cmd+v cmd+w cmd+x cmd+y cmd+z ctrl+- ctrl+alt+/ ctrl+alt+cmd+/ ctrl+alt+cmd+down",
  "ctrl+alt+cmd+end ctrl+alt+cmd+enter ctrl+alt+cmd+escape ctrl+alt+cmd+home ctrl+alt+cmd+n ctrl+alt+cmd+pagedown",
  "ctrl+alt+cmd+pageup ctrl+alt+cmd+right ctrl+alt+cmd+up ctrl+alt+delete ctrl+alt+j ctrl+alt+n ctrl+alt+p ctrl+cmd+1",
  "ctrl+cmd+9 ctrl+cmd+down ctrl+cmd+end ctrl+cmd+enter ctrl+cmd+escape ctrl+cmd+f ctrl+cmd+home ctrl+cmd+i",
  "ctrl+cmd+left ctrl+cmd+pagedown ctrl+cmd+pageup ctrl+cmd+right ctrl+cmd+up ctrl+q ctrl+shift+- ctrl+shift+alt+j",
  "ctrl+shift+alt+left ctrl+shift+alt+right ctrl+shift+cmd+left ctrl+shift+cmd+right ctrl+shift+q shift+alt+a",
  "shift+alt+cmd+c shift+alt+cmd+down shift+alt+cmd+g shift+alt+cmd+l shift+alt+cmd+left shift+alt+cmd+n",
  "shift+alt+cmd+o shift+alt+cmd+pagedown shift+alt+cmd+pageup shift+alt+cmd+right shift+alt+cmd+up shift+cmd+,",
  "shift+cmd+. shift+cmd+/ shift+cmd+1 shift+cmd+; shift+cmd+[ shift+cmd+\\\\ shift+cmd+] shift+cmd+a shift+cmd+b",
  "shift+cmd+backspace shift+cmd+c shift+cmd+d shift+cmd+down shift+cmd+e shift+cmd+enter shift+cmd+f shift+cmd+f12",
  "shift+cmd+f2 shift+cmd+f3 shift+cmd+f5 shift+cmd+f9 shift+cmd+g shift+cmd+h shift+cmd+i shift+cmd+j shift+cmd+k",
  "shift+cmd+l shift+cmd+left shift+cmd+m shift+cmd+n shift+cmd+o shift+cmd+p shift+cmd+r shift+cmd+right shift+cmd+s",
  "shift+cmd+space shift+cmd+t shift+cmd+u shift+cmd+up shift+cmd+v shift+cmd+x shift+cmd+y shift+cmd+z",
]);
/** The keys that start VS Code's chords: a new chord that starts with one of them replaces no single key. */
const PREFIXES = ['ctrl+k', 'cmd+k'];
const TAKEN = {
  linux: new Set([...EVERYWHERE, ...NOT_ON_MAC, ...LINUX]),
  win: new Set([...EVERYWHERE, ...NOT_ON_MAC, ...WINDOWS]),
  mac: new Set([...EVERYWHERE, ...MAC]),
};

/** Runs VS Code's own command for that key, and then moves the costs. */
const SAME_AS_DEFAULT = 'linecost.toggleWordWrap';

type Keybinding = Readonly<Record<'command' | 'key', string> & Partial<Record<keyof typeof TAKEN, string>>>;

async function keybindings(): Promise<readonly Keybinding[]> {
  const text = await readFile(path.join(repoRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { contributes: { keybindings: Keybinding[] } }).contributes.keybindings;
}

/** The key with its modifiers in VS Code's order. */
function normalized(key: string): string {
  const parts = key.toLowerCase().split('+');
  const order = ['ctrl', 'shift', 'alt', 'cmd', 'win', 'meta'];
  return [...order.filter((modifier) => parts.includes(modifier)), parts.at(-1)].join('+');
}

test("no keybinding replaces a default one of VS Code on any system", async () => {
  const bound = await keybindings();
  assert.ok(bound.length > 0);
  for (const binding of bound.filter(({ command }) => command !== SAME_AS_DEFAULT)) {
    for (const system of ['linux', 'win', 'mac'] as const) {
      const [first, second] = (binding[system] ?? binding.key).split(' ');
      const isChord = second !== undefined && PREFIXES.includes(normalized(first!));
      assert.ok(isChord || !TAKEN[system].has(normalized(first!)), `${binding.command}: ${first} is taken on ${system}`);
    }
  }
});
