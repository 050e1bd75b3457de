package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"linecost.test/bench/wire"
)

// An allocation has the values and labels of a sample.
type allocation struct {
	objects, size, inUse int64
	// -1 means no label.
	tenant int
}

func newAllocation(random *rand.Rand) allocation {
	a := allocation{objects: 1 + int64(random.ExpFloat64()*40), size: 8 << random.IntN(13), tenant: -1}
	if random.IntN(3) == 0 {
		a.inUse = 1 + random.Int64N(a.objects)
	}
	if random.IntN(2) == 0 {
		a.tenant = random.IntN(500)
	}
	return a
}

// A writer encodes a profile. The numbers in its calls are field numbers of profile.proto.
type writer struct {
	to        io.Writer
	err       error
	program   *program
	strings   map[string]int64
	table     []string
	locations uint64
	// Whether a location refers to the function, by index.
	referenced []bool
	// Buffers.
	ids     []uint64
	values  []int64
	space   []byte
	message wire.Message
}

func newWriter(to io.Writer, program *program) *writer {
	referenced := make([]bool, len(program.functions))
	w := &writer{to: to, program: program, strings: map[string]int64{}, referenced: referenced}
	w.text("")
	return w
}

func (w *writer) header() {
	for _, name := range []string{"alloc_objects", "alloc_space", "inuse_objects", "inuse_space"} {
		unit := "bytes"
		if name[len(name)-1] == 's' {
			unit = "count"
		}
		w.field(1, w.valueType(name, unit))
	}
	var mapping wire.Message
	mapping.Varint(1, 1)
	mapping.Varint(2, 0x400000)
	mapping.Varint(3, 0x4000000)
	mapping.Varint(5, w.text("/app/shop"))
	mapping.Varint(7, 1)
	w.field(3, mapping)
	w.field(11, w.valueType("space", "bytes"))
	w.scalar(12, 512<<10)
	// The default sample type of `go test -memprofile` and /debug/pprof/allocs.
	w.scalar(14, w.text("alloc_space"))
	w.scalar(9, 1_700_000_000_000_000_000)
}

func (w *writer) sample(stack []*site, a allocation) {
	w.ids = w.ids[:0]
	for _, s := range stack {
		w.ids = append(w.ids, w.location(s))
	}
	w.values = append(w.values[:0], a.objects, a.objects*a.size, a.inUse, a.inUse*a.size)
	w.message = w.message[:0]
	w.space = wire.Packed(&w.message, 1, w.ids, w.space)
	w.space = wire.Packed(&w.message, 2, w.values, w.space)
	if a.tenant >= 0 {
		var label wire.Message
		label.Varint(1, w.text("tenant"))
		label.Varint(2, w.text(fmt.Sprintf("tenant-%03d", a.tenant)))
		w.message.Bytes(3, label)
	}
	var label wire.Message
	label.Varint(1, w.text("bytes"))
	label.Varint(3, a.size)
	w.message.Bytes(3, label)
	w.field(2, w.message)
}

// location returns the ID of a site's location, which it writes if no sample needed it before.
func (w *writer) location(s *site) uint64 {
	if s.id != 0 {
		return s.id
	}
	w.locations++
	s.id = w.locations
	var location wire.Message
	location.Varint(1, int64(s.id))
	location.Varint(2, 1)
	location.Varint(3, int64(0x401000+s.id*37))
	for _, inner := range s.inlined {
		w.line(&location, inner.function, inner.line)
	}
	w.line(&location, s.function, s.line)
	w.field(4, location)
	return s.id
}

func (w *writer) line(location *wire.Message, function int, number int64) {
	w.referenced[function] = true
	var line wire.Message
	line.Varint(1, int64(function+1))
	line.Varint(2, number)
	location.Bytes(4, line)
}

func (w *writer) tables() {
	for i, function := range w.program.functions {
		if !w.referenced[i] {
			continue
		}
		var message wire.Message
		message.Varint(1, int64(i+1))
		message.Varint(2, w.text(function.name))
		message.Varint(3, w.text(function.name))
		message.Varint(4, w.text(function.file))
		message.Varint(5, function.startLine)
		w.field(5, message)
	}
	for _, text := range w.table {
		w.field(6, []byte(text))
	}
}

func (w *writer) valueType(name, unit string) wire.Message {
	var message wire.Message
	message.Varint(1, w.text(name))
	message.Varint(2, w.text(unit))
	return message
}

// text returns the index of a string in the string table, to which it adds a new string.
func (w *writer) text(value string) int64 {
	index, known := w.strings[value]
	if !known {
		index = int64(len(w.table))
		w.strings[value] = index
		w.table = append(w.table, value)
	}
	return index
}

func (w *writer) field(number int, content []byte) {
	w.space = w.space[:0]
	whole := wire.Message(w.space)
	whole.Bytes(number, content)
	w.write(whole)
	w.space = whole
}

func (w *writer) scalar(number int, value int64) {
	var whole wire.Message
	whole.Varint(number, value)
	w.write(whole)
}

func (w *writer) write(bytes []byte) {
	if w.err == nil {
		_, w.err = w.to.Write(bytes)
	}
}
