import type { Capture, LoadedProfile } from '../../captures/loadedCapture';
import type { LineCall } from '../../profile/answers/lines';
import { isFromSeveralFiles, sourceMatch } from '../../sources/lineMatching/sourceMatch';
import { inBackground } from '../../ui/inBackground';
import type { CapturedCosts, Doubt } from './mismatchMessage';

interface Checked {
  readonly lines: readonly string[];
  readonly doubt: Doubt | undefined;
}

/** Doubts about several files within this time become one message. */
const TOGETHER_MS = 300;

/** Checks once per file and profile whether the text is the measured one, and warns once per file and capture. */
export class SourceMismatch {
  private readonly checked = new WeakMap<LoadedProfile, Map<string, Checked>>();
  private readonly warned = new WeakMap<Capture, Set<string>>();
  private readonly pending = new Map<Capture, { readonly path: string; readonly doubt: Doubt }[]>();

  constructor(
    private readonly say: (message: string) => void,
    /** Whether a file is in the workspace. */
    private readonly isInWorkspace: (path: string) => boolean,
  ) {}

  /**
   * Compares a file's captured text with the start lines of the profile's functions. If these do not decide, resolves
   * once other signs do; their code is loaded on demand.
   */
  check(
    profile: LoadedProfile,
    path: string,
    costs: CapturedCosts,
    { lines, calls }: { readonly lines: readonly string[]; readonly calls: () => Promise<readonly LineCall[]> },
  ): Promise<void> | undefined {
    const { file, functions } = costs;
    const note = (doubt: Doubt | undefined) => void this.checksOf(profile).set(path, { lines, doubt });
    if (file.endsWith('.go') && functions.some(({ startLine }) => startLine > 0)) {
      const isOther = sourceMatch(file, lines, functions) === 'differs';
      note(isOther ? 'otherText' : isFromSeveralFiles(lines, functions) ? 'generated' : undefined);
      return undefined;
    }
    note(undefined);
    return import('./mismatchMessage').then(async ({ lineDoubt }) => note(await lineDoubt(path, costs, lines, calls)));
  }

  private checksOf(profile: LoadedProfile): Map<string, Checked> {
    const ofProfile = this.checked.get(profile) ?? new Map<string, Checked>();
    this.checked.set(profile, ofProfile);
    return ofProfile;
  }

  isChecked(profile: LoadedProfile, path: string, lines: readonly string[]): boolean {
    return this.checked.get(profile)?.get(path)?.lines === lines;
  }

  /** A doubt from any of the capture's profiles applies to all, because they are of one program. */
  doubtOf(capture: Capture, path: string, lines: readonly string[]): Doubt | undefined {
    const checks = capture.profiles.map((profile) => this.checked.get(profile)?.get(path));
    const doubt = checks.find((each) => each?.lines === lines && each.doubt)?.doubt;
    if (doubt) return doubt;
    return capture.linesMayBeOff && this.isInWorkspace(path) ? 'changedWhileBuilt' : undefined;
  }

  /**
   * Warns about a visible file in doubt: once per file and capture, or once per capture if sources changed during the
   * build.
   */
  tell(capture: Capture, path: string, lines: readonly string[]): void {
    const doubt = this.doubtOf(capture, path, lines);
    if (doubt === undefined) return;
    const warned = this.warned.get(capture) ?? new Set();
    this.warned.set(capture, warned);
    // It is not known which files changed during the build. All files of Go are of one version.
    const key = capture.linesMayBeOff ? '' : doubt === 'otherGo' ? doubt : path;
    if (warned.has(key)) return;
    warned.add(key);
    const waiting = this.pending.get(capture);
    if (waiting) {
      waiting.push({ path, doubt });
      return;
    }
    this.pending.set(capture, [{ path, doubt }]);
    setTimeout(() => {
      const doubtful = this.pending.get(capture) ?? [];
      this.pending.delete(capture);
      inBackground(import('./mismatchMessage').then(({ mismatchMessages }) => {
        for (const message of mismatchMessages(capture, doubtful)) this.say(message);
      }));
    }, TOGETHER_MS);
  }
}
