import { wallIdle } from './wallIdle';

/** Goroutines above which nothing is sampled. */
export const MAX_GOROUTINES = 10_000;

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
 * @param hasPieces whether it is written in pieces; if not, once, at the end
 */
export function agentWall(p: string, goMinor: number, hasPieces: boolean): string {
  return `${goroutineRecords(p, goMinor)}
${labelReader(p, goMinor)}
//go:linkname ${p}symbolName runtime/pprof.runtime_FrameSymbolName
func ${p}symbolName(*${p}runtime.Frame) string

//go:linkname ${p}startLine runtime/pprof.runtime_FrameStartLine
func ${p}startLine(*${p}runtime.Frame) int

const ${p}wallTime = ${p}time.Second / ${WALL_RATE}

// Stacks in a piece, so that one of very many goroutines does not need much memory.
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
	count   int
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
}

func (a *${p}Agent) beginWall() {
	now := ${p}time.Now()
	a.wall = &${p}Wall{agent: a, stacks: map[uint64]*${p}Stack{}, begun: now, last: now, random: uint64(now.UnixNano()) | 1}
	a.wall.zip, _ = ${p}gzip.NewWriterLevel(nil, ${p}gzip.BestSpeed)
	go a.wall.follow()
}

// Ends a piece. Call with the agent's mu locked.
func (a *${p}Agent) turnWall(isLast bool) {
	if a.wall != nil${hasPieces ? '' : ' && isLast'} {
		a.wall.turn(isLast)
	}
}

func (w *${p}Wall) follow() {
	frames := 0
	for {
		// More often at first, for programs that end soon.
		usual := ${p}min(${p}max(${p}time.Since(w.agent.start)/20, ${p}time.Millisecond), ${p}wallTime)
		interval := ${p}max(${p}time.Duration(frames)*${FRAME_NANOS}, usual)
		w.random ^= w.random << 13
		w.random ^= w.random >> 7
		w.random ^= w.random << 17
		${p}time.Sleep(interval/2 + ${p}time.Duration(w.random%uint64(interval)))
		var stacks int
		if frames, stacks = w.sample(); frames < 0 {
			return
		}
		if stacks >= ${p}wallStacks {
			w.agent.mu.Lock()
			if !w.agent.isOver {
				w.agent.turnWall(false)
			}
			w.agent.mu.Unlock()
		}
	}
}

// Takes a sample of all goroutines. Returns how many frames it has, -1 if it was the last one, and how many stacks the
// piece has.
func (w *${p}Wall) sample() (frames, stacks int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isOver {
		return -1, 0
	}
	now := ${p}time.Now()
	passed := now.Sub(w.last)
	w.last = now
	n := ${p}runtime.NumGoroutine()
	if n > w.most {
		w.most = n
	}
	if n > ${MAX_GOROUTINES} {
		w.missed += passed
		return 0, w.count
	}
	n = w.read(n)
	if n == 0 {
		w.missed += passed
		return 0, w.count
	}
	for i := 0; i < n; i++ {
		pcs := w.records[i].Stack${goMinor >= 23 ? '' : '()'}
		frames += len(pcs) + ${FRAMES_OF_GOROUTINE}
		w.add(pcs, ${p}labelsOf(w.labels[i]), passed.Nanoseconds())
		w.labels[i] = nil
	}
	w.samples++
	w.sampled += passed
	return frames, w.count
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
	w.count++
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
	facts := []int64{w.missed.Milliseconds(), w.sampled.Milliseconds(), w.samples, int64(w.most)}
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

${profileWriter(p)}
${wallIdle(p)}`;
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

/** Writes stacks as a profile. Its numbers are those of profile.proto. */
function profileWriter(p: string): string {
  return `type ${p}Proto []byte

func (b *${p}Proto) varint(x uint64) {
	for ; x >= 128; x >>= 7 {
		*b = append(*b, byte(x)|128)
	}
	*b = append(*b, byte(x))
}

func (b *${p}Proto) number(field int, x uint64) {
	b.varint(uint64(field) << 3)
	b.varint(x)
}

func (b *${p}Proto) message(field int, data []byte) {
	b.varint(uint64(field)<<3 | 2)
	b.varint(uint64(len(data)))
	*b = append(*b, data...)
}

func (b *${p}Proto) numbers(field int, all []uint64) {
	var packed ${p}Proto
	for _, x := range all {
		packed.varint(x)
	}
	b.message(field, packed)
}

type ${p}Builder struct {
	${p}Proto
	strings, locations, functions map[string]uint64
	texts                         []string
}

func (b *${p}Builder) profile(stacks map[uint64]*${p}Stack, begun ${p}time.Time, duration, period ${p}time.Duration) []byte {
	wall := b.valueType("wall", "nanoseconds")
	for _, valueType := range [][]byte{b.valueType("samples", "count"), wall, b.valueType("wall_all", "nanoseconds")} {
		b.message(1, valueType)
	}
	for _, s := range stacks {
		for ; s != nil; s = s.next {
			b.sample(s)
		}
	}
	b.number(9, uint64(begun.UnixNano()))
	b.number(10, uint64(duration.Nanoseconds()))
	b.message(11, wall)
	b.number(12, uint64(period.Nanoseconds()))
	b.number(14, b.stringOf("wall"))
	for _, text := range b.texts {
		b.message(6, []byte(text))
	}
	return b.${p}Proto
}

func (b *${p}Builder) valueType(name, unit string) []byte {
	var data ${p}Proto
	data.number(1, b.stringOf(name))
	data.number(2, b.stringOf(unit))
	return data
}

func (b *${p}Builder) stringOf(text string) uint64 {
	index, ok := b.strings[text]
	if !ok {
		index = uint64(len(b.texts))
		b.strings[text] = index
		b.texts = append(b.texts, text)
	}
	return index
}

func (b *${p}Builder) sample(s *${p}Stack) {
	var all []${p}runtime.Frame
	var names []string
	frames := ${p}runtime.CallersFrames(s.pcs)
	for more := true; more; {
		var frame ${p}runtime.Frame
		if frame, more = frames.Next(); frame.PC != 0 {
			all, names = append(all, frame), append(names, ${p}symbolName(&frame))
		}
	}
	// As in the profiles of runtime/pprof.
	if n := len(names); n > 0 && names[n-1] == "runtime.goexit" {
		all, names = all[:n-1], names[:n-1]
	}
	if ${p}isOwn(names) {
		return
	}
	isIdle := ${p}isIdle(names)
	// How the runtime waits is of no interest: the first frame says for what.
	for len(names) > 1 && ${p}parks(names[0]) {
		all, names = all[1:], names[1:]
	}
	var ids []uint64
	for from, to := 0, 0; to < len(all); to++ {
		// Calls that are inlined have no function of their own, and share the location of their caller.
		if all[to].Func != nil || to == len(all)-1 {
			ids = append(ids, b.location(all[from:to+1], names[from:to+1]))
			from = to + 1
		}
	}
	var data ${p}Proto
	data.numbers(1, ids)
	values := []uint64{uint64(s.count), uint64(s.nanos), uint64(s.nanos)}
	if isIdle {
		values[0], values[1] = 0, 0
	}
	data.numbers(2, values)
	for _, label := range s.labels {
		var pair ${p}Proto
		pair.number(1, b.stringOf(label.Key))
		pair.number(2, b.stringOf(label.Value))
		data.message(3, pair)
	}
	b.message(2, data)
}

func (b *${p}Builder) location(frames []${p}runtime.Frame, names []string) uint64 {
	var key ${p}Proto
	for _, frame := range frames {
		key.varint(uint64(frame.PC))
	}
	id, ok := b.locations[string(key)]
	if ok {
		return id
	}
	id = uint64(len(b.locations) + 1)
	b.locations[string(key)] = id
	var data ${p}Proto
	data.number(1, id)
	data.number(3, uint64(frames[0].PC))
	for i := range frames {
		var line ${p}Proto
		line.number(1, b.function(&frames[i], names[i]))
		line.number(2, uint64(frames[i].Line))
		data.message(4, line)
	}
	b.message(4, data)
	return id
}

func (b *${p}Builder) function(frame *${p}runtime.Frame, name string) uint64 {
	id, ok := b.functions[name]
	if ok {
		return id
	}
	id = uint64(len(b.functions) + 1)
	b.functions[name] = id
	var data ${p}Proto
	data.number(1, id)
	data.number(2, b.stringOf(name))
	data.number(3, b.stringOf(name))
	data.number(4, b.stringOf(frame.File))
	data.number(5, uint64(${p}startLine(frame)))
	b.message(5, data)
	return id
}
`;
}
