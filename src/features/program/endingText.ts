import { constants } from 'node:os';
import type { Ending } from '../../go/agent/runFolder';
import type { EndedProgram } from './runningProgram';

/** How a program ended, after its name: `exited with code 1 after 12 s`, `was ended by SIGTERM after 3.2 s`. */
export function endingText({ ending, exitCode, seconds }: EndedProgram): string {
  const time = `after ${secondsText(seconds)}`;
  switch (ending.how) {
    case 'exited':
      return exitCode === undefined ? `ended ${time}` : `exited with code ${exitCode} ${time}`;
    case 'signal':
      return `was ended by ${signalName(ending.signal)} ${time}`;
    case 'crashed':
      return crashText(ending.text, time);
    case 'detached':
      return `was measured for ${secondsText(seconds)} and goes on`;
    case 'stopped':
      return `was ended ${time}`;
    case 'killed':
      // Go ends so after a panic, whose text only newer releases pass on.
      if (exitCode === 2) return `ended with code 2 ${time}, as after a panic; the terminal has its text`;
      // The terminal says 0 for a signal, a shell 128 and its number.
      if (exitCode !== undefined && exitCode > 0 && exitCode < 128) {
        return `ended with code ${exitCode} ${time}, after it had replaced itself by another program or changed its user`;
      }
      return `was killed ${time}, or replaced itself by another program, or changed its user`;
  }
}

/** Of some fatal errors, Go passes on the goroutines without the message above them. */
const HEADER = /^goroutine \d+ /;
const OUT_OF_MEMORY = /^[^\n]*\nruntime\.throw\([^\n]*\n[^\n]*\nruntime\.(?:\(\*(?:mcache|mheap|mcentral)\)|sysMap|sysReserve|persistentalloc)/;

/** `panicked after 12 s: no more`, `crashed after 12 s: concurrent map writes`. */
function crashText(text: string, time: string): string {
  const lines = text.split('\n', 50);
  const line = lines.map((each) => /^(panic|fatal error): (.*)$/.exec(each)).find((match) => match !== null);
  if (!line && HEADER.test(lines[0])) return `${OUT_OF_MEMORY.test(text) ? 'ran out of memory' : 'crashed'} ${time}`;
  if (!line) return `crashed ${time}: ${lines[0]}`;
  return `${line[1] === 'panic' ? 'panicked' : 'crashed'} ${time}: ${line[2].replace(/ \[recovered.*\]$/, '')}`;
}

function signalName(signal: Extract<Ending, { how: 'signal' }>['signal']): string {
  return Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`;
}

function secondsText(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}
