import type * as vscode from 'vscode';
import { type Checks, isFlag, isPair, isText, oneOf, optional, shape } from '../../profile/common/shapes';
import { typeText } from '../../profile/text/sampleTypeNames';
import type { Baseline } from '../comparison';
import type { Viewed } from '../loadedCapture';
import { inBackground } from '../../ui/inBackground';

const CAPTURE = 'linecost.activeRun';
const FILE = 'linecost.activeFile';
const FILE_SAMPLE_TYPES = 'linecost.fileSampleTypes';
const BASELINE = 'linecost.baseline';
const MAX_FILES = 50;
const MAX_BASELINES = 20;

/** The last capture: its id, and the profile and sample type last shown. */
export interface RememberedCapture {
  readonly id: string;
  readonly profile: string;
  readonly sampleType: string;
}

/** A baseline, by its capture's id. */
export interface RememberedBaseline
  extends Pick<Baseline, 'mode' | 'normalize' | 'totals' | 'perSecond' | 'comparedSubject' | 'comparedCapture'> {
  readonly id: string;
}

const isCapture = shape({ id: isText, profile: isText, sampleType: isText } satisfies Checks<RememberedCapture>);
const isBaseline = shape({
  id: isText,
  mode: oneOf('base', 'diff_base'),
  normalize: isFlag,
  // Earlier versions did not store these.
  totals: optional(isFlag),
  perSecond: optional(isFlag),
  comparedSubject: optional(isText),
  comparedCapture: optional(isText),
} satisfies Checks<RememberedBaseline>);

/** Stores what a window reload restores: the last capture, the active profile file, sample types, the baselines. */
export class RememberedSession {
  constructor(private readonly memento: vscode.Memento) {}

  get capture(): RememberedCapture | undefined {
    const stored = this.memento.get<unknown>(CAPTURE);
    return isCapture(stored) ? stored : undefined;
  }

  /** The URI of the active profile file; undefined if no file was active. */
  get file(): string | undefined {
    const stored = this.memento.get<unknown>(FILE);
    return isText(stored) ? stored : undefined;
  }

  /** The name of the sample type last shown of a file, and the kind of its profile if the file has several. */
  viewOf(file: string): { readonly kind?: string; readonly sampleType?: string } {
    const stored = this.fileSampleTypes().get(file);
    const [, kind, sampleType = stored] = /^(\w+)\0(.*)$/s.exec(stored ?? '') ?? [];
    return { ...(kind !== undefined && { kind }), ...(sampleType !== undefined && { sampleType }) };
  }

  /** The one set last at the end. */
  get baselines(): readonly RememberedBaseline[] {
    const stored = this.memento.get<unknown>(BASELINE);
    // Earlier versions stored a single baseline.
    const all: readonly unknown[] = Array.isArray(stored) ? stored : [stored];
    return all.map(withCurrentNames).filter((each): each is RememberedBaseline => isBaseline(each));
  }

  keepBaselines(baselines: readonly Baseline[]): void {
    const remembered = baselines.filter(({ isOfSameRun }) => !isOfSameRun).slice(-MAX_BASELINES).map((baseline) => {
      const { capture: { id }, mode, normalize, totals, perSecond, comparedSubject, comparedCapture } = baseline;
      const options = { mode, normalize, totals, ...(perSecond && { perSecond }) };
      return { id, ...options, comparedSubject, comparedCapture } satisfies RememberedBaseline;
    });
    inBackground(this.memento.update(BASELINE, remembered.length > 0 ? remembered : undefined));
  }

  keepCapture(active: Viewed | undefined): void {
    const remembered: RememberedCapture | undefined = active && {
      id: active.capture.id,
      profile: active.profile.label,
      sampleType: typeName(active),
    };
    inBackground(this.memento.update(CAPTURE, remembered));
  }

  keepFile(active: Viewed | undefined): void {
    const file = active?.capture.id;
    if (file !== this.file) inBackground(this.memento.update(FILE, file));
    if (!active || file === undefined) return;
    const stored = this.fileSampleTypes();
    const view = active.capture.profiles.length > 1 ? `${active.profile.label}\0${typeName(active)}` : typeName(active);
    if (stored.get(file) === view) return;
    const others = [...stored].filter(([otherFile]) => otherFile !== file);
    inBackground(this.memento.update(FILE_SAMPLE_TYPES, [[file, view], ...others].slice(0, MAX_FILES)));
  }

  private fileSampleTypes(): ReadonlyMap<string, string> {
    const stored = this.memento.get<unknown>(FILE_SAMPLE_TYPES);
    return new Map(Array.isArray(stored) ? stored.filter(isPair) : []);
  }
}

function typeName({ profile: { summary }, sampleType }: Viewed): string {
  return typeText(summary.sampleTypes, sampleType);
}

/** Earlier versions stored two fields of a baseline under other names. */
function withCurrentNames(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const { chosenFor, onlyFor, ...baseline } = stored as Record<string, unknown>;
  return {
    ...baseline,
    ...(chosenFor !== undefined && { comparedSubject: chosenFor }),
    ...(onlyFor !== undefined && { comparedCapture: onlyFor }),
  };
}
