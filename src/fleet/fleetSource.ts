import { type Checks, isText, oneOf, optional, shape, where } from '../profile/common/shapes';
import { SERVER_ACCESS, type ServerAccess } from '../http/serverAccess';
import { isRequestCounter, type RequestCounter } from './requests/requestCounter';

export type FleetKind = 'pyroscope' | 'parca' | 'cloudProfiler' | 'files';

/** A saved store of a fleet's profiles, without secrets: these are in VS Code's secret storage, by the source's id. */
export interface FleetSource extends ServerAccess {
  /** Tells sources apart, also when they are renamed. */
  readonly id: string;
  /** `production`. */
  readonly name: string;
  readonly kind: FleetKind;
  /**
   * Pyroscope and Parca: the base URL, `https://pyroscope.example.com`, or that of a Grafana data source,
   * `https://grafana.example.com/api/datasources/proxy/uid/UID`. Cloud Profiler: the project's id. Files: an absolute
   * folder or glob, or the URL of a listing.
   */
  readonly address: string;
  /** The label whose value tells services apart, of a store that has none of its own for this. */
  readonly serviceLabel?: string;
  /** The label whose value names a version or deploy, such as `version`; unset if none is known. */
  readonly versionLabel?: string;
  /** What a click asks without questions, such as *In Production*: see FleetQuery. */
  readonly defaults?: { readonly service?: string; readonly type?: string };
  /** Where the requests are counted that its services answer; its secrets are saved apart from those of the store. */
  readonly requests?: RequestCounter;
}

const isFilled = where(isText, (text) => text.trim() !== '');

export const isFleetSource = shape({
  ...SERVER_ACCESS,
  id: isText,
  name: isFilled,
  kind: oneOf('pyroscope', 'parca', 'cloudProfiler', 'files'),
  address: isFilled,
  serviceLabel: optional(isText),
  versionLabel: optional(isText),
  defaults: optional(shape({ service: optional(isText), type: optional(isText) })),
  requests: optional(isRequestCounter),
} satisfies Checks<FleetSource>);
