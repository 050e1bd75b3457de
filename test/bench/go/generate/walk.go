package main

import "math/rand/v2"

const deepest = 160

// A walk through the program. Stacks that follow one another share most of their callers, as a service's do.
type walk struct {
	random  *rand.Rand
	program *program
	// The last stack, root first: where it went, and the function that each step left for.
	sites   []*site
	callees []int
	stack   []*site
}

func newWalk(random *rand.Rand, program *program) *walk {
	return &walk{random: random, program: program}
}

// The next stack, leaf first. Valid until the next call.
func (w *walk) next() []*site {
	kept := w.shared()
	w.sites, w.callees = w.sites[:kept], w.callees[:kept]
	at := w.program.roots[w.likely(len(w.program.roots))]
	if kept > 0 {
		at = w.callees[kept-1]
	}
	for depth := w.depth(kept); len(w.sites) < depth; {
		function := w.program.functions[at]
		step := function.sites[w.likely(len(function.sites))]
		at = step.callees[w.likely(len(step.callees))]
		w.sites, w.callees = append(w.sites, step), append(w.callees, at)
	}
	w.stack = w.stack[:0]
	for i := len(w.sites) - 1; i >= 0; i-- {
		w.stack = append(w.stack, w.sites[i])
	}
	return w.stack
}

// One of n, most often one of the first: a program spends most of its time on few of its lines.
func (w *walk) likely(n int) int {
	return min(w.random.IntN(n), w.random.IntN(n), w.random.IntN(n), w.random.IntN(n))
}

// How many of the last stack's outermost calls the next one keeps.
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

func (w *walk) depth(kept int) int {
	usual := 14 + int(w.random.ExpFloat64()*9)
	return min(deepest, max(kept+1+w.random.IntN(3), usual))
}
