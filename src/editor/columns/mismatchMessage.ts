import type { Capture } from '../../captures/loadedCapture';

/** Why a document's costs may be on wrong lines. */
export type Doubt = 'otherText' | 'otherGo' | 'generated' | 'changedWhileBuilt';

const MAX_NAMED = 3;

const WRONG = 'so costs may be on the wrong line';

/**
 * `main.go is not the version that localhost:6060 was built from, so costs may be on the wrong line: check out that
 * version, or profile again.` One message for each doubt.
 */
export function mismatchMessages(
  capture: Capture,
  doubtful: readonly { readonly path: string; readonly doubt: Doubt }[],
): string[] {
  const doubts = [...new Set(doubtful.map(({ doubt }) => doubt))];
  return doubts.map((doubt) => {
    const names = doubtful.filter((each) => each.doubt === doubt).map(({ path }) => path.split(/[\\/]/).at(-1)!);
    return messageOf(doubt, capture, names);
  });
}

function messageOf(doubt: Doubt, capture: Capture, names: readonly string[]): string {
  switch (doubt) {
    case 'changedWhileBuilt':
      return `The source changed while ${capture.target?.name ?? capture.title} was built, ${WRONG}: profile it again.`;
    case 'otherText':
      return otherTextMessage(capture, names);
    case 'otherGo':
      return `${listed(names)} ${names.length > 1 ? 'are' : 'is'} of this machine's Go, and the profile is of another one, or of one that it does not name, ${WRONG}: set linecost.go.path to the go command that built the program.`;
    case 'generated':
      return `Go's profiles name one file for a function that a generator took from several with //line, such as ${listed(names)}, ${WRONG}.`;
    default:
      return doubt satisfies never;
  }
}

function otherTextMessage(capture: Capture, names: readonly string[]): string {
  const [subject, version] = names.length > 1
    ? [`${listed(names)} are not the versions`, 'those versions']
    : [`${listed(names)} is not the version`, 'that version'];
  return `${subject} that ${programOf(capture)} was built from, ${WRONG}: check out ${version}, or profile again.`;
}

/** `a.go, b.go and 3 more` */
function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const shown = more > 0 ? [...names.slice(0, MAX_NAMED), `${more} more`] : names;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}` : shown[0];
}

/** The measured program: the name of a benchmark, the address of a service, or `the program of cpu.pprof`. */
function programOf({ title, target, profiles }: Capture): string {
  if (target) return target.name;
  const kind = profiles.find(({ label }) => title.endsWith(` ${label}`));
  return kind ? title.slice(0, -kind.label.length - 1) : `the program of ${title}`;
}

export const DOUBTS: Readonly<Record<Doubt, string>> = {
  otherText: 'This file differs from the one the program was built from: lines may be off.',
  otherGo: "This file is of this machine's Go, and the profile may be of another: lines may be off.",
  generated: 'Costs of lines of other files, which //line names too, may be shown in this one: lines may be off.',
  changedWhileBuilt: 'The source changed while the program was built: lines may be off.',
};
