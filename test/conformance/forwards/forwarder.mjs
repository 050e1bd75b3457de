/**
 * A forwarder that behaves as `kubectl port-forward` does: prints what it forwards, and one line per connection.
 * `node forwarder.mjs PORT [--dies MS] [--late MS] [--fails] [--background] [--child] [--exits STATUS]`
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const [port, ...options] = process.argv.slice(2);
const valueOf = (name) => Number(options[options.indexOf(name) + 1]);
const has = (name) => options.includes(name);

if (has('--fails')) {
  console.error('error: pods "api" not found');
  process.exit(1);
}
if (has('--exits')) {
  console.error('sh: 1: relay: not found');
  process.exit(valueOf('--exits'));
}
if (has('--background')) process.exit(0);
// A child that ignores SIGTERM, as a plugin for credentials may.
if (has('--child')) {
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  console.log(`child ${spawn(process.execPath, ['-e', script], { stdio: 'ignore' }).pid}`);
}
setTimeout(() => {
  createServer((_, response) => response.end('<tr><td>3<td><a href=heap>heap</a>')).listen(Number(port), '127.0.0.1', () => {
    console.log(`Forwarding from 127.0.0.1:${port} -> 6060`);
  });
}, has('--late') ? valueOf('--late') : 0);
if (has('--dies')) {
  setTimeout(() => {
    console.error('error: lost connection to pod');
    process.exit(1);
  }, valueOf('--dies'));
}
