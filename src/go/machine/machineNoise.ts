import type { MachineState } from './machineState';
import { listed } from '../../profile/text/words';

/**
 * From this load per core on, other programs may compete with a benchmark for cores. The load of the last minute also
 * counts an earlier run of a parallel benchmark.
 */
const BUSY_LOAD = 0.75;
/** With these drivers, `powersave` raises the frequency under load. */
const DRIVERS_THAT_SCALE = ['intel_pstate', 'amd-pstate-epp', 'amd_pstate_epp'];

/** One sentence if the figures of this machine may be unreliable now; undefined if nothing disturbs them. */
export function noiseSentence(state: MachineState): string | undefined {
  const reasons = [...busy(state), ...slow(state), ...(state.isOnBattery ? ['it runs on battery'] : [])];
  return reasons.length === 0 ? undefined : `Figures measured on this machine may be off: ${listed(reasons)}.`;
}

/** The state as texts: `load 0.4 on 8 cores`, `governor schedutil`, `turbo on`. */
export function machineFacts({ load, cores, governor, driver, turbo, isOnBattery }: MachineState): string[] {
  return [
    load === undefined ? `${cores} cores` : `load ${load.toFixed(1)} on ${cores} cores`,
    ...(governor ? [`governor ${governor}${driver ? ` (${driver})` : ''}`] : []),
    ...(turbo === undefined ? [] : [`turbo ${turbo ? 'on' : 'off'}`]),
    ...(isOnBattery === undefined ? [] : [isOnBattery ? 'on battery' : 'on AC power']),
  ];
}

function busy({ load, cores }: MachineState): string[] {
  if (load === undefined || load < BUSY_LOAD * cores) return [];
  const amount = `load ${load.toFixed(1)} on ${cores} ${cores === 1 ? 'core' : 'cores'}`;
  return [`it was busy in the minute before the measurement (${amount})`];
}

function slow({ governor, driver = '' }: MachineState): string[] {
  if (governor !== 'powersave' || DRIVERS_THAT_SCALE.includes(driver)) return [];
  return ['the governor powersave holds its frequency down'];
}

/** Smaller differences are corrections of the clock, such as those of NTP. */
const MIN_MS = 2000;

/** Detects that the clock was set or the machine slept since this object was made. */
export class ClockJump {
  private readonly startTime: number;
  private readonly startElapsed: number;

  constructor(
    private readonly now = () => Date.now(),
    private readonly elapsed = () => performance.now(),
  ) {
    this.startTime = now();
    this.startElapsed = elapsed();
  }

  hasJumped(): boolean {
    return Math.abs(this.now() - this.startTime - (this.elapsed() - this.startElapsed)) >= MIN_MS;
  }
}
