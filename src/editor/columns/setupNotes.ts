import type { SetupLines } from '../../profile/answers/flame';
import type { FileCosts } from '../../profile/answers/lines';
import { placeIn, type SetupKind, setupKind } from '../../profile/lines/setupLine';

const NOTES: Readonly<Record<SetupKind, string>> = {
  untimed: 'setup, not timed',
  timed: 'setup, once per round',
  unknown: 'setup',
};

/** Notes at the lines of setup that have costs, by captured line. */
export function setupNotes(setup: SetupLines, costs: FileCosts): Map<number, string> {
  const notes = new Map<number, string>();
  costs.lines.forEach((line, i) => {
    if (costs.flat[i] === 0 && costs.cum[i] === 0) return;
    const kind = setupKind(setup, placeIn(costs, line));
    if (kind !== undefined) notes.set(line, NOTES[kind]);
  });
  return notes;
}
