import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './processes.mjs';

/**
 * Sends SIGTERM to a process. If it or one of its descendants still runs after `graceMs`, kills them with SIGKILL.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [graceMs] milliseconds between the two signals
 */
export async function endTree(child, graceMs = 5000) {
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
  if (!(await allEnd(known, graceMs))) {
    const remaining = new Set(known.flatMap((pid) => [pid, ...descendants(pid)]));
    remaining.forEach((pid) => signal(pid, 'SIGKILL'));
    await allEnd([...remaining], graceMs);
  }
}

/** Kills a process and its descendants at once and does not wait, for use in an `exit` handler. */
export function killTree(root) {
  if (process.platform !== 'win32') {
    [...descendants(root), root].forEach((pid) => signal(pid, 'SIGKILL'));
  } else {
    execFileSync('taskkill', ['/pid', String(root), '/T', '/F'], { stdio: 'ignore' });
  }
}

/** @returns {number[]} the ids of the children of the process `root`, of their children, and so on */
export function descendants(root) {
  const children = new Map();
  for (const { pid, parent } of processes()) {
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const result = [];
  for (let generation = [root]; generation.length > 0; ) {
    generation = generation.flatMap((pid) => children.get(pid) ?? []);
    result.push(...generation);
  }
  return result;
}

/** @returns {boolean} whether a process runs; a zombie does not run */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || fromProc(pid)?.state !== 'Z';
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function allEnd(pids, limitMs) {
  const deadline = Date.now() + limitMs;
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
    // The process has ended.
  }
}

function processes() {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    return lines.map((line) => line.trim().split(/\s+/).map(Number)).map(([pid, parent]) => ({ pid, parent }));
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => fromProc(Number(name)) ?? []);
}

/** Reads /proc/PID/stat. The fields start after the last `)`: the command's name may contain one (see proc(5)). */
function fromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
