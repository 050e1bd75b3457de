import type { Capture, LoadedProfile } from '../../loadedCapture';
import { type ProfiledFunction, sourceMatch, type SourceMatch } from '../../source/lineMatching/sourceMatch';
import { inBackground } from '../../workbench/inBackground';
import type { Doubt } from './mismatchMessage';

interface Checked {
  readonly lines: readonly string[];
  readonly match: SourceMatch;
}

/** Doubts about several files within this time become one message. */
const TOGETHER_MS = 300;

/** Checks once per file and profile whether the text is the measured one, and warns once per file and capture. */
export class SourceMismatch {
  private readonly checked = new WeakMap<LoadedProfile, Map<string, Checked>>();
  private readonly warned = new WeakMap<Capture, Set<string>>();
  private readonly pending = new Map<Capture, string[]>();

  constructor(
    private readonly say: (message: string) => void,
    /** Whether a file is in the workspace. */
    private readonly isInWorkspace: (path: string) => boolean,
  ) {}

  /** Compares a file's captured text with the start lines of the profile's functions. */
  check(
    profile: LoadedProfile,
    path: string,
    { file, functions }: { readonly file: string; readonly functions: readonly ProfiledFunction[] },
    lines: readonly string[],
  ): void {
    const ofProfile = this.checked.get(profile) ?? new Map<string, Checked>();
    this.checked.set(profile, ofProfile);
    ofProfile.set(path, { lines, match: sourceMatch(file, lines, functions) });
  }

  isChecked(profile: LoadedProfile, path: string, lines: readonly string[]): boolean {
    return this.checked.get(profile)?.get(path)?.lines === lines;
  }

  /** A doubt from any of the capture's profiles applies to all, because they are of one program. */
  doubtOf(capture: Capture, path: string, lines: readonly string[]): Doubt | undefined {
    const checks = capture.profiles.map((profile) => this.checked.get(profile)?.get(path));
    if (checks.some((each) => each?.lines === lines && each.match === 'differs')) return 'otherText';
    return capture.linesMayBeOff && this.isInWorkspace(path) ? 'changedWhileBuilt' : undefined;
  }

  /**
   * Warns about a visible file in doubt: once per file and capture, or once per capture if sources changed during the
   * build.
   */
  tell(capture: Capture, path: string, lines: readonly string[]): void {
    if (this.doubtOf(capture, path, lines) === undefined) return;
    const warned = this.warned.get(capture) ?? new Set();
    this.warned.set(capture, warned);
    // It is not known which files changed during the build.
    const key = capture.linesMayBeOff ? '' : path;
    if (warned.has(key)) return;
    warned.add(key);
    const waiting = this.pending.get(capture);
    if (waiting) {
      waiting.push(path);
      return;
    }
    this.pending.set(capture, [path]);
    setTimeout(() => {
      const paths = this.pending.get(capture) ?? [];
      this.pending.delete(capture);
      inBackground(import('./mismatchMessage').then(({ mismatchMessage }) => this.say(mismatchMessage(capture, paths))));
    }, TOGETHER_MS);
  }
}
