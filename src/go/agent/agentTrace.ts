import { LARGE_TRACE, memoryText, sizeText } from '../trace/traceCost';

/**
 * The agent's Go code that takes an execution trace, in the file `trace`: `go tool trace` reads the beginning of one,
 * too, so that of a killed program is there. It ends before reading it would need much memory.
 */
export function agentTrace(p: string): string {
  return `// Whether the trace that runs is the agent's.
var ${p}isTracing ${p}atomic.Bool

func (a *${p}Agent) beginTrace() {
	f, err := ${p}os.OpenFile(a.dir+"/trace", ${p}os.O_WRONLY|${p}os.O_CREATE|${p}os.O_EXCL, 0600)
	if err == nil {
		err = ${p}trace.Start(f)
	}
	if err != nil {
		a.fail("trace", err)
		return
	}
	a.trace = f
	${p}isTracing.Store(true)
}

// The program may have ended it, if it calls runtime/trace.Stop.
func (a *${p}Agent) endTrace() {
	if a.trace != nil {
		${p}trace.Stop()
		a.trace.Close()
		a.trace = nil
		${p}isTracing.Store(false)
	}
}

func (a *${p}Agent) limitTrace() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.trace == nil {
		return
	}
	if info, err := a.trace.Stat(); err != nil || info.Size() < ${LARGE_TRACE} {
		return
	}
	// Samples until now have the goroutine that writes the trace.
	a.turnWall(false)
	a.endTrace()
	seconds := ${p}strconv.FormatFloat(${p}time.Since(a.start).Seconds(), 'f', 1, 64)
	a.write("failed.trace", "it covers the first "+seconds+" s, when it had ${sizeText(LARGE_TRACE)}; reading more would need more than ${memoryText(LARGE_TRACE)} of memory")
}
`;
}
