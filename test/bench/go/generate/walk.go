package main

import "math/rand/v2"

const maxDepth = 160

// A walk through the program makes stacks. Consecutive stacks share most of their callers, as those of a service do.
type walk struct {
	random  *rand.Rand
	program *program
	// The sites of the last stack, root first, and the index of the function that each site calls.
	sites   []*site
	callees []int
	// The buffer for the result of next.
	stack []*site
}

func newWalk(random *rand.Rand, program *program) *walk {
	return &walk{random: random, program: program}
}

// next returns the next stack, leaf first. The slice is valid until the next call.
func (w *walk) next() []*site {
	shared := w.shared()
	w.sites, w.callees = w.sites[:shared], w.callees[:shared]
	callee := w.program.roots[w.likely(len(w.program.roots))]
	if shared > 0 {
		callee = w.callees[shared-1]
	}
	for depth := w.depth(shared); len(w.sites) < depth; {
		function := w.program.functions[callee]
		s := function.sites[w.likely(len(function.sites))]
		callee = s.callees[w.likely(len(s.callees))]
		w.sites, w.callees = append(w.sites, s), append(w.callees, callee)
	}
	w.stack = w.stack[:0]
	for i := len(w.sites) - 1; i >= 0; i-- {
		w.stack = append(w.stack, w.sites[i])
	}
	return w.stack
}

// likely returns a number in [0, n), most often a small one: a program spends most of its time on few of its lines.
func (w *walk) likely(n int) int {
	return min(w.random.IntN(n), w.random.IntN(n), w.random.IntN(n), w.random.IntN(n))
}

// shared returns the number of outermost calls that the next stack shares with the last one.
func (w *walk) shared() int {
	last := len(w.sites)
	if last == 0 || w.random.IntN(200) == 0 {
		return 0
	}
	if w.random.IntN(10) == 0 {
		return w.random.IntN(last)
	}
	return max(0, last-1-int(w.random.ExpFloat64()*3))
}

func (w *walk) depth(shared int) int {
	usual := 14 + int(w.random.ExpFloat64()*9)
	return min(maxDepth, max(shared+1+w.random.IntN(3), usual))
}
