import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { operationsOf } from '../../bench/operations';
import type { ProfileKind } from '../../go/captureTypes';
import { loopStyle } from '../../go/code/benchmarkLoops';
import { buildInWorkspace, profileInWorkspace } from '../../go/git/revisionWorktree';
import type { GoTest } from '../../go/test/goTest';
import { finish } from '../../profile/common/guard';
import { benchmarkLoop } from '../../profile/lines/loopOfStacks';
import type { Profile } from '../../profile/model';
import { mergeProfiles } from '../../profile/refine/merge';
import { perOperation } from '../../profile/refine/relativeValues';
import { decodeProfile } from '../../profile/wire/decode';
import type { Texts } from '../../sources/lineMatching/baselineLines';
import type { Program } from './programs';
import type { MeasuredCase } from './turns';

/** What to profile, and for how long at a time. */
export interface ProfileOptions {
  readonly kind: ProfileKind;
  /** The value of -benchtime. */
  readonly benchtime: string;
}

/** Profiles of one case by both programs, which run in turns. Close the programs afterwards. */
export class ProfiledTurns {
  private constructor(
    private readonly before: ProfiledSide,
    private readonly now: ProfiledSide,
    /** Sources by absolute path in the present code. */
    readonly texts: { readonly before: Texts; readonly now: Texts },
  ) {}

  /** Throws CaptureError, or the signal's reason on abort. */
  static async prepare(measured: MeasuredCase, { kind, benchtime }: ProfileOptions): Promise<ProfiledTurns> {
    const { target: { before, now }, name, procs } = measured;
    const exact = kind === 'memory' ? { memProfileRate: 1 } : {};
    const request = { kinds: [kind], benchtime, ...exact };
    const areSeveral = now.side.go.testArgs.some((flag) => /^-cpu=.*,/.test(flag));
    const folders = { tree: before.side.root, top: now.side.root };
    const prepared = async (program: Program): Promise<Side> => {
      const test = await program.forProfiles(name, request, areSeveral ? procs : undefined);
      const loop = loopIn(program, measured);
      test.prepareProfiles(loop);
      return { test, kind, loop };
    };
    const inPlace = (bytes: Uint8Array) => profileInWorkspace(bytes, folders);
    const sides = [
      new ProfiledSide(await prepared(before), inPlace),
      new ProfiledSide(await prepared(now), async (bytes) => bytes),
    ] as const;
    const texts = { before: buildInWorkspace(before.build, folders).texts, now: now.build.texts };
    return new ProfiledTurns(...sides, texts);
  }

  /** Profiles both programs once. Throws like `prepare`. */
  async take(beforeFirst: boolean): Promise<void> {
    for (const side of beforeFirst ? [this.before, this.now] : [this.now, this.before]) await side.take();
  }

  /** The merged profiles, with costs per operation; undefined if the number of operations is not known. */
  merged(adapt: (before: Profile, now: Profile) => Profile): { before: Profile; now: Profile } | undefined {
    const [old, current] = [this.before.merged(), this.now.merged()];
    if (!old || !current) return undefined;
    const before = perOperation(adapt(old.profile, current.profile), old.operations);
    return { before, now: perOperation(current.profile, current.operations) };
  }
}

/** How the benchmark loops, according to its source. */
function loopIn({ build }: Program, { target, name }: MeasuredCase): 'b.N' | 'b.Loop' | undefined {
  const files = [...build.texts].flatMap(([file, text]) => (file.endsWith('_test.go') ? [text] : []));
  const declaring = files.find((text) => text.includes(`func ${target.name}(`)) ?? '';
  return finish(loopStyle(declaring, name, files.filter((text) => text !== declaring)));
}

interface Side {
  readonly test: GoTest;
  readonly kind: ProfileKind;
  readonly loop: 'b.N' | 'b.Loop' | undefined;
}

/** The profiles of one program, and the operations in them. */
class ProfiledSide {
  private readonly profiles: Profile[] = [];
  private operations: number | undefined = 0;

  constructor(
    private readonly side: Side,
    /** Changes the file names in a profile. */
    private readonly adapted: (bytes: Uint8Array) => Promise<Uint8Array>,
  ) {}

  async take(): Promise<void> {
    const { test, kind, loop } = this.side;
    const { bytes, iterations, byDuration } = await test.readProfile(await test.measure(kind), kind);
    const profile = decodeProfile(await promisify(gunzip)(await this.adapted(bytes)));
    const more = byDuration ? byDuration.operations : operationsOf(iterations, loop ?? benchmarkLoop(profile));
    this.operations = more === undefined || this.operations === undefined ? undefined : this.operations + more;
    this.profiles.push(profile);
  }

  merged(): { readonly profile: Profile; readonly operations: number } | undefined {
    const { operations } = this;
    return operations ? { profile: mergeProfiles(this.profiles), operations } : undefined;
  }
}
