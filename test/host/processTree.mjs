import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './processes.mjs';

/**
 * Ends a process and everything it started: SIGTERM first, then SIGKILL.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [patience] milliseconds between the two signals
 */
export async function endTree(child, patience = 5000) {
  const root = child.pid;
  if (root === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  if (process.platform === 'win32') {
    await run('taskkill', ['/pid', String(root), '/T', '/F'], { quiet: true }).catch(() => undefined);
    return;
  }
  const known = [root, ...descendants(root)];
  signal(root, 'SIGTERM');
  if (!(await allEnd(known, patience))) {
    const left = new Set(known.flatMap((pid) => [pid, ...descendants(pid)]));
    left.forEach((pid) => signal(pid, 'SIGKILL'));
    await allEnd([...left], patience);
  }
}

/** Like {@link endTree}, but kills at once and does not wait: for an `exit` handler. */
export function killTree(root) {
  if (process.platform !== 'win32') {
    [...descendants(root), root].forEach((pid) => signal(pid, 'SIGKILL'));
  } else {
    execFileSync('taskkill', ['/pid', String(root), '/T', '/F'], { stdio: 'ignore' });
  }
}

/** @returns {number[]} the processes that `root` started, directly or not */
export function descendants(root) {
  const children = new Map();
  for (const { pid, parent } of processes()) {
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [];
  for (let next = [root]; next.length > 0; ) {
    next = next.flatMap((pid) => children.get(pid) ?? []);
    found.push(...next);
  }
  return found;
}

/** @returns {boolean} whether a process runs; a zombie does not */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || fromProc(pid)?.state !== 'Z';
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function allEnd(pids, patience) {
  const deadline = Date.now() + patience;
  while (pids.some(isAlive)) {
    if (Date.now() > deadline) {
      return false;
    }
    await pause(20);
  }
  return true;
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

function processes() {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    return lines.map((line) => line.trim().split(/\s+/).map(Number)).map(([pid, parent]) => ({ pid, parent }));
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => fromProc(Number(name)) ?? []);
}

/** /proc/PID/stat: the fields after the command's name, which may itself hold spaces and brackets (proc(5)). */
function fromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
