/** How many rows the agent writes before it halves them. */
const MAX_ROWS = 3000;

/** The first column of a metric, counted without the time. */
const FIRST_METRIC = 4;

/**
 * The part of the agent that reads the runtime's own figures ten times a second, into `figures.N` of its run folder:
 *
 *     time max:own max:ownNotInGo last:cpu max:goroutines max:/gc/heap/goal:bytes … hist:/sched/latencies:seconds
 *     buckets /sched/latencies:seconds -Inf 0 6.4e-08 … +Inf
 *     100 4 2 0.012345 5 4194304 … 12:3,15:1
 *
 * The first line names the columns: the time in milliseconds since the agent began, the agent's own goroutines and
 * those of them that are not in Go code, the process's CPU time in seconds, all goroutines but the runtime's, and those
 * metrics of package runtime/metrics that this Go has. A word before each name says how rows are made one: `max` is the
 * highest reading since the row before, `last` the last one, and `hist` has how many values were added to each bucket.
 * When there are `maxRows` rows, every two become one in a file with the next number, and from then on a row covers
 * twice the time, so a program that runs for days has no more.
 */
export function agentFigures(p: string, goos: string, maxRows = MAX_ROWS): string {
  return `type ${p}Figures struct {
	mu      ${p}sync.Mutex
	agent   *${p}Agent
	file    *${p}os.File // nil when nothing more is written
	number  int        // of the file
	samples []${p}metrics.Sample
	rules   []byte // of the columns after the time: 'm' for max, 'l' for last, 'h' for hist
	highest []float64
	before  [][]uint64 // the counts of each histogram at the last row
	line    []byte
	rows    int
	ticks   int
	every   int // how many ticks make a row
}

func (a *${p}Agent) newFigures() *${p}Figures {
	f := &${p}Figures{agent: a, every: 1, rules: []byte("mmlm")}
	known := map[string]bool{}
	for _, each := range ${p}metrics.All() {
		known[each.Name] = true
	}
	f.line = append(f.line, "time max:own max:ownNotInGo last:cpu max:goroutines"...)
	add := func(rule string, names ...string) {
		for _, name := range names {
			if known[name] {
				f.samples = append(f.samples, ${p}metrics.Sample{Name: name})
				f.rules = append(f.rules, rule[0])
				f.line = append(append(append(append(f.line, ' '), rule...), ':'), name...)
				return
			}
		}
	}
	for _, name := range []string{
		"/memory/classes/heap/objects:bytes", "/gc/heap/live:bytes", "/gc/heap/goal:bytes",
		"/sched/gomaxprocs:threads", "/sched/goroutines/running:goroutines",
		"/sched/goroutines/runnable:goroutines", "/sched/goroutines/not-in-go:goroutines",
	} {
		add("max", name)
	}
	for _, name := range []string{
		"/gc/cycles/total:gc-cycles", "/cpu/classes/gc/total:cpu-seconds",
		"/cpu/classes/gc/mark/idle:cpu-seconds", "/cpu/classes/total:cpu-seconds",
	} {
		add("last", name)
	}
	add("hist", "/sched/pauses/total/gc:seconds", "/gc/pauses:seconds")
	add("hist", "/sched/latencies:seconds")
	f.line = append(f.line, '\\n')
	f.highest = make([]float64, len(f.rules))
	f.before = make([][]uint64, len(f.rules))
	${p}metrics.Read(f.samples)
	for i, sample := range f.samples {
		if f.rules[i+${FIRST_METRIC}] != 'h' {
			continue
		}
		histogram := sample.Value.Float64Histogram()
		f.before[i+${FIRST_METRIC}] = append([]uint64(nil), histogram.Counts...)
		f.line = append(append(f.line, "buckets "...), sample.Name...)
		for _, bound := range histogram.Buckets {
			f.line = ${p}strconv.AppendFloat(append(f.line, ' '), bound, 'g', -1, 64)
		}
		f.line = append(f.line, '\\n')
	}
	f.file = f.open(".0", ${p}os.O_RDWR)
	f.write()
	return f
}

func (f *${p}Figures) open(name string, how int) *${p}os.File {
	file, err := ${p}os.OpenFile(f.agent.dir+"/figures"+name, how|${p}os.O_CREATE|${p}os.O_TRUNC, 0600)
	if err != nil {
		return nil
	}
	return file
}

func (f *${p}Figures) write() {
	if f.file == nil {
		return
	}
	if _, err := f.file.Write(f.line); err != nil {
		f.close()
	}
}

func (f *${p}Figures) close() {
	if f.file != nil {
		f.file.Close()
	}
	f.file = nil
}

// Reads the figures. The last reading, when the program ends, is a row in any case.
func (f *${p}Figures) read(isLast bool) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		return
	}
	${p}metrics.Read(f.samples)
	own, notInGo := f.agent.ownGoroutines()
	f.raise(0, float64(own))
	f.raise(1, float64(notInGo))
	f.raise(3, float64(${p}runtime.NumGoroutine()))
	for i, sample := range f.samples {
		if f.rules[i+${FIRST_METRIC}] == 'm' {
			f.raise(i+${FIRST_METRIC}, ${p}valueOf(sample))
		}
	}
	f.ticks++
	if f.ticks < f.every && !isLast {
		return
	}
	f.ticks = 0
	f.row()
	f.write()
	if isLast {
		f.close()
	} else if f.rows++; f.rows >= ${maxRows} {
		f.halve()
	}
}

func (f *${p}Figures) raise(column int, value float64) {
	if f.ticks == 0 || value > f.highest[column] {
		f.highest[column] = value
	}
}

func ${p}valueOf(sample ${p}metrics.Sample) float64 {
	switch sample.Value.Kind() {
	case ${p}metrics.KindUint64:
		return float64(sample.Value.Uint64())
	case ${p}metrics.KindFloat64:
		return sample.Value.Float64()
	}
	return 0
}

func (f *${p}Figures) row() {
	f.line = ${p}strconv.AppendInt(f.line[:0], ${p}time.Since(f.agent.start).Milliseconds(), 10)
	for i, rule := range f.rules {
		f.line = append(f.line, ' ')
		switch {
		case i == 2:
			f.line = ${p}strconv.AppendFloat(f.line, ${p}usedCPU(), 'f', 6, 64)
		case rule == 'm':
			f.line = ${p}appendFigure(f.line, f.highest[i])
		case rule == 'l':
			f.line = ${p}appendFigure(f.line, ${p}valueOf(f.samples[i-${FIRST_METRIC}]))
		default:
			f.appendAdded(i)
		}
	}
	f.line = append(f.line, '\\n')
}

// Integers have no decimals, and seconds have six.
func ${p}appendFigure(line []byte, value float64) []byte {
	if value == float64(int64(value)) {
		return ${p}strconv.AppendInt(line, int64(value), 10)
	}
	return ${p}strconv.AppendFloat(line, value, 'f', 6, 64)
}

// Appends what was added to a histogram since the last row.
func (f *${p}Figures) appendAdded(column int) {
	length := len(f.line)
	for i, count := range f.samples[column-${FIRST_METRIC}].Value.Float64Histogram().Counts {
		if added := count - f.before[column][i]; added != 0 {
			f.before[column][i] = count
			f.appendBucket(uint64(i), added)
		}
	}
	if len(f.line) == length {
		f.line = append(f.line, '-')
	}
}

func (f *${p}Figures) appendBucket(bucket, count uint64) {
	if last := f.line[len(f.line)-1]; last != ' ' {
		f.line = append(f.line, ',')
	}
	f.line = append(${p}strconv.AppendUint(f.line, bucket, 10), ':')
	f.line = ${p}strconv.AppendUint(f.line, count, 10)
}

// Writes the rows into the next file, two as one.
func (f *${p}Figures) halve() {
	name := "." + ${p}strconv.Itoa(f.number+1)
	next := f.open(name+".tmp", ${p}os.O_RDWR)
	if next == nil {
		f.close()
		return
	}
	rows, err := f.writeHalf(next)
	before := f.agent.dir + "/figures."
	f.close()
	if err == nil {
		err = ${p}os.Rename(before+name[1:]+".tmp", before+name[1:])
	}
	if err != nil {
		next.Close()
		${p}os.Remove(before + name[1:] + ".tmp")
		return
	}
	${p}os.Remove(before + ${p}strconv.Itoa(f.number))
	f.file, f.rows, f.number, f.every = next, rows, f.number+1, f.every*2
}

func (f *${p}Figures) writeHalf(next *${p}os.File) (rows int, err error) {
	if _, err = f.file.Seek(0, 0); err != nil {
		return 0, err
	}
	// The line of buckets is the longest.
	in := ${p}bufio.NewReaderSize(f.file, 1<<14)
	out := ${p}bufio.NewWriter(next)
	var first []byte
	hasFirst := false
	for {
		line, err := in.ReadSlice('\\n')
		if err == ${p}io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
		if line[0] < '0' || line[0] > '9' {
			out.Write(line)
			continue
		}
		if hasFirst = !hasFirst; hasFirst {
			first = append(first[:0], line...)
			continue
		}
		f.merge(first[:len(first)-1], line[:len(line)-1])
		out.Write(f.line)
		rows++
	}
	if hasFirst {
		out.Write(first)
		rows++
	}
	return rows, out.Flush()
}

// Makes two rows one, in line.
func (f *${p}Figures) merge(a, b []byte) {
	_, a = ${p}cut(a, ' ')
	time, b := ${p}cut(b, ' ')
	f.line = append(f.line[:0], time...)
	for _, rule := range f.rules {
		var x, y []byte
		x, a = ${p}cut(a, ' ')
		y, b = ${p}cut(b, ' ')
		f.line = append(f.line, ' ')
		switch rule {
		case 'm':
			if ${p}number(x) > ${p}number(y) {
				y = x
			}
			f.line = append(f.line, y...)
		case 'l':
			f.line = append(f.line, y...)
		default:
			f.mergeAdded(x, y)
		}
	}
	f.line = append(f.line, '\\n')
}

func (f *${p}Figures) mergeAdded(x, y []byte) {
	if len(x) == 1 {
		x = nil
	}
	if len(y) == 1 {
		y = nil
	}
	if len(x)+len(y) == 0 {
		f.line = append(f.line, '-')
	}
	for len(x)+len(y) > 0 {
		i, m, restX := ${p}bucket(x)
		j, n, restY := ${p}bucket(y)
		switch {
		case len(y) == 0 || len(x) > 0 && i < j:
			f.appendBucket(i, m)
			x = restX
		case len(x) == 0 || j < i:
			f.appendBucket(j, n)
			y = restY
		default:
			f.appendBucket(i, m+n)
			x, y = restX, restY
		}
	}
}

// The first of buckets such as 12:3,15:1, and the others.
func ${p}bucket(list []byte) (bucket, count uint64, others []byte) {
	first, others := ${p}cut(list, ',')
	index, value := ${p}cut(first, ':')
	return ${p}number(index), ${p}number(value), others
}

func ${p}cut(text []byte, at byte) (before, after []byte) {
	for i, c := range text {
		if c == at {
			return text[:i], text[i+1:]
		}
	}
	return text, nil
}

// The digits of a text as a number.
func ${p}number(text []byte) (n uint64) {
	for _, c := range text {
		if '0' <= c && c <= '9' {
			n = n*10 + uint64(c-'0')
		}
	}
	return n
}

// The goroutines that the agent has now: those that it started, with the writer of its trace, and those that are not in
// Go code: the writer of the CPU profile, and the one that passes signals on, unless the program has that one anyway.
func (a *${p}Agent) ownGoroutines() (n, notInGo int) {
	n = 2
	if a.has("wall") {
		n++
	}
	if ${p}isTracing.Load() {
		n++
	}
	if a.has("cpu") {
		notInGo++
	}
	if !${p}usesSignals() {
		notInGo++
	}
	return n + notInGo, notInGo
}

${goos === 'windows' ? windowsCpu(p) : posixCpu(p)}`;
}

/** The CPU time of the process, in seconds. */
function posixCpu(p: string): string {
  return `func ${p}usedCPU() float64 {
	var used ${p}syscall.Rusage
	if ${p}syscall.Getrusage(${p}syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
`;
}

function windowsCpu(p: string): string {
  return `func ${p}usedCPU() float64 {
	process, err := ${p}syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var created, exited, kernel, user ${p}syscall.Filetime
	if ${p}syscall.GetProcessTimes(process, &created, &exited, &kernel, &user) != nil {
		return 0
	}
	ticks := func(t ${p}syscall.Filetime) float64 { return float64(uint64(t.HighDateTime)<<32 | uint64(t.LowDateTime)) }
	return (ticks(kernel) + ticks(user)) / 1e7
}
`;
}
