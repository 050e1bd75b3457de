import type * as vscode from 'vscode';
import { askHottestCertainty, ownFiles } from '../../captures/hottestCertainty';
import { loopsOfCapture } from '../../captures/loopsOfCapture';
import { roundsKey } from '../../captures/roundsKey';
import { chanceDifference, samplesText } from '../../captures/samplesText';
import type { Active, Session } from '../../captures/session';
import type { QueryEngine } from '../../engine/client';
import { inSlices } from '../../go/timeSlices';
import { ignored } from '../../profile/common/ignored';
import { backgroundTimer } from '../../profile/common/tasks';
import { basename } from '../../profile/text/shortNames';
import { carriedDigits, FIGURE_SPACE } from '../../profile/text/screen/digits';
import { percentText } from '../../profile/text/screen/share';
import { OPEN_FRAME_COMMAND } from '../../ui/commandLink';
import { inBackground } from '../../ui/inBackground';
import { codeLens } from '../../ui/window';

/** The line of the user's code that causes the highest cost of a profile. */
export interface HottestLine {
  /** The name of its file in the profile. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly function: string;
  /** Whether it was chosen among the lines of the user's code; otherwise, among all. */
  readonly isOwn: boolean;
  /** The part of the total that it causes. */
  readonly share: number;
  /** How many digits of the share its samples carry, up to two. */
  readonly digits: number;
  /** The sample type. */
  readonly type: string;
  /** See samplesText. */
  readonly sure: string;
  /** Whether chance alone explains that it is above a line that causes nothing. */
  readonly isUnsure: boolean;
}

/** What was found in a profile. */
interface Known {
  readonly of: Active;
  readonly line: HottestLine | undefined;
}

/** Costs are drawn first, because the engine answers in the order of questions. */
const PAUSE_MS = 500;
/** What rests on fewer samples is mostly chance. */
const FEWEST_SAMPLES = 5;
/** Of the share: a lens is read at a glance. */
const MOST_DIGITS = 2;

/** Finds the hottest line of the active profile; in a comparison, there is none. */
export class HottestLines {
  private asked: { readonly of: Active; readonly asking: AbortController } | undefined;
  private known: Known | undefined;
  private readonly subscription: { dispose(): void };

  constructor(
    private readonly engine: QueryEngine,
    private readonly session: Pick<Session, 'active' | 'onDidChange'>,
    /** Called when another line than before is known, or the known one is no longer that of the active profile. */
    private readonly onChange: () => void,
  ) {
    this.subscription = session.onDidChange(() => this.follow());
    this.follow();
  }

  /** Undefined until it is known. While rounds are added to a profile, it is that of the round before. */
  get line(): HottestLine | undefined {
    return this.knownOf(this.session.active)?.line;
  }

  /** The lens of the active profile, above a function: one that keeps its place until the line is known. */
  lenses(at: number): vscode.CodeLens[] {
    const { active } = this.session;
    const known = this.knownOf(active);
    if (known) return known.line ? [hottestLens(at, known.line)] : [];
    return active && !active.baseline ? [awaitedLens(at)] : [];
  }

  dispose(): void {
    this.subscription.dispose();
    this.asked?.asking.abort();
  }

  private follow(): void {
    const { active } = this.session;
    if (active === this.asked?.of) return;
    const before = this.knownOf(this.asked?.of)?.line;
    this.asked?.asking.abort();
    this.asked = undefined;
    if (!active || active.baseline) return;
    const asking = new AbortController();
    this.asked = { of: active, asking };
    const timer = backgroundTimer(() => inBackground(this.ask(active, asking.signal)), PAUSE_MS);
    asking.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    if (before && !this.line) this.onChange();
  }

  private async ask(active: Active, signal: AbortSignal): Promise<void> {
    const line = await hottestOf(this.engine, active, signal).catch(ignored('a lens does not name the hottest line'));
    if (signal.aborted) return;
    const before = this.knownOf(active);
    this.known = { of: active, line };
    if (!before || JSON.stringify(before.line) !== JSON.stringify(line)) this.onChange();
  }

  private knownOf(active: Active | undefined): Known | undefined {
    return active && this.known && areOfOneKind(active, this.known.of) ? this.known : undefined;
  }
}

function areOfOneKind(a: Active, b: Active): boolean {
  if (a === b) return true;
  return !a.baseline && roundsKey(a) === roundsKey(b);
}

async function hottestOf(engine: QueryEngine, active: Active, signal: AbortSignal): Promise<HottestLine | undefined> {
  const { capture, profile, queryId: id, sampleType } = active;
  const loops = await inSlices(loopsOfCapture(capture), signal);
  const own = ownFiles(profile.files ?? [], capture);
  const files = own.length > 0 ? { files: own } : {};
  const view = { profile: id, sampleType, order: 'charged', limit: 1, loops, ...files } as const;
  const { lines: [hottest], total } = await engine.ask('hotLines', view, signal);
  const certainty = await askHottestCertainty(engine, profile, capture, { id, sampleType, loops }, signal);
  const isChance = certainty !== undefined && certainty.hottest < FEWEST_SAMPLES;
  if (!hottest || total <= 0 || hottest.charged <= 0 || isChance) return undefined;
  const { file, line, function: name, charged } = hottest;
  const { type } = profile.summary.sampleTypes[sampleType];
  const share = charged / total;
  const sure = certainty ? samplesText(certainty) : '';
  const isUnsure = certainty !== undefined && share < chanceDifference(certainty);
  const digits = certainty ? Math.min(MOST_DIGITS, carriedDigits(certainty.hottest, 1)) : MOST_DIGITS;
  return { file, line, function: name, isOwn: own.length > 0, share, digits, type, sure, isUnsure };
}

/**
 * The lens `hottest: vm.go:668 43 %`, which opens that line: it may be in another file, where nothing else leads. If
 * the samples do not tell it from others, `among the hottest: vm.go:668 6.6 %`.
 * @param at the 1-based line of the lens
 */
export function hottestLens(at: number, hottest: HottestLine): vscode.CodeLens {
  const { file, line, function: name, isOwn, share, digits, type, sure, isUnsure } = hottest;
  const percent = percentText(100 * share, digits);
  const ofWhat = isOwn ? ' of your code' : '';
  const opens = isUnsure
    ? `one of the lines${ofWhat} that cause most ${type}`
    : `the line${ofWhat} that causes more ${type} than any other`;
  return codeLens(at - 1, {
    title: `${isUnsure ? 'among the hottest' : 'hottest'}: ${basename(file)}:${line} ${percent}`,
    command: OPEN_FRAME_COMMAND,
    tooltip: `Open ${opens}: ${percent}, in ${name}${sure === '' ? '' : `. ${sure}`}`,
    arguments: [file, line],
  });
}

/** About the width of a place and its share in digits. */
const PLACE_WIDTH = 16;

/**
 * The lens until the line is known: about as wide, so that the lenses after it stay under the pointer, and without a
 * command.
 */
function awaitedLens(at: number): vscode.CodeLens {
  const tooltip = 'Linecost looks for the line that causes most.';
  return codeLens(at - 1, { title: `hottest:${FIGURE_SPACE.repeat(PLACE_WIDTH)}…`, command: '', tooltip });
}
