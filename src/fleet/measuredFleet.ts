import { type Checks, isFinite, isFlag, isText, listOf, oneOf, optional, shape } from '../profile/common/shapes';
import { type FleetQuery, isFilter, isFleetQuery, isTimeRange, type TimeRange } from './fleetQuery';
import type { FleetKind } from './fleetSource';
import type { FleetProfile, FleetType } from './fleetStore';

/** A time as it was chosen, so that the same can be asked again. */
export type AskedRange =
  | { readonly kind: 'last'; readonly ms: number }
  | ({ readonly kind: 'between' } & TimeRange)
  /** All that the store has of a build, by the value of a label. */
  | { readonly kind: 'build'; readonly label: string; readonly value: string }
  /** Since the newest value of a label began, with this value. */
  | { readonly kind: 'deploy'; readonly label: string };

/** A question to a store as it was chosen. */
export interface AskedQuery extends Omit<FleetQuery, 'type' | 'range'> {
  readonly type: FleetType;
  readonly range: AskedRange;
}

/** What a capture is of that a store answered. */
export interface MeasuredFleet {
  /** The id of its FleetSource. */
  readonly source: string;
  /** The store's name, and its kind, as they were. */
  readonly name: string;
  readonly kind: FleetKind;
  readonly asked: AskedQuery;
  /** What was sent: with the times, and the filters that a build or deploy added. */
  readonly query: FleetQuery;
  /** Pieces of the range that could not be had. */
  readonly missing?: readonly TimeRange[];
  /**
   * How much time the costs are of, in seconds; unset if the store may have left out a part of it, or the type is of
   * what is in use at a moment.
   */
  readonly seconds?: number;
  /** Set if a filter chooses a version, which may have run for a part of the time only. */
  readonly isOfVersion?: true;
  /** Why the requests were not counted that these are the costs of, if the store names where: ends without a period. */
  readonly whyNoRequests?: string;
  /** What the store does not say: see FleetProfile. */
  readonly unknown?: FleetProfile['unknown'];
  /** Sentences on what the answer lacks. */
  readonly notes?: readonly string[];
  /** Of the service, if all that answered have the same, by their labels. */
  readonly build?: FleetBuild;
}

export interface FleetBuild {
  /** As the label says it: a hash, a branch or a tag. */
  readonly commit?: string;
  /** The value of the source's version label. */
  readonly version?: string;
  /** How many builds the answer is of, if they are several: then, neither commit nor version is set. */
  readonly count?: number;
  /** How many files of the workspace differ from the commit, if the workspace's repository has it. */
  readonly differing?: number;
  /** Files of the workspace that the commit does not have: absolute paths. */
  readonly missing?: readonly string[];
  /** Set if git could not search for the commit. */
  readonly isUnsearched?: true;
  /** Where its module is in the repository. */
  readonly rootPath?: string;
  /** A URL. */
  readonly repository?: string;
}

const isType = shape({
  id: isText, name: isText, sampleType: isText, unit: isText, isDelta: isFlag,
} satisfies Checks<FleetType>);

const isLast = shape({ kind: oneOf('last'), ms: isFinite });
const isBetween = shape({ kind: oneOf('between'), from: isFinite, to: isFinite });
const isBuild = shape({ kind: oneOf('build'), label: isText, value: isText });
const isDeploy = shape({ kind: oneOf('deploy'), label: isText });
const isAskedRange = (value: unknown): value is AskedRange => {
  return isLast(value) || isBetween(value) || isBuild(value) || isDeploy(value);
};

export const isAskedQuery = shape({
  type: isType,
  service: optional(isText),
  filters: listOf(isFilter),
  range: isAskedRange,
} satisfies Checks<AskedQuery>);

export const isMeasuredFleet = shape({
  source: isText,
  name: isText,
  kind: oneOf('pyroscope', 'parca', 'cloudProfiler', 'files'),
  asked: isAskedQuery,
  query: isFleetQuery,
  missing: optional(listOf(isTimeRange)),
  seconds: optional(isFinite),
  isOfVersion: optional(oneOf(true)),
  whyNoRequests: optional(isText),
  unknown: optional(shape({
    period: optional(oneOf(true)),
    duration: optional(oneOf(true)),
    time: optional(oneOf(true)),
    counts: optional(oneOf(true)),
  })),
  notes: optional(listOf(isText)),
  build: optional(shape({
    commit: optional(isText), version: optional(isText), count: optional(isFinite), differing: optional(isFinite),
    missing: optional(listOf(isText)), isUnsearched: optional(oneOf(true)),
    rootPath: optional(isText), repository: optional(isText),
  } satisfies Checks<FleetBuild>)),
} satisfies Checks<MeasuredFleet>);
