/** What the runtime prints beyond this is only in the terminal, in bytes. */
const MAX_BYTES = 64 << 20;

/** Systems on which the agent sees what the runtime prints. */
const SYSTEMS: readonly string[] = ['linux'];

/**
 * The part of the agent that also writes what the runtime prints, such as lines of gctrace and schedtrace, into its
 * folder. VS Code gives extensions no output of a terminal, and a pipe instead of the terminal would be seen by the
 * program. The runtime calls overrideWrite, if it is set, instead of its own write to file descriptors: also while the
 * world is stopped, so that the function may neither allocate nor be preempted. println and the text of panics come
 * this way too; what the program writes by package os does not.
 */
export function agentRuntimeLog(p: string, goos: string): string {
  if (!SYSTEMS.includes(goos)) return `func (a *${p}Agent) keepRuntimeLog() {}\n\nfunc ${p}dropRuntimeLog() {}\n`;
  return `//go:linkname ${p}overrideWrite runtime.overrideWrite
var ${p}overrideWrite func(fd uintptr, p ${p}unsafe.Pointer, n int32) int32

var ${p}logFD, ${p}logRoom uintptr

//go:nosplit
//go:norace
func ${p}writeBoth(fd uintptr, p ${p}unsafe.Pointer, n int32) int32 {
	r, _, e := ${p}syscall.RawSyscall(${p}syscall.SYS_WRITE, fd, uintptr(p), uintptr(n))
	if fd == 2 && n > 0 && ${p}logRoom >= uintptr(n) {
		${p}logRoom -= uintptr(n)
		${p}syscall.RawSyscall(${p}syscall.SYS_WRITE, ${p}logFD, uintptr(p), uintptr(n))
	}
	if e != 0 {
		return -int32(e)
	}
	return int32(r)
}

// Keeps what the runtime prints if the user wants it printed.
func (a *${p}Agent) keepRuntimeLog() {
	debug := ${p}os.Getenv("GODEBUG")
	if !${p}strings.Contains(debug, "gctrace=") && !${p}strings.Contains(debug, "schedtrace=") {
		return
	}
	flags := ${p}syscall.O_WRONLY | ${p}syscall.O_CREAT | ${p}syscall.O_APPEND | ${p}syscall.O_CLOEXEC
	fd, err := ${p}syscall.Open(a.dir+"/runtime.log", flags, 0600)
	if err != nil {
		return
	}
	${p}logFD, ${p}logRoom = uintptr(fd), ${MAX_BYTES}
	${p}overrideWrite = ${p}writeBoth
}

// The function stays, since the runtime may be about to call it, and the file is open as long as the program runs.
func ${p}dropRuntimeLog() {
	if ${p}logRoom > 0 {
		${p}logRoom = 0
		${p}syscall.Ftruncate(int(${p}logFD), 0)
	}
}
`;
}
