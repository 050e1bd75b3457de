import { argumentText, argumentWords } from './argumentWords';

const HIDDEN = '…';
/** `token=`, `Authorization:`, `PGPASSWORD=`, `--client-secret=`: the rest of the word is secret. */
const NAMED = /(?:authorization|cookie|passw(?:or)?d|passphrase|secret|token|api-?key)[\w-]{0,40}\s{0,9}[:=]/i;
/** An option whose next word is secret. */
const SECRET_OPTION = /^--?[\w-]{0,40}(?:passw(?:or)?d|passphrase|secret|token|api-?key|bearer)$/i;
/** An option whose next word is `user:password`. */
const USER_OPTION = /^(?:-u|-a|--user|--auth)$/;
const IN_URL = /(:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,200}@/g;

/** The words of a command for a message or a list: passwords and tokens in them are left out. */
export function shownWords(words: readonly string[]): string[] {
  return words.map((word, at) => {
    const [tool = '', before = ''] = [words[at - 2], words[at - 1]];
    if (SECRET_OPTION.test(before) || (before === '-p' && isSshpass(tool))) return HIDDEN;
    if (isSshpass(before) && /^-p./.test(word)) return `-p${HIDDEN}`;
    const [user, password] = USER_OPTION.test(before) ? word.split(':', 2) : [];
    if (password !== undefined) return `${user}:${HIDDEN}`;
    const named = NAMED.exec(word);
    const shown = named ? `${word.slice(0, named.index + named[0].length)}${HIDDEN}` : word;
    return shown.replace(IN_URL, `$1${HIDDEN}@`);
  });
}

/** Like shownWords, for the text of a command. */
export function shownCommand(command: string): string {
  const words = argumentWords(command) ?? [command];
  const shown = shownWords(words);
  if (shown.every((word, at) => word === words[at])) return command;
  return words[0] === command ? shown[0] : argumentText(shown);
}

function isSshpass(word: string): boolean {
  return /(?:^|\/)sshpass$/.test(word);
}
