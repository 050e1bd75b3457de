import { type Checks, isFinite, isText, listOf, optional, shape, where } from '../../profile/common/shapes';
import { SERVER_ACCESS, type ServerAccess } from '../../http/serverAccess';
import { MAX_SECONDS } from '../maxSeconds';

/** A saved service, without secrets: these are in VS Code's secret storage, by the target's id. */
export interface ServiceTarget extends ServerAccess {
  /** Tells targets apart, also when they are renamed. */
  readonly id: string;
  /** `api`. */
  readonly name: string;
  /**
   * Plain addresses of its instances, as `parseAddress` reads them: `localhost:6060`,
   * `https://api-1.example.com/internal/prof/`, `http+unix://%2Frun%2Fapi.sock/debug/pprof/`. At least one.
   */
  readonly addresses: readonly string[];
  /**
   * A command that makes the addresses reachable while it runs, such as `kubectl port-forward deploy/api 6060:6060`:
   * words as one types them in a shell.
   */
  readonly forward?: string;
  readonly load?: TargetLoad;
  /** How long a CPU profile is measured, in seconds; unset for the setting `linecost.fetch.seconds`. */
  readonly seconds?: number;
  readonly watch?: TargetWatch;
}

/** A command that sends requests to the service while it is measured. */
export interface TargetLoad {
  /** Words as one types them in a shell: `hey -z 30s -c 50 http://${host}/api`. */
  readonly command: string;
  /** Seconds between its start and that of the profile. */
  readonly warmUpSeconds?: number;
}

/** How a service is watched. */
export interface TargetWatch {
  /** Seconds between two moments. */
  readonly everySeconds: number;
  /** Seconds of the CPU profile in each; 0 for none. */
  readonly cpuSeconds: number;
}

/** More would be typed by no one. */
const MAX_ADDRESSES = 1000;
const MAX_WATCH_SECONDS = 99_999;
/** Longer ones are not read before they are allowed to run. */
const MAX_COMMAND = 500;
const isWhole = (least: number, most: number) =>
  where(isFinite, (value) => Number.isInteger(value) && value >= least && value <= most);
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/;
const isCommand = where(isText, (text) => text.length <= MAX_COMMAND && !CONTROL.test(text));
const isWatch = where(
  shape({
    everySeconds: isWhole(1, MAX_WATCH_SECONDS), cpuSeconds: isWhole(0, MAX_SECONDS),
  } satisfies Checks<TargetWatch>),
  ({ everySeconds, cpuSeconds }) => everySeconds > cpuSeconds,
);
export const isServiceTarget = shape({
  id: isText,
  name: where(isText, (name) => name.trim() !== ''),
  addresses: where(listOf(isText, MAX_ADDRESSES), ({ length }) => length > 0),
  ...SERVER_ACCESS,
  forward: optional(isCommand),
  load: optional(shape({
    command: isCommand, warmUpSeconds: optional(isWhole(0, MAX_SECONDS)),
  } satisfies Checks<TargetLoad>)),
  seconds: optional(isWhole(1, MAX_SECONDS)),
  watch: optional(isWatch),
} satisfies Checks<ServiceTarget>);
