import type { Engine } from '../../engine/client';
import { ignored } from '../../profile/common/ignored';
import type { Capture, LoadedProfile, Viewed } from '../loadedCapture';
import type { SourcesNow } from '../profileSources';
import type { Session } from '../session';
import type { CaptureStorage } from './captureStorage';
import type { RememberedSession } from './rememberedSession';
import type { ReadTrace } from './traceFiles';

/** What makes, loads and shows captures. */
export interface LoadingParts {
  readonly engine: Engine;
  readonly session: Session;
  readonly remembered: RememberedSession;
  readonly store: CaptureStorage['store'];
  readonly inUse: CapturesInUse;
  /** Called before profiles are loaded. Starts programs, which start fast only while this process is small. */
  readonly beforeRead: () => void;
  /** If unset, only the sources of captures are known. */
  readonly sources: WorkspaceSources | undefined;
  /** If unset, an execution trace is not recognized. */
  readonly readTrace: ReadTrace | undefined;
  /** Call when captures or open files were added, removed or changed. */
  readonly onChange: () => void;
}

/** The files of the workspace that profiles name. */
export interface WorkspaceSources {
  readonly compiledSources: SourcesNow;
  /** Adds the texts of a capture's files to its sources, to detect later edits. */
  snapshot(capture: Capture): Promise<void>;
}

type Users = () => readonly (Capture | undefined)[];

/** The captures in use: the last one, open files, those that the session has, and those of other users. */
export class CapturesInUse {
  /** The last capture as last shown. It is shown again when the active profile file is closed. */
  last: Viewed | undefined;
  /** Open profile files, by URI. */
  readonly files = new Map<string, Capture>();
  private readonly users: Users[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly session: Session,
  ) {}

  /** Adds users of captures. */
  add(users: Users): void {
    this.users.push(users);
  }

  /** Unloads the capture's profiles that are no longer in use. */
  unloadUnused(capture: Capture): void {
    const { active, baselines } = this.session;
    const shown = [this.last?.capture, active?.capture, ...baselines.map((baseline) => baseline.capture)];
    const used = [...shown, ...this.files.values(), ...this.users.flatMap((users) => users())];
    for (const { summary } of profilesOnlyOf(capture, used)) {
      // When the window closes, the engine may already be disposed.
      this.engine.ask('unload', { profile: summary.id }).catch(ignored('a profile stays loaded'));
    }
  }

  /** Makes a capture the last one, and active. @param profile if unset, the one of the kind that the user chose last */
  makeLast(capture: Capture, profile?: LoadedProfile): void {
    const [first] = capture.profiles;
    this.last = { capture, profile: first, sampleType: first.summary.defaultSampleType };
    this.session.activate(capture, profile);
  }

  /** Replaces `before` with a newer object for the same capture, even where `before` is active or a baseline. */
  replace(before: Capture, capture: Capture): void {
    const { active, baselines } = this.session;
    const profileIn = ({ profile }: Viewed) =>
      capture.profiles.find(({ summary }) => summary.id === profile.summary.id) ??
      capture.profiles.find(({ label }) => label === profile.label && before.profiles.includes(profile)) ?? profile;
    if (this.last?.capture === before) this.last = { ...this.last, capture, profile: profileIn(this.last) };
    if (active?.capture === before) this.session.show({ ...active, capture, profile: profileIn(active) });
    if (baselines.some((baseline) => baseline.capture === before)) this.session.replaceBaseline(before, capture);
  }
}

/** The profiles of a capture that the others do not have. A renamed capture is a new object with the same profiles. */
export function profilesOnlyOf(capture: Capture, others: readonly (Capture | undefined)[]): LoadedProfile[] {
  const used = new Set(others.flatMap((other) => (other ? profilesOf(other) : [])));
  return profilesOf(capture).filter((profile) => !used.has(profile));
}

function profilesOf({ profiles, earlierProfiles = [] }: Capture): readonly LoadedProfile[] {
  return [...profiles, ...earlierProfiles];
}
