import { SET_CPU_HOOKS } from './agentCpu';

/** Each occurs once. Lines keep their numbers, so a change stays on its line. */
const CHANGES: readonly (readonly [place: RegExp, text: string])[] = [
  [/^func StartCPUProfile\(w io\.Writer\) error \{$/gm, 'func linecostStart(w io.Writer) error {'],
  [/^func StopCPUProfile\(\) \{$/gm, 'func linecostStop() {'],
  // In profileWriter: all samples are read, and the profile is written.
  [/^\t\tif eof \{$/gm, '\t\tif eof { linecost.hasRead()'],
  [/^\tcpu\.done <- true$/gm, '\tlinecost.hasWritten(w)'],
];
const NEEDED = ['\t"io"\n', '\t"sync"\n', '\t"time"\n', 'var cpu struct {', 'const hz = 100', 'func profileWriter(w io.Writer) {'];

/**
 * The text of Go's runtime/pprof/pprof.go, changed so that a program can take CPU profiles of itself while Linecost
 * takes one in pieces, although the runtime has one CPU profile only. While the program takes one, that one is also
 * Linecost's current piece. Until the agent sets its hooks, nothing is different. Lines keep their numbers. Undefined
 * if the text is not as expected.
 */
export function sharedCpuProfile(text: string): string | undefined {
  const isExpected = CHANGES.every(([place]) => [...text.matchAll(place)].length === 1);
  if (!isExpected || NEEDED.some((words) => !text.includes(words))) return undefined;
  return `${CHANGES.reduce((changed, [place, by]) => changed.replace(place, by), text)}
// StartCPUProfile is Go's, beside Linecost's profile.
func StartCPUProfile(w io.Writer) error { return linecost.startOther(w) }

// StopCPUProfile is Go's, beside Linecost's profile.
func StopCPUProfile() { linecost.stopOther() }

type linecostPieces struct {
	mu sync.Mutex
	// Makes the file of the next piece; nil if there is none.
	next func() io.Writer
	// Gets the piece, and how long nothing was measured before the next one.
	end func(io.Writer, time.Duration)
	// The current piece, of the program's own profile too; nil if there is none.
	piece io.Writer
	// Whether the program's own profile runs.
	hasOther bool

	// Whether the writer has read all samples of a profile that was stopped.
	read chan bool
	// The piece that is written while the next one runs, and whether it is complete.
	leavingMu sync.Mutex
	leaving   io.Writer
	written   chan bool
}

var linecost = linecostPieces{read: make(chan bool, 1), written: make(chan bool, 1)}

func ${SET_CPU_HOOKS}(next func() io.Writer, end func(io.Writer, time.Duration)) {
	linecost.mu.Lock()
	defer linecost.mu.Unlock()
	linecost.next, linecost.end = next, end
	cpu.Lock()
	// A package may have started the program's profile before.
	linecost.hasOther = cpu.profiling
	cpu.Unlock()
	if !linecost.hasOther {
		linecost.begin()
	}
}

// Ends a piece and begins the next one. A profile of the program's own goes on.
func linecostTurn() {
	l := &linecost
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hasOther {
		return
	}
	if l.piece == nil {
		l.begin()
	} else {
		l.turn()
	}
}

// Ends the last piece. If the program ends, it is what its own profile has until now, if it takes one; otherwise that
// one goes on, without a piece.
func linecostEnd(programEnds bool) {
	l := &linecost
	l.mu.Lock()
	defer l.mu.Unlock()
	if programEnds || !l.hasOther {
		l.finish()
		l.hasOther = false
	}
	l.next = nil
}

func (l *linecostPieces) begin() {
	if l.next == nil {
		return
	}
	l.forgetRead()
	if l.piece = l.next(); l.piece != nil && linecostStart(l.piece) != nil {
		l.end(l.piece, 0)
		l.piece = nil
	}
}

// What an earlier writer has said is not of the next one.
func (l *linecostPieces) forgetRead() {
	select {
	case <-l.read:
	default:
	}
}

func (l *linecostPieces) finish() {
	if l.piece != nil {
		linecostStop()
		l.end(l.piece, 0)
		l.piece = nil
	}
}

// Begins the next piece before the current one is written, so that hardly any time is not measured.
func (l *linecostPieces) turn() {
	select {
	case <-l.read:
		// The program has ended the profile by SetCPUProfileRate(0).
		l.finish()
		l.begin()
		return
	default:
	}
	next := l.next()
	if next == nil {
		l.finish()
		return
	}
	cpu.Lock()
	defer cpu.Unlock()
	before := l.piece
	l.leavingMu.Lock()
	l.leaving = before
	l.leavingMu.Unlock()
	start := time.Now()
	runtime.SetCPUProfileRate(0)
	<-l.read
	runtime.SetCPUProfileRate(100)
	gap := time.Since(start)
	go profileWriter(next)
	l.piece = next
	<-l.written
	l.end(before, gap)
}

func (l *linecostPieces) hasRead() {
	select {
	case l.read <- true:
	default:
	}
}

func (l *linecostPieces) hasWritten(w io.Writer) {
	l.leavingMu.Lock()
	isLeaving := l.leaving != nil && l.leaving == w
	if isLeaving {
		l.leaving = nil
	}
	l.leavingMu.Unlock()
	if isLeaving {
		l.written <- true
	} else {
		cpu.done <- true
	}
}

func (l *linecostPieces) startOther(w io.Writer) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.next == nil || l.hasOther {
		return linecostStart(w)
	}
	l.finish()
	l.forgetRead()
	if l.piece = l.next(); l.piece != nil {
		w = linecostBoth{w, l.piece}
	}
	err := linecostStart(w)
	l.hasOther = err == nil
	return err
}

func (l *linecostPieces) stopOther() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.hasOther {
		// A piece of Linecost's own is not for the program to stop.
		if l.piece == nil {
			linecostStop()
		}
		return
	}
	linecostStop()
	l.hasOther = false
	if l.piece != nil {
		l.end(l.piece, 0)
		l.piece = nil
	}
	l.begin()
}

// Writes to the program's own profile, and to a piece, whose errors are not the program's.
type linecostBoth struct{ own, piece io.Writer }

func (b linecostBoth) Write(data []byte) (int, error) {
	b.piece.Write(data)
	return b.own.Write(data)
}
`;
}
