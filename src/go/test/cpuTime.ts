/** The environment variable with the unit in which results also have the CPU time of an operation. */
const VARIABLE = 'LINECOST_CPU_UNIT';

/**
 * What makes the testing package measure the CPU time of the process while the timer of a benchmark runs. Lines keep
 * their numbers.
 */
const CHANGES: readonly (readonly [place: RegExp, text: string])[] = [
  [/^\t"os"$/gm, '\t"os"; "syscall"'],
  [/^\ttimerOn +bool$/gm, '\ttimerOn bool; linecostStart, linecostUsed int64'],
  [/^\t\tb\.timerOn = true$/gm, '\t\tb.timerOn = true; b.linecostStart = linecostCPU()'],
  [/^\t\tb\.duration \+= \w+(?:\.\w+)?\(b\.start\)$/gm, '$&; b.linecostUsed += linecostCPU() - b.linecostStart'],
  [/^\tb\.duration = 0$/gm, '\tb.duration = 0; b.linecostStart, b.linecostUsed = linecostCPU(), 0'],
  [/^\tb\.previousN = n\b/gm, '\tb.linecostReport(); b.previousN = n'],
];

/**
 * The text of Go's testing/benchmark.go, changed so that results also have the CPU time of an operation, of all threads
 * of the program, if a variable of the environment names its unit. Without the variable, nothing is measured. Undefined
 * if the text is not as expected.
 */
export function cpuTimeText(text: string): string | undefined {
  if (CHANGES.some(([place]) => [...text.matchAll(place)].length !== 1)) return undefined;
  return `${CHANGES.reduce((changed, [place, by]) => changed.replace(place, by), text)}
var linecostUnit = os.Getenv("${VARIABLE}")

func init() { os.Unsetenv("${VARIABLE}") }

func linecostCPU() int64 {
	var usage syscall.Rusage
	if linecostUnit == "" || syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func (b *B) linecostReport() {
	if _, isReported := b.extra[linecostUnit]; !isReported && b.N > 0 && b.linecostUsed > 0 {
		b.ReportMetric(float64(b.linecostUsed)/float64(b.N), linecostUnit)
	}
}
`;
}

/** The environment in which results have the CPU time in this unit. */
export function cpuTimeEnvironment(unit: string | undefined): Readonly<Record<string, string>> {
  return unit === undefined ? {} : { [VARIABLE]: unit };
}
