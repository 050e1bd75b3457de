/** The agent's Go code for signals that end programs; one that the program handles itself is left to it. */
export function agentSignals(p: string, goos: string): string {
  return signalHandlers(p) + '\n' + (goos === 'windows' ? windowsSignals(p) : posixSignals(p));
}

/** What os/signal knows of the signals that the program handles itself, beside the agent. */
function signalHandlers(p: string): string {
  return `//go:linkname ${p}handlers os/signal.handlers
var ${p}handlers struct {
	${p}sync.Mutex
	m   map[chan<- ${p}os.Signal]uintptr
	ref [65]int64
}

// Whether the program handles the signal itself: then it decides whether it ends.
func ${p}isHandled(s ${p}syscall.Signal) bool {
	${p}handlers.Lock()
	defer ${p}handlers.Unlock()
	return ${p}handlers.ref[s] > 1
}

// Whether the program handles signals itself: then it has the goroutine that passes them on.
func ${p}usesSignals() bool {
	${p}handlers.Lock()
	defer ${p}handlers.Unlock()
	return len(${p}handlers.m) > 1
}
`;
}

function posixSignals(p: string): string {
  return `func (a *${p}Agent) signals() {
	c := make(chan ${p}os.Signal, 4)
	for _, s := range []${p}syscall.Signal{${p}syscall.SIGINT, ${p}syscall.SIGTERM, ${p}syscall.SIGHUP} {
		if !${p}signal.Ignored(s) {
			${p}signal.Notify(c, s)
		}
	}
	for received := range c {
		s, ok := received.(${p}syscall.Signal)
		if !ok || ${p}isHandled(s) {
			continue
		}
		a.finish("signal " + ${p}strconv.Itoa(int(s)))
		${p}signal.Reset(s)
		${p}syscall.Kill(${p}syscall.Getpid(), s)
	}
}
`;
}

function windowsSignals(p: string): string {
  return `func (a *${p}Agent) signals() {
	c := make(chan ${p}os.Signal, 4)
	${p}signal.Notify(c, ${p}os.Interrupt)
	for range c {
		if ${p}isHandled(${p}syscall.SIGINT) {
			continue
		}
		a.finish("signal 2")
		// As Windows ends a program at Ctrl+C: STATUS_CONTROL_C_EXIT.
		${p}os.Exit(-1073741510)
	}
}
`;
}
