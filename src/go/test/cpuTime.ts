/** The environment variable with the units in which results also have the CPU time of an operation. */
const VARIABLE = 'LINECOST_CPU_UNITS';

/**
 * What makes the testing package measure the CPU time of the process while the timer of a benchmark runs. Lines keep
 * their numbers.
 */
const CHANGES: readonly (readonly [place: RegExp, text: string])[] = [
  [/^\t"os"$/gm, '\t"os"; "runtime/metrics"; "syscall"'],
  [/^\ttimerOn +bool$/gm, '\ttimerOn bool; linecostStart, linecostUsed [2]float64'],
  [/^\t\tb\.timerOn = true$/gm, '\t\tb.timerOn = true; b.linecostStart = linecostCPU()'],
  [/^\t\tb\.duration \+= \w+(?:\.\w+)?\(b\.start\)$/gm, '$&; b.linecostAdd()'],
  [/^\tb\.duration = 0$/gm, '\tb.duration = 0; b.linecostStart, b.linecostUsed = linecostCPU(), [2]float64{}'],
  [/^\tb\.previousN = n\b/gm, '\tb.linecostReport(); b.previousN = n'],
];

/**
 * The text of Go's testing/benchmark.go, changed so that results have further units if a variable of the environment
 * names them: the CPU time of an operation, of all threads, and the part of it that collects garbage, as the runtime
 * estimates it at the end of each cycle. Without the variable, nothing is measured. Undefined if the text is not as
 * expected.
 */
export function cpuTimeText(text: string): string | undefined {
  if (CHANGES.some(([place]) => [...text.matchAll(place)].length !== 1)) return undefined;
  return `${CHANGES.reduce((changed, [place, by]) => changed.replace(place, by), text)}
var linecostUnits = strings.Fields(os.Getenv("${VARIABLE}"))

func init() { os.Unsetenv("${VARIABLE}") }

func linecostCPU() (used [2]float64) {
	if len(linecostUnits) == 0 {
		return
	}
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) == nil {
		used[0] = float64(usage.Utime.Nano() + usage.Stime.Nano())
	}
	if len(linecostUnits) > 1 {
		samples := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}}
		metrics.Read(samples)
		if samples[0].Value.Kind() == metrics.KindFloat64 {
			used[1] = samples[0].Value.Float64() * 1e9
		}
	}
	return
}

func (b *B) linecostAdd() {
	for i, used := range linecostCPU() {
		b.linecostUsed[i] += used - b.linecostStart[i]
	}
}

func (b *B) linecostReport() {
	for i, unit := range linecostUnits {
		if _, isReported := b.extra[unit]; i < 2 && !isReported && b.N > 0 && b.linecostUsed[0] > 0 {
			b.ReportMetric(b.linecostUsed[i]/float64(b.N), unit)
		}
	}
}
`;
}

/** The environment in which results have these units: of the CPU time and, if wanted, of garbage collection. */
export function cpuTimeEnvironment(units: readonly string[] = []): Readonly<Record<string, string>> {
  return units.length === 0 ? {} : { [VARIABLE]: units.join(' ') };
}
