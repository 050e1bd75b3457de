import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';

/** What may disturb measurements on this machine; values that cannot be read are unset. */
export interface MachineState {
  /** The load average of the last minute; unset on Windows. */
  readonly load?: number;
  readonly cores: number;
  /** How Linux chooses the frequency: `performance`, `powersave`, `schedutil`. */
  readonly governor?: string;
  /** The driver that sets the frequency: `intel_pstate`. */
  readonly driver?: string;
  readonly turbo?: boolean;
  readonly isOnBattery?: boolean;
}

/** Where the state is read from; tests pass their own sources. */
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
  // All cores of the machine, because the load is the whole machine's too; a container may use fewer.
  cores: () => os.cpus().length,
};

/** Reads the state from a few small files, without starting a program. Never rejects. */
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

/** Whether a battery is discharging; undefined if no battery reports its status. */
async function isDischarging(folder: string): Promise<boolean | undefined> {
  const names = await readdir(folder).catch(() => []);
  const states = await Promise.all(names.map(async (name) => {
    const [type, scope, status] = await Promise.all(
      ['type', 'scope', 'status'].map((file) => readValue(join(folder, name, file))),
    );
    // The battery of a mouse has the scope Device.
    return type === 'Battery' && scope !== 'Device' ? status : undefined;
  }));
  const statuses = states.filter((status) => status !== undefined);
  return statuses.length === 0 ? undefined : statuses.includes('Discharging');
}

/** The text of a file; undefined if the file is missing or empty. */
async function readValue(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || undefined;
}
