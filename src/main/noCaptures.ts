import type { CaptureStorage } from '../captures/loaded/captureStorage';

/** A storage without captures: in a browser, profiles are files that the user opens. */
export const noCaptures: CaptureStorage = {
  store: {
    start: async () => undefined,
    newerCount: 0,
    list: async () => [],
    read: async () => undefined,
    saveProfile: unavailable,
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
