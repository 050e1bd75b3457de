// Prints what kubectl 1.31 prints. FAKE_KUBECTL says which cluster it is asked about.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const args = process.argv.slice(2);
if (process.env.FAKE_KUBECTL_LOG) appendFileSync(process.env.FAKE_KUBECTL_LOG, `${JSON.stringify(args)}\n`);
const mode = process.env.FAKE_KUBECTL ?? '';
const print = (value) => process.stdout.write(`${JSON.stringify(value, undefined, 4)}\n`);
const list = (items) => print({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items });
const refuse = (what) => {
  console.error(`Error from server (Forbidden): ${what} is forbidden: User "dev" cannot list resource "${what}" in API group "" at the cluster scope`);
  process.exit(1);
};
const spec = (ports) => ({ containers: [{ name: 'api', ports }] });
const POD = {
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'api-6d4cf56db6-x7k2p', namespace: 'shop' },
  spec: spec([{ containerPort: 8080, name: 'http' }]), status: { phase: 'Running' },
};
const DEPLOYMENT = {
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'api', namespace: 'shop' },
  spec: { replicas: 3, template: { spec: spec([{ containerPort: 8080, name: 'http' }, { containerPort: 6061, name: 'pprof' }]) } },
  status: { readyReplicas: 2 },
};

if (args[0] === 'config') {
  const contexts = [
    { name: 'staging', context: { cluster: 'staging', user: 'dev' } },
    { name: 'kind-dev', context: { cluster: 'kind-dev', user: 'dev', namespace: 'shop' } },
  ];
  const shown = mode === 'noCluster' ? null : mode === 'two' ? contexts : contexts.slice(1);
  print({ kind: 'Config', apiVersion: 'v1', preferences: {}, clusters: null, users: null, contexts: shown, 'current-context': 'kind-dev' });
} else if (args[0] === 'get' && args[1] === 'namespaces') {
  if (mode === 'slow') setTimeout(() => undefined, 60_000);
  else if (mode === 'forbidden') refuse('namespaces');
  else list(['default', 'kube-system', 'shop'].map((name) => ({ kind: 'Namespace', metadata: { name } })));
} else if (args[0] === 'get') {
  if (mode === 'forbidden') refuse(args[1]);
  else if (mode === 'podsOnly' && args[1].includes('deployments')) refuse('deployments.apps');
  else list(mode === 'podsOnly' ? [POD] : [DEPLOYMENT, POD]);
} else if (args[0] === 'port-forward') {
  const [local, remote] = args[2].split(':').map(Number);
  const server = createServer((_, response) => response.end('<tr><td>3<td><a href=heap?debug=1>heap</a>'));
  server.listen(local, '127.0.0.1', () => console.log(`Forwarding from 127.0.0.1:${local} -> ${remote}`));
}
