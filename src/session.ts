import type { ProfileSummary } from './engine/queries';
import type { BenchmarkResult } from './bench/parse';

/** One profile that the engine holds, with the words to show for it. */
export interface LoadedProfile {
  readonly summary: ProfileSummary;
  /** `cpu`, `memory`, `heap`, … */
  readonly label: string;
}

/** The Go function that a run executed. */
export interface RunTarget {
  /** Absolute path of the file it stands in. */
  readonly file: string;
  readonly name: string;
}

/** Where a run's package stood, so that names under -trimpath find their files. */
export interface ModuleHint {
  readonly modulePath: string;
  readonly moduleDir: string;
}

/** One capture with all that came of it: profiles, results, the source as it was. */
export interface Run {
  readonly id: string;
  /** `BenchmarkJoin`, `localhost:6060 heap`, `cpu.pprof`. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
  readonly profiles: readonly LoadedProfile[];
  readonly results: readonly BenchmarkResult[];
  readonly target?: RunTarget;
  readonly module?: ModuleHint;
  /** Functions of the test harness under which the measured code runs; the flame graph can start below them. */
  readonly startBelow?: readonly string[];
  /** Text of the workspace's files as they were captured, by absolute path. Grows while the files are read. */
  readonly sources: Map<string, string>;
}

/** The active profile, seen under one sample type. */
export interface Active {
  readonly run: Run;
  readonly profile: LoadedProfile;
  /** Index into profile.summary.sampleTypes. */
  readonly sampleType: number;
}

export interface Disposable {
  dispose(): void;
}

/** What all faces look at: which profile is active, under which sample type. One object, one event. */
export class Session {
  private current: Active | undefined;
  private readonly listeners = new Set<() => void>();

  get active(): Active | undefined {
    return this.current;
  }

  /** Makes a run's profile the active one; the sample type stays if the profile has one of the same name. */
  activate(run: Run, profile: LoadedProfile | undefined = run.profiles[0]): void {
    if (!profile) return this.clear();
    if (this.current?.run === run && this.current.profile === profile) return;
    this.set({ run, profile, sampleType: this.sampleTypeFor(profile) });
  }

  /** Switches to another profile of the active run. */
  switchProfile(id: number): void {
    const run = this.current?.run;
    const profile = run?.profiles.find((candidate) => candidate.summary.id === id);
    if (run && profile) this.activate(run, profile);
  }

  switchSampleType(sampleType: number): void {
    const active = this.current;
    if (!active || sampleType === active.sampleType || !active.profile.summary.sampleTypes[sampleType]) return;
    this.set({ ...active, sampleType });
  }

  clear(): void {
    if (this.current) this.set(undefined);
  }

  onDidChange(listener: () => void): Disposable {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  private sampleTypeFor({ summary }: LoadedProfile): number {
    const before = this.current?.profile.summary.sampleTypes[this.current.sampleType];
    const same = summary.sampleTypes.findIndex(({ type, unit }) => type === before?.type && unit === before.unit);
    return same >= 0 ? same : summary.defaultSampleType;
  }

  private set(active: Active | undefined): void {
    this.current = active;
    for (const listener of [...this.listeners]) listener();
  }
}
