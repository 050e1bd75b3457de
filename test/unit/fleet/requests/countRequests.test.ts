import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FleetQuery } from '../../../../src/fleet/fleetQuery';
import { countQuery, EXAMPLE_QUERY, problemOfCountQuery } from '../../../../src/fleet/requests/countQuery';
import { countRequests } from '../../../../src/fleet/requests/countRequests';
import type { Connection } from '../../../../src/http/connection';
import { startPrometheus, vectorOf } from '../../../shared/fleet/prometheusServer';

const QUERY: FleetQuery = { type: 'cpu', service: 'checkout', filters: [], range: { from: 1_000_000, to: 4_600_000 } };
const { signal } = new AbortController();

test('a query for requests has the time, the service and the filters that are asked of the store', () => {
  assert.equal(countQuery(EXAMPLE_QUERY, QUERY), 'sum(increase(http_requests_total{job="checkout"}[3600s]))');
  const filters = [{ name: 'zone', operator: '=' as const, value: 'a"b' }, { name: 'canary', operator: '!=' as const, value: 'true' }];
  const template = 'sum(increase(x{job=~"${service}|y",${filters}}[${range}]))';
  assert.equal(
    countQuery(template, { ...QUERY, service: 'ns.a"', filters }),
    'sum(increase(x{job=~"ns\\\\.a\\"|y",zone="a\\"b",canary!="true"}[3600s]))',
  );
  assert.equal(countQuery(template, QUERY), 'sum(increase(x{job=~"checkout|y",}[3600s]))');
});

test('a query that would count requests of other services or values is not sent', () => {
  const filters = [{ name: 'version', operator: '=' as const, value: 'v1' }];
  assert.throws(() => countQuery(EXAMPLE_QUERY, { ...QUERY, filters }), /has no \$\{filters\}, and counts those of other values of version/);
  const { type, range } = QUERY;
  assert.throws(() => countQuery(EXAMPLE_QUERY, { type, filters: [], range }), /no service was asked/);
});

test('a text without the time, with an unknown place, or with a service outside of double quotes is refused', () => {
  assert.equal(problemOfCountQuery(EXAMPLE_QUERY), undefined);
  assert.match(problemOfCountQuery('sum(x)')!, /^Write the time as \$\{range\}/);
  assert.match(problemOfCountQuery('x[${range}] ${rate}')!, /^\$\{rate\} is not known/);
  for (const query of ["x{a='${service}'}[${range}]", 'x{a=${service}}[${range}]', 'x{b="\\"",a=`${service}`}[${range}]']) {
    assert.equal(problemOfCountQuery(query), 'Write "${service}" between double quotes.', query);
  }
});

const FAILED = JSON.stringify({
  status: 'error',
  errorType: 'bad_data',
  error: 'invalid parameter "query": 1:23: parse error: unclosed left parenthesis',
});

async function ask(status: number, body: string, connection: Connection = {}) {
  const server = await startPrometheus(body, status);
  const address = `${server.address.origin}/prometheus`;
  try {
    const asking = countRequests({ address, query: EXAMPLE_QUERY }, QUERY, connection, signal);
    const count = await asking.catch((error: Error) => error.message);
    return { count, asked: server.asked };
  } finally {
    await server.close();
  }
}

test('the number at the end of the range is asked of the API, with the headers of the connection', async () => {
  const { count, asked: [{ url, headers }] } = await ask(200, vectorOf('12400.5'), { headers: { authorization: 'Bearer t' } });
  assert.equal(count, 12400.5);
  assert.equal(url.pathname, '/prometheus/api/v1/query');
  assert.deepEqual([url.searchParams.get('time'), headers.authorization], ['4600', 'Bearer t']);
  assert.equal(url.searchParams.get('query'), 'sum(increase(http_requests_total{job="checkout"}[3600s]))');
});

test('series are added up, a scalar is a number too, and no requests or no number are none', async () => {
  assert.equal((await ask(200, vectorOf('10', '2.5', 'NaN'))).count, 12.5);
  assert.equal((await ask(200, '{"status":"success","data":{"resultType":"scalar","result":[4600,"3"]}}')).count, 3);
  assert.equal((await ask(200, vectorOf())).count, undefined);
  assert.equal((await ask(200, vectorOf('0'))).count, undefined);
  assert.equal((await ask(200, '{"status":"success","data":{"resultType":"scalar","result":[4600,"+Inf"]}}')).count, undefined);
});

test('what a Prometheus refuses is said in its words, and another answer is named', async () => {
  assert.match(String((await ask(400, FAILED)).count), /responded with 400 Bad Request: invalid parameter "query": 1:23: parse error: unclosed left parenthesis\.$/);
  assert.match(String((await ask(401, 'no')).count), /wants credentials/);
  assert.match(String((await ask(200, '<html>login</html>')).count), /sent no answer of Prometheus/);
  const matrix = '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1,"1"]]}]}}';
  assert.match(String((await ask(200, matrix)).count), /answers a matrix, not a number/);
  const secret = await ask(401, 'no', { headers: { authorization: 'Bearer very-secret' } });
  assert.doesNotMatch(String(secret.count), /very-secret/);
});
