import type { ValueType } from '../profile/model';
import type {
  FileCosts,
  FlameView,
  FlameWindow,
  FrameSource,
  FunctionCost,
  HotLine,
  LineDetail,
  StackStart,
} from '../profile/reports';

/** Names a profile that the worker holds. Never reused within one worker. */
export type ProfileId = number;

/** What a face may know of a loaded profile without asking again. */
export interface ProfileSummary {
  readonly id: ProfileId;
  readonly sampleTypes: readonly ValueType[];
  readonly defaultSampleType: number;
  /** Sum of |value| for each sample type, in the type's unit. */
  readonly totals: readonly number[];
  readonly sampleCount: number;
  readonly functionCount: number;
  /** Nanoseconds since the epoch; 0 where unknown. */
  readonly timeNanos: number;
  readonly durationNanos: number;
}

/** Where bytes come from: a path that the worker reads itself, or bytes that are handed over (not copied). */
export type ProfileSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Every question that a face can ask the worker: name → [parameters, answer]. */
export interface Queries {
  load: [{ readonly source: ProfileSource }, ProfileSummary];
  unload: [{ readonly profile: ProfileId }, void];
  /** File names in the profile whose last path element is `basename` (either slash). */
  filesNamed: [{ readonly profile: ProfileId; readonly basename: string }, readonly string[]];
  /** All file names of the profile with samples; for working out prefixes. */
  files: [{ readonly profile: ProfileId }, readonly string[]];
  /** Costs of several of the profile's files, in the order asked; a file without samples gives empty columns. */
  fileCosts: [
    { readonly profile: ProfileId; readonly sampleType: number; readonly files: readonly string[] },
    readonly FileCosts[],
  ];
  /** The heaviest lines, heaviest first. */
  hotLines: [
    {
      readonly profile: ProfileId;
      readonly sampleType: number;
      readonly order: 'flat' | 'cum';
      readonly limit: number;
    },
    readonly HotLine[],
  ];
  lineDetail: [
    {
      readonly profile: ProfileId;
      readonly sampleType: number;
      readonly file: string;
      readonly line: number;
      readonly limit: number;
    },
    LineDetail | undefined,
  ];
  flame: [FlameView & { readonly profile: ProfileId; readonly sampleType: number }, FlameWindow];
  frameSource: [
    {
      readonly profile: ProfileId;
      readonly sampleType: number;
      readonly from?: StackStart;
      readonly frame: number;
    },
    FrameSource | undefined,
  ];
  top: [
    {
      readonly profile: ProfileId;
      readonly sampleType: number;
      readonly order: 'flat' | 'cum';
      readonly limit: number;
    },
    readonly FunctionCost[],
  ];
}

export type QueryName = keyof Queries;
export type QueryParams<N extends QueryName> = Queries[N][0];
export type QueryAnswer<N extends QueryName> = Queries[N][1];
