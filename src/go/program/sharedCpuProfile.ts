import { SET_CPU_HOOKS } from './agentText';

const START = /^func StartCPUProfile\(w io\.Writer\) error \{$/gm;
const STOP = /^func StopCPUProfile\(\) \{$/gm;
const NEEDED = ['\t"io"\n', '\t"sync"\n', 'var cpu struct {'];

/**
 * The text of Go's runtime/pprof/pprof.go, changed so that a program can take CPU profiles of itself while Linecost
 * takes one in pieces, although the runtime has one CPU profile only. While the program takes one, that one is also
 * Linecost's current piece. Until the agent sets its hooks, nothing is different. Lines keep their numbers. Undefined
 * if the text is not as expected.
 */
export function sharedCpuProfile(text: string): string | undefined {
  const isExpected = [START, STOP].every((place) => [...text.matchAll(place)].length === 1);
  if (!isExpected || NEEDED.some((words) => !text.includes(words))) return undefined;
  const renamed = text
    .replace(START, 'func linecostStart(w io.Writer) error {')
    .replace(STOP, 'func linecostStop() {');
  return `${renamed}
// StartCPUProfile is Go's, beside Linecost's profile.
func StartCPUProfile(w io.Writer) error { return linecost.startOther(w) }

// StopCPUProfile is Go's, beside Linecost's profile.
func StopCPUProfile() { linecost.stopOther() }

type linecostPieces struct {
	mu sync.Mutex
	// Makes the file of the next piece; nil if there is none.
	next func() io.Writer
	end  func()
	// Whether the program's own profile runs.
	hasOther bool
	// Whether a piece of its own runs.
	hasPiece bool
}

var linecost linecostPieces

func ${SET_CPU_HOOKS}(next func() io.Writer, end func()) {
	linecost.mu.Lock()
	defer linecost.mu.Unlock()
	linecost.next, linecost.end = next, end
	// A package may have started the program's profile before.
	if cpu.profiling {
		linecost.hasOther = true
		return
	}
	linecost.begin()
}

// Ends a piece, and begins the next one or none. A profile of the program's own goes on.
func linecostTurn(goesOn bool) {
	linecost.mu.Lock()
	defer linecost.mu.Unlock()
	if linecost.hasPiece {
		linecost.finish()
	}
	if !goesOn {
		if linecost.hasOther {
			// The program ends: what its profile has until now is the last piece.
			linecostStop()
			linecost.hasOther = false
			linecost.end()
		}
		linecost.next = nil
	} else if !linecost.hasOther {
		linecost.begin()
	}
}

func (l *linecostPieces) begin() {
	if l.next == nil {
		return
	}
	if w := l.next(); w != nil {
		l.hasPiece = linecostStart(w) == nil
	}
}

func (l *linecostPieces) finish() {
	linecostStop()
	l.hasPiece = false
	l.end()
}

func (l *linecostPieces) startOther(w io.Writer) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.next == nil || l.hasOther {
		return linecostStart(w)
	}
	if l.hasPiece {
		l.finish()
	}
	if piece := l.next(); piece != nil {
		w = linecostBoth{w, piece}
	}
	err := linecostStart(w)
	l.hasOther = err == nil
	return err
}

func (l *linecostPieces) stopOther() {
	l.mu.Lock()
	defer l.mu.Unlock()
	linecostStop()
	if l.hasOther && l.next != nil {
		l.hasOther = false
		l.end()
		l.begin()
	}
}

// Writes to the program's own profile, and to a piece, whose errors are not the program's.
type linecostBoth struct{ own, piece io.Writer }

func (b linecostBoth) Write(data []byte) (int, error) {
	b.piece.Write(data)
	return b.own.Write(data)
}
`;
}
