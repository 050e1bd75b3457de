import { argumentWords } from '../../common/argumentWords';
import { CaptureError } from '../../common/captureError';
import { serverText, socketOf } from '../../http/connection';
import type { LoadTool } from './loadResult';

/** A load command as it is started: without a shell, unless it names one. */
export interface LoadCommand {
  readonly words: readonly string[];
  /** Variables for its environment, with the values of `${address}`, `${host}`, `${port}` and `${socket}`. */
  readonly variables: Readonly<Record<string, string>>;
}

const SHELL = /^(?:ba|da|z|k|fi)?sh$|^cmd$|^p(?:ower)?(?:wsh|shell)$/i;
const SCRIPT_FLAG = /^(?:-[a-z]*c|\/c|-command)$/i;
/** Of hosts and paths that may stand in a command. */
const PLAIN = /^[ \w.:[\]%/@-]*$/;

/**
 * A load command as the user wrote it, with what is known of the service in its words: `hey -z 30s ${address}/search`.
 * `${address}` is `http://localhost:8080`, without a slash at its end, path or credentials; `${host}` and `${port}` are
 * its parts; `${socket}` is the path of a socket, empty without one. A script of a shell, as in
 * `sh -c '… | vegeta report'` or `timeout 60 sh -c …`, stays as it is: the shell replaces them from the environment,
 * where no address can add to the script. Throws CaptureError `badCommand`.
 */
export function loadCommand(text: string, service: URL): LoadCommand {
  const words = argumentWords(text);
  if (words === undefined) throw badCommand('The load command has a quote that is not closed.');
  if (words.length === 0) throw badCommand('Enter a load command, such as hey -z 30s ${address}/.');
  const variables = variablesOf(service);
  const shell = words.findIndex((word) => SHELL.test(programName(word)));
  const script = shell < 0 ? 0 : words.findIndex((word, i) => i > shell && SCRIPT_FLAG.test(word)) + 1;
  const replaced = (word: string, i: number) => (script > 0 && i === script ? word : withVariables(word, variables));
  return { words: words.map(replaced), variables };
}

function variablesOf(service: URL): LoadCommand['variables'] {
  const { protocol, hostname, port } = service;
  const socket = socketOf(service);
  if (!PLAIN.test(socket ?? hostname)) {
    const why = 'has characters that a load command cannot have';
    throw badCommand(`The address of ${serverText(service)} ${why}: write it in the command.`);
  }
  if (socket !== undefined) return { address: 'http://localhost', host: 'localhost', port: '80', socket };
  const scheme = protocol.startsWith('https') ? 'https' : 'http';
  const address = `${scheme}://${hostname}${port === '' ? '' : `:${port}`}`;
  return { address, host: hostname, port: port || (scheme === 'https' ? '443' : '80'), socket: '' };
}

function withVariables(word: string, variables: LoadCommand['variables']): string {
  return word.replace(/\$\{(address|host|port|socket)\}/g, (_, name: string) => variables[name]);
}

function badCommand(message: string): CaptureError {
  return new CaptureError('badCommand', message);
}

/** The name of a program by its path, without an ending such as `.exe`. */
export function programName(file: string): string {
  return (/[^/\\]*$/.exec(file)?.[0] ?? file).replace(/\.(?:exe|cmd|bat)$/i, '');
}

const HOW_TO_INSTALL: Partial<Record<LoadTool, string>> = {
  hey: 'run go install github.com/rakyll/hey@latest',
  wrk: 'run apt install wrk, or brew install wrk',
  vegeta: 'run go install github.com/tsenart/vegeta/v12@latest',
  bombardier: 'run go install github.com/codesenberg/bombardier@latest',
  oha: 'run cargo install oha',
  ab: 'run apt install apache2-utils',
  k6: 'see https://grafana.com/docs/k6/latest/set-up/install-k6',
};

/** The error for a tool that is not on PATH: one sentence that says how to install it. */
export function missingTool(name: string, detail?: string): CaptureError {
  const how = HOW_TO_INSTALL[name as LoadTool];
  const place = how?.startsWith('run go install') ? ', which puts it into the folder bin of GOPATH: add that to PATH' : '';
  const advice = how === undefined ? 'install it, or write its whole path in the load command' : `to install it, ${how}${place}`;
  return new CaptureError('toolNotFound', `${name} was not found on PATH: ${advice}.`, undefined, detail);
}
