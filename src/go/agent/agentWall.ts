import { wallIdle } from './wallIdle';
import { wallProfile } from './wallProfile';

/** Goroutines above which nothing is sampled. */
export const MAX_GOROUTINES = 10_000;

/**
 * Different stacks in the profile of a test, which is written at the end: of deep ones, each takes a kilobyte of the
 * test's memory. Further ones are left out.
 */
export const MAX_TEST_STACKS = 50_000;

/** Samples a second of a program with few goroutines. */
export const WALL_RATE = 100;

/**
 * Nanoseconds between two samples for each frame that the first one has found, and each goroutine counts as some: a
 * sample takes about a 50th of it. So there are about 10 samples of 1000 goroutines in a second.
 */
const FRAME_NANOS = 5000;
const FRAMES_OF_GOROUTINE = 8;

/**
 * The wall-clock profile: where goroutines are, about WALL_RATE times a second, whether they run or wait. Equal stacks
 * are summed by the time since the sample before. Sample types:
 *
 *     samples/count         samples of goroutines, without those that only wait for work: see wallIdle
 *     wall/nanoseconds      their time
 *     wall_all/nanoseconds  with the time of those that only wait for work
 *
 * It may be written in pieces, as the CPU profile is. The time between samples varies, so that what a program does at
 * regular times is not always seen. Many goroutines are sampled less often, for about the same cost in CPU time.
 * Go 1.23 and newer record up to 128 frames of a stack, older releases the innermost 32.
 *
 * In tests, it is written once, at the end, and no goroutine waits for the next sample, so that a test that looks for
 * leaked goroutines, as goleak does, finds none of the agent.
 */
export function agentWall(p: string, goMinor: number, isTest: boolean, maxStacks = MAX_TEST_STACKS): string {
  return `${goroutineRecords(p, goMinor)}
${labelReader(p, goMinor)}
//go:linkname ${p}symbolName runtime/pprof.runtime_FrameSymbolName
func ${p}symbolName(*${p}runtime.Frame) string

//go:linkname ${p}startLine runtime/pprof.runtime_FrameStartLine
func ${p}startLine(*${p}runtime.Frame) int

const ${p}wallTime = ${p}time.Second / ${WALL_RATE}

// Stacks after which a piece is written, so that one of very many goroutines does not need much memory.
const ${p}wallStacks = 10000

type ${p}Stack struct {
	pcs    []uintptr
	labels []${p}Label
	count  int64
	nanos  int64
	next   *${p}Stack // another one with the same hash
}

type ${p}Wall struct {
	agent   *${p}Agent
	mu      ${p}sync.Mutex
	records []${p}Record
	labels  []${p}unsafe.Pointer
	stacks  map[uint64]*${p}Stack
	count   int // of stacks
	frames  int // of the last sample
	pieces  int
	begun   ${p}time.Time // the piece
	last    ${p}time.Time // the last sample
	isOver  bool
	random  uint64
	zip     *${p}gzip.Writer

	// In all pieces.
	samples int64
	sampled ${p}time.Duration
	missed  ${p}time.Duration
	most    int // goroutines
	dropped ${p}time.Duration // of goroutines, in further stacks
}

func (a *${p}Agent) beginWall() {
	now := ${p}time.Now()
	a.wall = &${p}Wall{agent: a, stacks: map[uint64]*${p}Stack{}, begun: now, last: now, random: uint64(now.UnixNano()) | 1}
	a.wall.zip, _ = ${p}gzip.NewWriterLevel(nil, ${p}gzip.BestSpeed)
	${isTest ? `${p}time.AfterFunc(a.wall.pause(), a.wall.follow)` : 'go a.wall.follow()'}
}

// Ends a piece. Call with the agent's mu locked.
func (a *${p}Agent) turnWall(isLast bool) {
	if a.wall != nil${isTest ? ' && isLast' : ''} {
		a.wall.turn(isLast)
	}
}

${isTest ? testFollower(p) : follower(p)}
// The time until the next sample.
func (w *${p}Wall) pause() ${p}time.Duration {
	// More often at first, for programs that end soon.
	usual := ${p}min(${p}max(${p}time.Since(w.agent.start)/20, ${p}time.Millisecond), ${p}wallTime)
	interval := ${p}max(${p}time.Duration(w.frames)*${FRAME_NANOS}, usual)
	w.random ^= w.random << 13
	w.random ^= w.random >> 7
	w.random ^= w.random << 17
	return interval/2 + ${p}time.Duration(w.random%uint64(interval))
}

// Takes a sample of all goroutines. Returns whether the profile is over.
func (w *${p}Wall) sample() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isOver {
		return true
	}
	w.frames = 0
	now := ${p}time.Now()
	passed := now.Sub(w.last)
	w.last = now
	n := ${p}runtime.NumGoroutine()
	if n > w.most {
		w.most = n
	}
	if n > ${MAX_GOROUTINES} {
		w.missed += passed
		return false
	}
	n = w.read(n)
	if n == 0 {
		w.missed += passed
		return false
	}
	for i := 0; i < n; i++ {
		pcs := w.records[i].Stack${goMinor >= 23 ? '' : '()'}
		w.frames += len(pcs) + ${FRAMES_OF_GOROUTINE}
		w.add(pcs, ${p}labelsOf(w.labels[i]), passed.Nanoseconds())
		w.labels[i] = nil
	}
	w.samples++
	w.sampled += passed
	return false
}

func (w *${p}Wall) read(n int) int {
	for tries := 0; tries < 3; tries++ {
		if n > len(w.records) {
			size := n + n/4 + 16
			w.records, w.labels = make([]${p}Record, size), make([]${p}unsafe.Pointer, size)
		}
		found, ok := ${p}goroutines(w.records, w.labels)
		if ok {
			return found
		}
		n = found
	}
	return 0
}

func (w *${p}Wall) add(pcs []uintptr, labels []${p}Label, nanos int64) {
	hash := uint64(14695981039346656037)
	for _, pc := range pcs {
		hash = (hash ^ uint64(pc)) * 1099511628211
	}
	for _, label := range labels {
		hash = ${p}hashOf(${p}hashOf(hash, label.Key), label.Value)
	}
	first := w.stacks[hash]
	for s := first; s != nil; s = s.next {
		if s.isOf(pcs, labels) {
			s.count++
			s.nanos += nanos
			return
		}
	}
${isTest ? `	if w.count >= ${maxStacks} {
		w.dropped += ${p}time.Duration(nanos)
		return
	}
` : ''}	w.count++
	w.stacks[hash] = &${p}Stack{append([]uintptr(nil), pcs...), append([]${p}Label(nil), labels...), 1, nanos, first}
}

func ${p}hashOf(hash uint64, text string) uint64 {
	for i := 0; i < len(text); i++ {
		hash = (hash ^ uint64(text[i])) * 1099511628211
	}
	return hash * 31
}

func (s *${p}Stack) isOf(pcs []uintptr, labels []${p}Label) bool {
	if len(s.pcs) != len(pcs) || len(s.labels) != len(labels) {
		return false
	}
	for i, pc := range pcs {
		if s.pcs[i] != pc {
			return false
		}
	}
	for i, label := range labels {
		if s.labels[i] != label {
			return false
		}
	}
	return true
}

func (w *${p}Wall) turn(isLast bool) {
	w.mu.Lock()
	now := ${p}time.Now()
	stacks, begun := w.stacks, w.begun
	w.stacks, w.count, w.begun, w.isOver = map[uint64]*${p}Stack{}, 0, now, w.isOver || isLast
	facts := []int64{w.missed.Milliseconds(), w.sampled.Milliseconds(), w.samples, int64(w.most), w.dropped.Milliseconds()}
	period := ${p}wallTime
	if w.samples > 0 {
		period = w.sampled / ${p}time.Duration(w.samples)
	}
	w.mu.Unlock()
	w.agent.write("sampled.wall", ${p}numbersText(facts))
	if len(stacks) == 0 && (w.pieces > 0 || !isLast) {
		return
	}
	name := "wall." + ${p}strconv.Itoa(w.pieces)
	w.pieces++
	times := []int64{now.Sub(begun).Milliseconds(), 0, begun.Sub(w.agent.start).Milliseconds()}
	w.agent.write(name+".times", ${p}numbersText(times))
	err := w.agent.save(name+".pb.gz", func(to ${p}io.Writer) error {
		b := ${p}Builder{strings: map[string]uint64{}, locations: map[string]uint64{}, functions: map[string]uint64{}}
		b.stringOf("")
		// A new one for each piece would be most of what the agent allocates.
		w.zip.Reset(to)
		if _, err := w.zip.Write(b.profile(stacks, begun, now.Sub(begun), period)); err != nil {
			return err
		}
		return w.zip.Close()
	})
	if err != nil {
		w.agent.fail("wall", err)
	}
}

func ${p}numbersText(numbers []int64) string {
	words := make([]string, len(numbers))
	for i, number := range numbers {
		words[i] = ${p}strconv.FormatInt(number, 10)
	}
	return ${p}strings.Join(words, " ")
}

${wallProfile(p)}
${wallIdle(p)}`;
}

function follower(p: string): string {
  return `func (w *${p}Wall) follow() {
	for {
		${p}time.Sleep(w.pause())
		if w.sample() {
			return
		}
		if w.count >= ${p}wallStacks {
			w.agent.mu.Lock()
			if !w.agent.isOver {
				w.agent.turnWall(false)
			}
			w.agent.mu.Unlock()
		}
	}
}
`;
}

function testFollower(p: string): string {
  return `// Runs in a goroutine of its own that ends at once.
func (w *${p}Wall) follow() {
	if !w.sample() {
		${p}time.AfterFunc(w.pause(), w.follow)
	}
}
`;
}

/** Reads the stacks of all goroutines, with their labels, as runtime/pprof does. */
function goroutineRecords(p: string, goMinor: number): string {
  const [name, record] = goMinor >= 23
    ? ['runtime.pprof_goroutineProfileWithLabels', 'struct{ Stack []uintptr }']
    : ['runtime/pprof.runtime_goroutineProfileWithLabels', `= ${p}runtime.StackRecord`];
  return `type ${p}Record ${record}

//go:linkname ${p}goroutines ${name}
func ${p}goroutines(records []${p}Record, labels []${p}unsafe.Pointer) (n int, ok bool)
`;
}

/** The labels of a goroutine, sorted. */
function labelReader(p: string, goMinor: number): string {
  const type = `type ${p}Label struct{ Key, Value string }
`;
  if (goMinor >= 24) {
    return `${type}
func ${p}labelsOf(set ${p}unsafe.Pointer) []${p}Label {
	if set == nil {
		return nil
	}
	return *(*[]${p}Label)(set)
}
`;
  }
  return `${type}
func ${p}labelsOf(set ${p}unsafe.Pointer) []${p}Label {
	if set == nil {
		return nil
	}
	var labels []${p}Label
	for key, value := range *(*map[string]string)(set) {
		labels = append(labels, ${p}Label{key, value})
	}
	${p}sort.Slice(labels, func(i, j int) bool { return labels[i].Key < labels[j].Key })
	return labels
}
`;
}
