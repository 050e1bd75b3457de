/** The agent's Go code that writes the stacks of a wall profile. Its numbers are those of profile.proto. */
export function wallProfile(p: string): string {
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
