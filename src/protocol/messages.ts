import type { ValueType } from '../profile/model';

/**
 * Messages between the host and the page: two unions, mirror images. Every message with data carries the profile's id
 * and a request number, so that late answers are dropped. Names from profiles travel as text only.
 */

/** See engine/queries.ts, FlameView: the page chooses all but the profile and the sample type. */
export interface WindowRequest {
  readonly from?: string;
  readonly root: number;
  readonly restFrom: number;
  readonly width: number;
  readonly minWidth: number;
  readonly maxFrames: number;
  readonly search: string;
}

/** The whole state of a page; the answer to `ready`, and sent again whenever it changes. */
export interface PageState {
  /** undefined: nothing is loaded; `notice` says why. */
  readonly profile?: {
    readonly id: number;
    /** For example `BenchmarkJoin · cpu`. */
    readonly title: string;
    readonly sampleTypes: readonly ValueType[];
    readonly sampleType: number;
    readonly totals: readonly number[];
    readonly sampleCount: number;
    readonly durationNanos: number;
    /** The profile's sisters in the same run, to switch between; the active one included. */
    readonly siblings: readonly { readonly id: number; readonly label: string }[];
    /** Function that the graph can start at (the benchmark's own), when the profile has one. */
    readonly startAt?: string;
  };
  readonly notice?: { readonly text: string; readonly action?: string };
}

/** FlameWindow of engine/queries.ts, as it travels (typed arrays are cloned by the channel). */
export interface FlameWindowData {
  readonly total: number;
  readonly unit: string;
  readonly id: Uint32Array;
  readonly parent: Uint32Array;
  readonly name: Uint32Array;
  readonly file: Uint32Array;
  readonly line: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  readonly inlined: Uint8Array;
  readonly rest: Uint32Array;
  readonly restFrom: Uint32Array;
  readonly matched: Uint8Array;
  readonly zoomed: number;
  readonly names: readonly string[];
  readonly files: readonly string[];
  readonly matchedValue: number;
  readonly matchedFrames: number;
  readonly searchError?: string;
}

export type HostMessage =
  | { readonly kind: 'state'; readonly state: PageState }
  | { readonly kind: 'window'; readonly profile: number; readonly request: number; readonly window: FlameWindowData }
  | { readonly kind: 'windowFailed'; readonly profile: number; readonly request: number; readonly message: string };

export type PageMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'askWindow'; readonly profile: number; readonly request: number; readonly view: WindowRequest }
  | { readonly kind: 'setSampleType'; readonly profile: number; readonly sampleType: number }
  | { readonly kind: 'setProfile'; readonly profile: number }
  /** Opens the source of the frame; `from` as in the window that showed it. */
  | { readonly kind: 'openSource'; readonly profile: number; readonly frame: number; readonly from?: string }
  | { readonly kind: 'copy'; readonly text: string }
  /** The button of the state's notice. */
  | { readonly kind: 'noticeAction' };
