import type { GoTestEvents } from '../contracts';

const LIMIT = 2 << 20;

/** The same events, but no more than 2 MiB of output from one command on, so that no program floods the editor. */
export function limitedOutput(events: GoTestEvents): GoTestEvents {
  let left = LIMIT;
  return {
    ...events,
    output: (text) => {
      if (text.startsWith('$ ')) left = LIMIT;
      if (left <= 0) return;
      const shown = text.slice(0, left);
      left -= shown.length;
      events.output(left > 0 ? shown : `${shown}\n… further output is not shown …\n`);
    },
  };
}
