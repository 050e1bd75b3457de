import type { Capture } from '../../captures/loadedCapture';
import * as vscode from 'vscode';
import type { LineCall } from '../../profile/answers/lines';
import { sourceMatchByLines, type UnstartedCosts } from '../../sources/lineMatching/sourceMatchByLines';
import { parseProfileName, type ProfileName } from '../../sources/names/profileName';
import { uriOf } from '../../ui/fileUri';
import { listed } from '../../profile/text/words';

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
      return `${listed(names, MAX_NAMED)} ${names.length > 1 ? 'are' : 'is'} of this machine's Go, and the profile is of another one, or of one that it does not name, ${WRONG}: set linecost.go.path to the go command that built the program.`;
    case 'generated':
      return `Go's profiles name one file for a function that a generator took from several with //line, such as ${listed(names, MAX_NAMED)}, ${WRONG}.`;
    default:
      return doubt satisfies never;
  }
}

function otherTextMessage(capture: Capture, names: readonly string[]): string {
  const [subject, version] = names.length > 1
    ? [`${listed(names, MAX_NAMED)} are not the versions`, 'those versions']
    : [`${listed(names, MAX_NAMED)} is not the version`, 'that version'];
  return `${subject} that ${programOf(capture)} was built from, ${WRONG}: check out ${version}, or profile again.`;
}

/** The measured program: the name of a benchmark, the address of a service, or `the program of cpu.pprof`. */
function programOf({ title, target, profiles }: Capture): string {
  if (target) return target.name;
  const kind = profiles.find(({ label }) => title.endsWith(` ${label}`));
  return kind ? title.slice(0, -kind.label.length - 1) : `the program of ${title}`;
}

export const DOUBTS: Readonly<Record<Doubt, string>> = {
  otherText: 'Lines may be off: the program was built from another version of this file.',
  otherGo: "Lines may be off: the profile may be of another Go than this machine's.",
  generated: 'Lines may be off: //line names other files too, whose costs may be shown here.',
  changedWhileBuilt: 'Lines may be off: the source changed while the program was built.',
};

export type CapturedCosts = Omit<UnstartedCosts, 'calls'>;

/** The first Go whose profiles have start lines. */
const FIRST_WITH_STARTS = 20;

/**
 * Why the costs of a file may be on wrong lines, if start lines do not show it: the profile has none, or the file is
 * not one of Go's.
 * @param text the lines of the file
 */
export async function lineDoubt(
  path: string,
  costs: CapturedCosts,
  text: readonly string[],
  askCalls: () => Promise<readonly LineCall[]>,
): Promise<Doubt | undefined> {
  const { file, functions } = costs;
  const hasStarts = functions.some(({ startLine }) => startLine > 0);
  if (!hasStarts && (await isOfOtherGo(file, path))) return 'otherGo';
  const isFromGenerator = isGenerated(file) && functions.some(({ name }) => isGoSymbol(name));
  const doubt = isFromGenerator ? 'generated' : 'otherText';
  if (sourceMatchByLines(text, { ...costs, calls: await askCalls() }) === 'differs') return doubt;
  return isFromGenerator && isShared(costs, text) ? doubt : undefined;
}

/** Whether a directive such as `//line parser.y:7` made the compiler name the file. */
function isGenerated(file: string): boolean {
  return !/\.(?:go|s|c|cc|cpp|cxx|m|mm|f|h|hh|hpp|hxx)$/i.test(file);
}

/** `example.com/m.F`, `main.(*T).M`, but not `core::ops::f` or `f (app.py)`. */
function isGoSymbol(name: string): boolean {
  return /^[^\s:]*\w\.[^\s:]+$/.test(name);
}

/**
 * Whether a function begins in another file. Go's profiles name one file for all lines of a function, so the lines of
 * the others appear in it.
 */
function isShared({ functions }: CapturedCosts, text: readonly string[]): boolean {
  const begins = (line: number) => /\b(?:func|templ)\b/.test(text[line - 1] ?? '');
  return functions.some(({ name, startLine }) => isGoSymbol(name) && startLine > 0 && !begins(startLine));
}

/**
 * Whether a file of GOROOT may be of another version than the profile, which has no start lines: the name in the
 * profile has another version, or has none, and this machine's Go would have written start lines.
 */
async function isOfOtherGo(file: string, path: string): Promise<boolean> {
  const name = parseProfileName(file);
  if (!('elements' in name) || !name.std) return false;
  const rest = `/src/${name.elements.slice(name.std.at).join('/')}`;
  const plain = path.replaceAll('\\', '/');
  if (!plain.endsWith(rest)) return false;
  const here = await versionOf(plain.slice(0, -rest.length));
  const there = versionIn(name, name.std.at);
  if (here === undefined) return false;
  return there === undefined ? Number(here.split('.')[1]) >= FIRST_WITH_STARTS : !isSame(here, there);
}

/** `1.26.8`, from the file VERSION of a GOROOT; undefined if there is none. */
async function versionOf(goroot: string): Promise<string | undefined> {
  const bytes = await vscode.workspace.fs.readFile(uriOf(`${goroot}/VERSION`)).then((read) => read, () => undefined);
  return bytes && /^go(1\.\d+(?:\.\d+)?)/.exec(new TextDecoder().decode(bytes.subarray(0, 100)))?.[1];
}

/** `/sdk/go1.19.13/src/…`, `/opt/go/1.19.13/src/…`, `…/toolchain@v0.0.1-go1.19.13.linux-amd64/src/…` → `1.19.13` */
function versionIn({ elements }: ProfileName, std: number): string | undefined {
  return /(?:^|[^a-z])go[-/]?(1\.\d+(?:\.\d+)?)/i.exec(elements.slice(0, std).join('/'))?.[1];
}

/** Whether two versions are the same. `1.20` in a path may stand for any 1.20.x. */
function isSame(here: string, there: string): boolean {
  return here === there || here.startsWith(`${there}.`);
}
