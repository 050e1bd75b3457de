import { isCaptureError } from '../../common/captureError';
import { loadCommand } from '../../live/load/loadCommand';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import type { SavedTargets } from '../targets/savedTargets';
import type { LoadedTarget } from './loadAround';
import { showInputBox, showQuickPick } from '../../ui/window';

/** Commands that keep 50 connections busy, by tool. The service may answer requests at another port than profiles. */
const EXAMPLES: Readonly<Record<string, string>> = {
  hey: 'hey -z ${seconds}s -c 50 ${address}/',
  wrk: 'wrk -t 2 -c 50 -d ${seconds}s --latency ${address}/',
  vegeta: `sh -c 'echo "GET $address/" | vegeta attack -duration=\${seconds}s -rate=0 -max-workers=50 | vegeta report'`,
  bombardier: 'bombardier -c 50 -d ${seconds}s -l -p r ${address}/',
  oha: 'oha -z ${seconds}s -c 50 --no-tui ${address}/',
};
const OTHER = 'Another command';

/** Asks for the command that sends requests to a service. undefined if the user cancels. */
async function askLoadCommand({ name, load }: ServiceTarget): Promise<string | undefined> {
  const command = load ? load.command : await pickExample(name);
  if (command === undefined) return undefined;
  const typed = await showInputBox({
    title: `Linecost: Load of ${name}${load ? '' : ' (2 of 2)'}`,
    prompt: 'It sends requests until it ends, and prints how many were answered. ${address}, ${host}, ${port} are those of the service, ${seconds} is how long it has to last.',
    placeHolder: EXAMPLES.hey,
    value: command,
    ignoreFocusOut: true,
    validateInput: problemOf,
  });
  return typed?.trim();
}

async function pickExample(name: string): Promise<string | undefined> {
  const tools = Object.entries(EXAMPLES).map(([label, detail]) => ({ label, detail, command: detail }));
  const other = { label: OTHER, detail: 'Any program, such as go run ./load', command: '' };
  const chosen = await showQuickPick([...tools, other], {
    title: `Linecost: Load of ${name} (1 of 2)`,
    placeHolder: 'Choose a load tool. Nothing is installed.',
  });
  return chosen?.command;
}

/** Asks for the load command of a service, and saves it. undefined if the user cancels. */
export async function changeLoadCommand(
  target: ServiceTarget,
  targets: SavedTargets,
): Promise<LoadedTarget | undefined> {
  const command = await askLoadCommand(target);
  if (command === undefined) return undefined;
  const loaded = { ...target, load: { ...target.load, command } };
  const state = targets.stateOf(target);
  await targets.save(loaded);
  if (state) targets.tellState(loaded, state);
  return loaded;
}

/** Why a text is no load command. */
function problemOf(text: string): string | undefined {
  try {
    loadCommand(text, new URL('http://localhost/'));
    return undefined;
  } catch (error) {
    if (!isCaptureError(error)) throw error;
    return error.message;
  }
}
