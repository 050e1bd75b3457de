import { agentCpu } from './agentCpu';
import { agentFigures } from './agentFigures';
import { agentLeaks } from './agentLeaks';
import { agentRuntimeLog } from './agentRuntimeLog';
import { agentSignals } from './agentSignals';
import { agentTrace } from './agentTrace';
import { agentWall } from './agentWall';

/** The environment variable with the options of a profiled run: see RunFolder. The agent removes it. */
export const AGENT_VARIABLE = 'LINECOST_PROGRAM';

export interface AgentVariant {
  /** Begins the names of everything in the agent, so that they differ from the program's own. */
  readonly prefix: string;
  /** The minor version of Go: 26 for go1.26.8. */
  readonly goMinor: number;
  readonly goos: string;
  /** Whether runtime/pprof is changed so that the program may take CPU profiles too: see sharedCpuProfile. */
  readonly sharesCpuProfile: boolean;
  /** The package of the tests that it is added to; unset for package main. */
  readonly testPackage?: string | undefined;
}

/** The oldest Go release with all that the agent calls. */
export const MIN_GO_MINOR = 21;

/**
 * A Go file for package main that profiles the program while it runs. It does nothing unless AGENT_VARIABLE is set, and
 * it writes into one folder only: see RunFolder.
 *
 * - The CPU profile is taken in pieces, each a whole profile, so that costs appear while the program runs, and that
 *   those of a killed program stay. Other kinds are written with every piece, and once more at the end.
 * - The end is seen by a hook of the runtime (os.Exit, log.Fatal, return from main) and by signals that end programs. A
 *   signal that the program handles itself is left to it.
 * - In tests, the hook alone remains, and no goroutine: a test may look for leaked ones, as goleak does.
 * - Names of imports have the prefix too, since a name of package main must not be that of an import.
 */
export function agentText({ prefix: p, goMinor, goos, sharesCpuProfile, testPackage }: AgentVariant): string {
  const isTest = testPackage !== undefined;
  // Package testing prints what crashed itself.
  const hasCrashOutput = goMinor >= 23 && !isTest;
  const imports = [
    'bufio', 'compress/gzip', 'io', 'os', 'os/signal', 'runtime', 'runtime/metrics', 'runtime/pprof', 'runtime/trace',
    'strconv', 'strings', 'sync', 'sync/atomic', 'syscall', 'time', 'unsafe',
    ...(hasCrashOutput ? ['runtime/debug'] : []), ...(goMinor < 24 ? ['sort'] : []),
  ];
  return `package ${testPackage ?? 'main'}

import (
${imports.map((path) => `\t${p}${path.slice(path.lastIndexOf('/') + 1)} "${path}"`).join('\n')}
)

${exitHook(p, goMinor)}
${agentCpu(p, sharesCpuProfile)}
${agentRuntimeLog(p, goos)}
${agentSignals(p, goos)}
${agentFigures(p, goos)}
${agentLeaks(p)}
${agentTrace(p)}
${agentWall(p, goMinor, isTest)}
type ${p}Agent struct {
	mu       ${p}sync.Mutex
	dir      string
	kinds    string // " cpu memory "
	start    ${p}time.Time
	pieces   int
	isOver   bool
	fraction int // of the mutex profile, before
	control  string // the last order that was done
	trace    *${p}os.File // nil unless an execution trace is being taken
	figures  *${p}Figures // nil in tests
	begun    ${p}time.Time // the current piece of the CPU profile
	wall     *${p}Wall
}

func init() {
	value := ${p}os.Getenv("${AGENT_VARIABLE}")
	if value == "" {
		return
	}
	${p}os.Unsetenv("${AGENT_VARIABLE}")
	options := ${p}strings.SplitN(value, "\\n", 2)
	if len(options) != 2 {
		return
	}
	a := &${p}Agent{kinds: " " + options[0] + " ", dir: options[1], start: ${p}time.Now()}
	// In a program without this folder, such as one that was copied to another machine, nothing is measured.
	if a.write("pid", ${p}strconv.Itoa(${p}os.Getpid())) != nil {
		return
	}
	a.keepRuntimeLog()
	if a.has("mutex") {
		a.fraction = ${p}runtime.SetMutexProfileFraction(1)
	}
	if a.has("block") {
		${p}runtime.SetBlockProfileRate(1)
	}
${hasCrashOutput ? `	if f, err := ${p}os.Create(a.dir + "/crash"); err == nil {
		${p}debug.SetCrashOutput(f, ${p}debug.CrashOptions{})
		f.Close()
	}
` : ''}	${p}onExit(a.exits)
	if a.has("cpu") {
		a.beginCPU()
	}
	if a.has("trace") {
		a.beginTrace()
	}
${isTest ? '' : '	a.figures = a.newFigures()\n'}	if a.has("wall") {
		a.beginWall()
	}
${isTest ? '' : '	go a.follow()\n	go a.signals()\n'}}

// A closure in init would have a name of package main, with which profiles are not known to be of the agent.
func (a *${p}Agent) exits() {
	a.finish("exit")
}

func (a *${p}Agent) has(kind string) bool {
	return ${p}strings.Contains(a.kinds, " "+kind+" ")
}

// Writes a whole file: it appears under its name when it is complete.
func (a *${p}Agent) write(name, text string) error {
	return a.save(name, func(w ${p}io.Writer) error {
		_, err := ${p}io.WriteString(w, text)
		return err
	})
}

func (a *${p}Agent) save(name string, fill func(${p}io.Writer) error) error {
	path := a.dir + "/" + name
	f, err := ${p}os.OpenFile(path+".tmp", ${p}os.O_WRONLY|${p}os.O_CREATE|${p}os.O_TRUNC, 0600)
	if err != nil {
		return err
	}
	err = fill(f)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = ${p}os.Rename(path+".tmp", path)
	}
	if err != nil {
		${p}os.Remove(path + ".tmp")
	}
	return err
}

// Notes why a kind of profile is missing. If the disk is full, that cannot be noted either.
func (a *${p}Agent) fail(kind string, err error) {
	a.write("failed."+kind, err.Error())
}

// Writes the profiles that are no series of pieces, while mu is locked.
func (a *${p}Agent) snapshot(kinds string, collects bool) {
	for _, kind := range ${p}strings.Fields(kinds) {
		name := kind
		switch kind {
		case "memory":
			name = "allocs"
			if collects {
				// The runtime adds allocations to the profile when it has collected garbage.
				${p}runtime.GC()
			}
		case "leaks":
			// A search takes as long as a garbage collection.
			if collects {
				a.leaks()
			}
			continue
		case "mutex", "block":
		case "goroutine":
			if ${p}usesSignals() {
				a.write("signals", "program")
			}
		default:
			continue
		}
		profile := ${p}pprof.Lookup(name)
		err := a.save(kind+".pb.gz", func(w ${p}io.Writer) error { return profile.WriteTo(w, 0) })
		if err != nil {
			a.fail(kind, err)
		}
	}
}

// A piece is as long as a quarter of the time before it, so that a program that is killed loses little.
func (a *${p}Agent) pieceTime() ${p}time.Duration {
	return ${p}min(${p}max(${p}time.Since(a.start)/4, 200*${p}time.Millisecond), 5*${p}time.Second)
}

func ${p}min(x, y ${p}time.Duration) ${p}time.Duration {
	if x < y {
		return x
	}
	return y
}

func ${p}max(x, y ${p}time.Duration) ${p}time.Duration {
	if x > y {
		return x
	}
	return y
}

func (a *${p}Agent) follow() {
	next := ${p}time.Now().Add(a.pieceTime())
	ticker := ${p}time.NewTicker(100 * ${p}time.Millisecond)
	defer ticker.Stop()
	for range ticker.C {
		a.figures.read(false)
		a.limitTrace()
		// The editor has removed it: nothing can be written any more.
		if _, err := ${p}os.Stat(a.dir); ${p}os.IsNotExist(err) {
			a.finish("detached")
			return
		}
		order := a.order()
		if order == "" && ${p}time.Now().Before(next) {
			continue
		}
		if !a.step(order) {
			return
		}
		next = ${p}time.Now().Add(a.pieceTime())
	}
}

// The order of the editor that is not done yet: a number and words, such as "2 memory" or "3 detach".
func (a *${p}Agent) order() string {
	text, err := ${p}os.ReadFile(a.dir + "/control")
	if err != nil || string(text) == a.control {
		return ""
	}
	a.control = string(text)
	return a.control
}

// Ends a piece, and does what the editor asks for. Returns whether the agent goes on.
func (a *${p}Agent) step(order string) bool {
	words := ${p}strings.Fields(order)
	if len(words) > 1 && words[1] == "detach" {
		a.finish("detached")
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.isOver {
		return false
	}
	a.turn()
	a.turnWall(false)
	if len(words) > 1 {
		a.snapshot(${p}strings.Join(words[1:], " "), true)
		a.write("done", words[0])
	} else {
		a.snapshot(a.kinds, false)
	}
	return true
}

// Writes everything that was measured. The first call counts.
func (a *${p}Agent) finish(how string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.isOver {
		return
	}
	a.isOver = true
	a.figures.read(true)
	programEnds := how != "detached"
	if !programEnds {
		${p}dropRuntimeLog()
	}
	a.turnWall(true)
	a.endCPU(programEnds)
	a.endTrace()
	a.snapshot(a.kinds, true)
	if !programEnds && a.has("mutex") {
		${p}runtime.SetMutexProfileFraction(a.fraction)
	}
	if !programEnds && a.has("block") {
		${p}runtime.SetBlockProfileRate(0)
	}
	a.write("end", how)
}
`;
}

/** Has a function run when the program ends: at os.Exit and after main returns. */
function exitHook(p: string, goMinor: number): string {
  if (goMinor >= 23) {
    return `type ${p}Hook struct {
	F            func()
	RunOnFailure bool
}

//go:linkname ${p}addHook internal/runtime/exithook.Add
func ${p}addHook(${p}Hook)

func ${p}onExit(f func()) { ${p}addHook(${p}Hook{f, true}) }
`;
  }
  return `//go:linkname ${p}addHook runtime.addExitHook
func ${p}addHook(f func(), runOnNonZeroExit bool)

func ${p}onExit(f func()) { ${p}addHook(f, true) }
`;
}
