import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';

/** What may disturb measurements on this machine; what cannot be read is unset. */
export interface MachineState {
  /** Runnable threads, as a mean of the last minute; unset on Windows. */
  readonly load?: number;
  readonly cores: number;
  /** How Linux chooses the frequency: `performance`, `powersave`, `schedutil`; and the driver, `intel_pstate`. */
  readonly governor?: string;
  readonly driver?: string;
  readonly turbo?: boolean;
  readonly isOnBattery?: boolean;
}

/** Where the system is asked; tests have their own. */
export interface MachineSources {
  /** Folder of the kernel's values: /sys. */
  readonly sys: string;
  readonly platform: NodeJS.Platform;
  readonly load: () => number;
  readonly cores: () => number;
}

const THIS_MACHINE: MachineSources = {
  sys: '/sys',
  platform: process.platform,
  load: () => os.loadavg()[0] ?? 0,
  // Of the whole machine, as the load is; a container may use fewer.
  cores: () => os.cpus().length,
};

/** Reads a few small files, starts no program and never rejects. */
export async function readMachineState(from: MachineSources = THIS_MACHINE): Promise<MachineState> {
  const cores = Math.max(1, from.cores());
  const load = from.platform === 'win32' ? undefined : from.load();
  if (from.platform !== 'linux') return { load, cores };
  const read = (...parts: readonly string[]) => readValue(join(from.sys, ...parts));
  const frequency = 'devices/system/cpu/cpu0/cpufreq';
  const [governor, driver, noTurbo, boost, isOnBattery] = await Promise.all([
    read(frequency, 'scaling_governor'),
    read(frequency, 'scaling_driver'),
    read('devices/system/cpu/intel_pstate/no_turbo'),
    read('devices/system/cpu/cpufreq/boost'),
    isDischarging(join(from.sys, 'class/power_supply')),
  ]);
  const turbo = noTurbo === undefined ? boost && boost === '1' : noTurbo === '0';
  return { load, cores, governor, driver, ...(typeof turbo === 'boolean' && { turbo }), isOnBattery };
}

/** undefined if the machine has no battery that reports it. */
async function isDischarging(folder: string): Promise<boolean | undefined> {
  const names = await readdir(folder).catch(() => []);
  const states = await Promise.all(names.map(async (name) => {
    const [type, scope, status] = await Promise.all(
      ['type', 'scope', 'status'].map((file) => readValue(join(folder, name, file))),
    );
    // The battery of a mouse has the scope Device.
    return type === 'Battery' && scope !== 'Device' ? status : undefined;
  }));
  const known = states.filter((status) => status !== undefined);
  return known.length === 0 ? undefined : known.includes('Discharging');
}

/** undefined if there is no such file, or it is empty. */
async function readValue(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || undefined;
}
