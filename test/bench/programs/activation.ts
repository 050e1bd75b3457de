import { tmpdir } from 'node:os';
import { activateExtension } from '../shared/activateExtension';

/** activation.cjs DIST: requires and activates the host's bundle in this new process, and prints the milliseconds. */
const dist = process.argv[2]!;
const { requireMs, activateMs } = activateExtension({ dist, workspace: tmpdir(), storage: tmpdir() });
console.log(JSON.stringify({ requireMs, activateMs }));
process.exit(0);
