import { readFile, rm } from 'node:fs/promises';

/** The environment variable with the samples a second of the CPU profile, and a file: `250 /tmp/…/cpuTime`. */
const VARIABLE = 'LINECOST_CPU_RATE';

/** What go test itself takes, in samples a second. */
const GO_RATE = 100;

/** What the runtime prints when the testing package then asks for GO_RATE. */
export const RATE_REFUSED = 'runtime: cannot set cpu profile rate until previous profile has finished.\n';

const CHANGES: readonly (readonly [place: RegExp, text: string])[] = [
  [/^\t"os"$/gm, '\t"os"; "syscall"'],
  [/^\t\tif err := m\.deps\.StartCPUProfile\(f\); err != nil \{$/gm, '\t\tlinecostStartCPU(); if err := m.deps.StartCPUProfile(f); err != nil {'],
  [/^\t\tm\.deps\.StopCPUProfile\(\)/gm, '\t\tlinecostStopCPU(); m.deps.StopCPUProfile()'],
];
const NEEDED = ['\t"fmt"\n', '\t"runtime"\n', '\t"strings"\n'];

/**
 * The text of Go's testing/testing.go, changed so that a CPU profile has as many samples a second as a variable of the
 * environment says, from its start on, and so that the CPU time of its run is written to a file: the kernel's timer may
 * be too slow for that rate. Without the variable, nothing changes. Undefined if the text is not as expected.
 */
export function cpuRateText(text: string): string | undefined {
  const isExpected = CHANGES.every(([place]) => [...text.matchAll(place)].length === 1);
  if (!isExpected || NEEDED.some((words) => !text.includes(words))) return undefined;
  return `${CHANGES.reduce((changed, [place, by]) => changed.replace(place, by), text)}
var linecostCPUFile string
var linecostCPURate int
var linecostCPUStart int64

func init() {
	if value := os.Getenv("${VARIABLE}"); value != "" {
		fmt.Sscanf(value, "%d", &linecostCPURate)
		linecostCPUFile = value[strings.Index(value, " ")+1:]
		os.Unsetenv("${VARIABLE}")
	}
}

func linecostCPUTime() int64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func linecostStartCPU() {
	if linecostCPURate > 0 {
		linecostCPUStart = linecostCPUTime()
		runtime.SetCPUProfileRate(linecostCPURate)
	}
}

func linecostStopCPU() {
	if linecostCPURate > 0 {
		os.WriteFile(linecostCPUFile, []byte(fmt.Sprint(linecostCPUTime()-linecostCPUStart)), 0o600)
	}
}
`;
}

/** Whether a run with these variables prints RATE_REFUSED. */
export function isRateSet(env: Readonly<Record<string, string>> = {}): boolean {
  return VARIABLE in env;
}

/**
 * The samples a second of the CPU profiles of a program that is built with cpuRateText. Where the kernel's timer is
 * too slow, samples are lost, so the profile's total is compared with the CPU time of the run.
 */
export class CpuRate {
  private rate: number;

  /**
   * @param wanted samples a second
   * @param file absolute path of the file for the CPU time
   */
  constructor(
    private readonly wanted: number,
    private readonly file: string,
  ) {
    this.rate = wanted;
  }

  /** Whether there are more samples than go test itself takes. */
  get isRaised(): boolean {
    return this.rate > GO_RATE;
  }

  /** Lowers the rate to that of go test. Returns a sentence for the log. */
  lower(): string {
    this.rate = GO_RATE;
    const lost = `The profile has less time than the program used, at ${this.wanted} samples a second`;
    return `${lost}; profiling again at ${GO_RATE}.\n`;
  }

  /** Call before each run that takes a CPU profile. Returns its variable. */
  async begin(): Promise<Readonly<Record<string, string>>> {
    await rm(this.file, { force: true });
    return { [VARIABLE]: `${this.rate} ${this.file}` };
  }

  /** @param nanos the total of the last run's CPU profile, in nanoseconds; undefined if it is not known */
  async hasLost(nanos: number | undefined): Promise<boolean> {
    const used = Number(await readFile(this.file, 'utf8').catch(() => '0'));
    return nanos !== undefined && hasLostSamples(nanos, used, this.rate);
  }
}

/** A profile lacks samples if it has less than this part of the CPU time … */
const MIN_PART = 0.85;
/** … by more than this many standard deviations, if samples came by chance. */
const DEVIATIONS = 2;

/**
 * Whether a CPU profile has so much less time than the program used that its timer was too slow. Short runs, with a few
 * samples, cannot show it.
 *
 *     1 s at 250 a second: 250 samples are expected, so fewer than 180 are too few
 *
 * @param nanos the profile's total
 * @param used the CPU time of the run, in nanoseconds
 */
export function hasLostSamples(nanos: number, used: number, rate: number): boolean {
  const expected = (used * rate) / 1e9;
  const samples = (nanos * rate) / 1e9;
  return samples < MIN_PART * expected - DEVIATIONS * Math.sqrt(expected);
}
