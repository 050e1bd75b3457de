import type { Capture } from '../../loadedCapture';

/** Why a document's costs may be on wrong lines. */
export type Doubt = 'otherText' | 'changedWhileBuilt';

const MAX_NAMED = 3;

/**
 * `main.go is not the version that localhost:6060 was built from, so costs may be on the wrong line: check out that
 * version, or profile again.`
 */
export function mismatchMessage(capture: Capture, paths: readonly string[]): string {
  const wrong = 'so costs may be on the wrong line';
  if (capture.linesMayBeOff) {
    return `The source changed while ${capture.target?.name ?? capture.title} was built, ${wrong}: profile it again.`;
  }
  const names = paths.map((path) => path.split(/[\\/]/).at(-1)!);
  const more = names.length - MAX_NAMED;
  const shown = more > 0 ? [...names.slice(0, MAX_NAMED), `${more} more`] : names;
  const last = shown.at(-1)!;
  const [subject, version] = shown.length > 1
    ? [`${shown.slice(0, -1).join(', ')} and ${last} are not the versions`, 'those versions']
    : [`${last} is not the version`, 'that version'];
  return `${subject} that ${programOf(capture)} was built from, ${wrong}: check out ${version}, or profile again.`;
}

/** The measured program: the name of a benchmark, the address of a service, or `the program of cpu.pprof`. */
function programOf({ title, target, profiles }: Capture): string {
  if (target) return target.name;
  const kind = profiles.find(({ label }) => title.endsWith(` ${label}`));
  return kind ? title.slice(0, -kind.label.length - 1) : `the program of ${title}`;
}

export const DOUBTS: Readonly<Record<Doubt, string>> = {
  otherText: 'This file differs from the one the program was built from: lines may be off.',
  changedWhileBuilt: 'The source changed while the program was built: lines may be off.',
};
