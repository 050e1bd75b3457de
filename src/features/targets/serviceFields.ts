import { argumentWords } from '../../common/argumentWords';
import { shownCommand } from '../../common/shownCommand';
import { isSeconds, SECONDS_TEXT } from '../../live/profileSeconds';
import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import type { InputOptions } from '../../ui/window';
import { defaultSeconds } from '../fetch/askProfile';
import { askFieldText, type ServerField } from './editServer';
import type { SavedTargets } from './savedTargets';
import { tlsFields } from './serverFields';
import { problemOf, withAddresses } from './serviceAddresses';
import { askCredentials, askHeaders, credentialsText, headersText } from './serviceCredentials';
import { askServiceName } from './serviceName';

const SECURE = /^https/;

/** What can be changed of a service, in the order in which it is listed. */
export const serviceFields = (targets: SavedTargets): readonly ServerField<ServiceTarget>[] => [
  {
    label: 'Name',
    value: ({ target }) => target.name,
    ask: async ({ target, ...rest }) => {
      const asked = { title: `${target.name}: Name`, prompt: 'Its name', value: target.name };
      const name = await askServiceName(targets, asked, target);
      return name === undefined ? undefined : { ...rest, target: { ...target, name } };
    },
  },
  {
    label: 'Addresses',
    value: ({ target }) => instanceNames(target.addresses).join(', '),
    ask: async (edited) => {
      const text = await askFieldText(edited.target, 'Addresses', {
        prompt: 'Of all instances, separated by spaces: localhost:6060, https://host/internal/prof/, unix:/run/api.sock',
        value: edited.target.addresses.join(' '),
        validateInput: problemOf,
      });
      return text === undefined ? undefined : withAddresses(edited, text);
    },
  },
  { label: 'Credentials', value: credentialsText, ask: askCredentials },
  { label: 'Headers', value: headersText, ask: askHeaders },
  ...tlsFields<ServiceTarget>(({ addresses }) => addresses.some((address) => SECURE.test(address))),
  {
    label: 'Forward Command',
    value: ({ target: { forward } }) => (forward === undefined ? 'none' : shownCommand(forward)),
    ask: async ({ target, ...rest }) => {
      const forward = await askCommand(target, 'Forward Command', target.forward, {
        prompt: 'Runs while the service is used, and makes its addresses reachable. No shell reads it. Empty for none.',
        placeHolder: 'kubectl port-forward deploy/api 6060:6060',
      });
      return forward === undefined ? undefined : { ...rest, target: { ...target, forward: forward || undefined } };
    },
  },
  {
    label: 'Load Command',
    value: ({ target: { load } }) => (load ? shownCommand(load.command) : 'none'),
    ask: async ({ target, ...rest }) => {
      const command = await askCommand(target, 'Load Command', target.load?.command, {
        prompt: 'Sends requests while the service is profiled. No shell reads it. Empty for none.',
        placeHolder: 'hey -z 30s -c 50 http://localhost:8080/api',
      });
      if (command === undefined) return undefined;
      return { ...rest, target: { ...target, load: command ? { ...target.load, command } : undefined } };
    },
  },
  {
    label: 'CPU Profile',
    value: ({ target: { seconds } }) => (seconds === undefined ? `${defaultSeconds()} s, as set` : `${seconds} s`),
    ask: async ({ target, ...rest }) => {
      const text = await askFieldText(target, 'CPU Profile', {
        prompt: 'How many seconds it covers. Empty for the setting linecost.fetch.seconds.',
        value: target.seconds === undefined ? '' : String(target.seconds),
        validateInput: (seconds) => (seconds.trim() === '' || isSeconds(seconds) ? undefined : SECONDS_TEXT),
      });
      if (text === undefined) return undefined;
      return { ...rest, target: { ...target, seconds: text.trim() === '' ? undefined : Number(text) } };
    },
  },
  {
    label: 'Watch',
    value: ({ target: { watch } }) => {
      const { everySeconds, cpuSeconds } = watch ?? USUAL_WATCH;
      return `every ${everySeconds} s, ${cpuSeconds > 0 ? `with ${cpuSeconds} s of CPU` : 'without a CPU profile'}`;
    },
    ask: async ({ target, ...rest }) => {
      const { everySeconds, cpuSeconds } = target.watch ?? USUAL_WATCH;
      const text = await askFieldText(target, 'Watch', {
        prompt: 'Seconds between two moments, and seconds of the CPU profile in each (0 for none)',
        value: `${everySeconds} ${cpuSeconds}`,
        validateInput: (typed) => (watchIn(typed) ? undefined : 'Enter two numbers, such as 30 1. The first is larger.'),
      });
      const watch = text === undefined ? undefined : watchIn(text);
      return watch && { ...rest, target: { ...target, watch } };
    },
  },
];

/** How a service is watched, unless it says otherwise. */
const USUAL_WATCH = { everySeconds: 30, cpuSeconds: 1 };

function watchIn(text: string): ServiceTarget['watch'] {
  const [, every, cpu] = /^\s*(\d{1,5})[\s,]+(\d{1,4})\s*$/.exec(text) ?? [];
  const watch = { everySeconds: Number(every), cpuSeconds: Number(cpu) };
  return watch.everySeconds > watch.cpuSeconds ? watch : undefined;
}

async function askCommand(
  target: ServiceTarget,
  what: string,
  value: string | undefined,
  asked: Pick<InputOptions, 'prompt' | 'placeHolder'>,
): Promise<string | undefined> {
  const validateInput = (text: string) => (argumentWords(text) ? undefined : 'Close the quote.');
  return (await askFieldText(target, what, { ...asked, value: value ?? '', validateInput }))?.trim();
}
