import { type Checks, isText, shape, where } from '../../profile/common/shapes';
import { SERVER_ACCESS, type ServerAccess } from '../../http/serverAccess';

/** A server with Prometheus's API that counts the requests which the services of a store answer. */
export interface RequestCounter extends ServerAccess {
  /** Its base URL, `https://prometheus.example.com`, or that of a Grafana data source, as in FleetSource. */
  readonly address: string;
  /** PromQL whose value is the number of requests in a range: see countQuery. */
  readonly query: string;
}

const isFilled = where(isText, (text) => text.trim() !== '');

export const isRequestCounter = shape({
  ...SERVER_ACCESS, address: isFilled, query: isFilled,
} satisfies Checks<RequestCounter>);
