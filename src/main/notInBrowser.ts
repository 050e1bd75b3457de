import { DESKTOP_COMMANDS } from '../features/commandNames';
import type { Commands } from '../features/viewCommands';
import { inBackground } from '../ui/inBackground';
import { showInformationMessage } from '../ui/window';
import type { CaptureStorage } from '../captures/loaded/captureStorage';

/** Functions for DESKTOP_COMMANDS, which only show a message that says why they do nothing. */
export function commandsNotInBrowser(): Commands {
  const explain = () => {
    const message = 'Linecost cannot do this in a browser: open the folder in VS Code on a computer.';
    inBackground(showInformationMessage(message));
  };
  return Object.fromEntries(DESKTOP_COMMANDS.map((name) => [`linecost.${name}`, explain]));
}

/** A storage without captures: in a browser, profiles are files that the user opens. */
export const noCaptures: CaptureStorage = {
  store: {
    start: async () => undefined,
    newerCount: 0,
    list: async () => [],
    read: async () => undefined,
    saveProfile: unavailable,
    removeProfile: unavailable,
    readFigures: unavailable,
    save: unavailable,
    saveUnsaved: async () => undefined,
    isUnsaved: () => false,
    saveSources: unavailable,
    update: unavailable,
    change: unavailable,
    remove: unavailable,
    pathOf: (id, { fileName }) => `/${id}/${fileName}`,
    dispose: () => undefined,
  },
  watch: () => ({ dispose: () => undefined }),
};

function unavailable(): Promise<never> {
  return Promise.reject(new Error('Captures cannot be stored in a browser.'));
}
