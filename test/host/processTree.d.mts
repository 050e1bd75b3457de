import type { ChildProcess } from 'node:child_process';

export function endTree(child: ChildProcess, graceMs?: number): Promise<void>;
export function killTree(root: number): void;
export function descendants(root: number): number[];
export function isAlive(pid: number): boolean;
