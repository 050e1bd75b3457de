import { extractorOf, fullNameWithout, isNameKey, type Extractor } from './extract';
import { both, keepAll, type Filter } from './filter';
import { Projection } from './projection';
import { parseProjection, unknownOrder, type ProjectedKey } from './projectionSyntax';
import { QueryError } from './queryTokens';
import { NAMED_ORDERS, type ValueOrder } from './valueOrder';

/**
 * The projections of one comparison. `.config` and `.fullname` leave out all keys that any projection names, even a
 * projection that is parsed later.
 */
export class Projections {
  private readonly configKeys = new Set<string>();
  private readonly nameKeys: string[] = [];
  private readonly used = new Set<string>();
  private fullName: Extractor | undefined;
  /** Excludes a result if a key has a fixed order that does not have the value of the result. */
  filter: Filter = keepAll;

  /** @throws QueryError */
  parse(query: string): Projection {
    const projection = new Projection();
    for (const key of parseProjection(query)) this.add(projection, query, key);
    return projection;
  }

  /** A projection of all keys that the others leave out. Results that differ in these keys should not share a cell. */
  residue(): Projection {
    const projection = new Projection();
    const order = 'first';
    for (const key of ['.config', '.fullname'].filter((name) => !this.used.has(name))) {
      this.add(projection, '', { key, order, keyAt: 0, orderAt: 0 });
    }
    return projection;
  }

  private add(projection: Projection, query: string, projected: ProjectedKey): void {
    const { key, order, keyAt, orderAt } = projected;
    const valueOrder = orderOf(query, projected);
    this.used.add(key);
    if (key === '.config') {
      if (typeof order === 'object' && 'fixed' in order) {
        throw new QueryError(query, orderAt, 'fixed order not allowed for .config');
      }
      return projection.addConfig((name) => this.configKeys.has(name), valueOrder);
    }
    if (key === '.unit') throw new QueryError(query, keyAt, '.unit is only allowed in filters');
    const extract = extractorOf(key);
    if (extract === undefined) throw new QueryError(query, keyAt, 'key must not be empty');
    this.hide(key);
    if (typeof order === 'object' && 'fixed' in order) this.includeOnly(extract, order.fixed);
    const extractField: Extractor = key === '.fullname' ? (result) => this.fullNameOf(result) : extract;
    projection.addField(key, extractField, isNameKey(key), valueOrder);
  }

  /** Leaves a key out of `.config` or `.fullname`. */
  private hide(key: string): void {
    if (key === '.fullname') return;
    if (isNameKey(key)) this.nameKeys.push(key);
    else this.configKeys.add(key);
  }

  private includeOnly(extract: Extractor, values: readonly string[]): void {
    const included = new Set(values);
    this.filter = both(this.filter, (result) => included.has(extract(result)));
  }

  /** Builds the extractor at the first result, when all projections are parsed and `nameKeys` is complete. */
  private fullNameOf(result: Parameters<Extractor>[0]): string {
    this.fullName ??= fullNameWithout(this.nameKeys);
    return this.fullName(result);
  }
}

function orderOf(query: string, { order, orderAt }: ProjectedKey): ValueOrder | undefined {
  if (order === 'first') return undefined;
  if ('fixed' in order) {
    const indexes = new Map(order.fixed.map((value, index) => [value, index]));
    return (a, b) => (indexes.get(a) ?? 0) - (indexes.get(b) ?? 0);
  }
  const valueOrder = NAMED_ORDERS.get(order.named);
  if (valueOrder === undefined) throw new QueryError(query, orderAt, unknownOrder(order.named));
  return valueOrder;
}
