import type { ValueType } from '../profile/model';
import type { FlameView, FlameWindow } from '../profile/reports';

/**
 * Messages between the host and the page: two unions, mirror images. Every message with data carries the profile's id
 * and a request number, so that late answers are dropped. Names from profiles travel as text only.
 */

/** A window as the page asks for it. `from` is a function's name, or the state's `startAt`. */
export type AskedView = Omit<FlameView, 'from'> & { readonly from?: string };

/** The whole state of a page; the answer to `ready`, and sent again whenever it changes. */
export interface PageState {
  /** undefined: nothing is loaded; `notice` says why. */
  readonly profile?: {
    readonly id: number;
    /** For example `BenchmarkJoin`. */
    readonly title: string;
    readonly sampleTypes: readonly ValueType[];
    readonly sampleType: number;
    readonly totals: readonly number[];
    /** For example `812 samples`. */
    readonly samples: string;
    readonly durationNanos: number;
    /** The profile's sisters in the same run, to switch between; the active one included. */
    readonly siblings: readonly { readonly id: number; readonly label: string }[];
    /** What was measured (`BenchmarkJoin`): the graph can start there, without the harness above it. */
    readonly startAt?: string;
  };
  readonly notice?: { readonly text: string; readonly action?: string };
}

export type HostMessage =
  | { readonly kind: 'state'; readonly state: PageState }
  | { readonly kind: 'window'; readonly profile: number; readonly request: number; readonly window: FlameWindow }
  | { readonly kind: 'windowFailed'; readonly profile: number; readonly request: number; readonly message: string };

export type PageMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'askWindow'; readonly profile: number; readonly request: number; readonly view: AskedView }
  | { readonly kind: 'setSampleType'; readonly profile: number; readonly sampleType: number }
  | { readonly kind: 'setProfile'; readonly profile: number }
  /** Opens the source of the frame; `from` as in the window that showed it. */
  | { readonly kind: 'openSource'; readonly profile: number; readonly frame: number; readonly from?: string }
  | { readonly kind: 'copy'; readonly text: string }
  /** The button of the state's notice. */
  | { readonly kind: 'noticeAction' };
