// Package busywork spends time and memory in every way that a profile must tell apart.
package busywork

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Number is the constraint of the generic functions below.
type Number interface{ ~int | ~int64 | ~float64 }

// Sum is generic: each shape of T gets its own copy of the function with the same lines.
func Sum[T Number](values []T) (total T) {
	for _, v := range values {
		total += square(v)
	}
	return total
}

func square[T Number](v T) T { return v * v }

// Map is generic and takes a closure.
func Map[T, U any](values []T, f func(T) U) []U {
	out := make([]U, 0, len(values))
	for _, v := range values {
		out = append(out, f(v))
	}
	return out
}

// Stack is a generic type with methods.
type Stack[T any] struct{ items []T }

// Push grows the stack.
func (s *Stack[T]) Push(v T) { s.items = append(s.items, v) }

// Pop is small enough to be inlined.
func (s *Stack[T]) Pop() (v T) {
	last := len(s.items) - 1
	v, s.items = s.items[last], s.items[:last]
	return v
}

// Runner has a method that passes closures to generic functions.
type Runner struct{ seed int }

// Numbers calls a closure that is defined in a method and inlined into a generic function.
func (r *Runner) Numbers(n int) []string {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = (i * r.seed) % 1009
	}
	slices.SortFunc(numbers, func(a, b int) int { return descending(a, b) })
	return Map(numbers, func(v int) string { return fmt.Sprint(v, r.seed) })
}

func descending(a, b int) int { return b - a }

// Fib is recursive.
func Fib(n int) int {
	if n < 2 {
		return n
	}
	left := Fib(n - 1)
	return left +
		Fib(n-2)
}

// IsEven and isOdd call each other.
func IsEven(n int) bool {
	if n == 0 {
		return true
	}
	return isOdd(n - 1)
}

//go:noinline
func isOdd(n int) bool {
	if n == 0 {
		return false
	}
	return IsEven(n - 1)
}

// Tree is a recursive type.
type Tree struct {
	Left, Right *Tree
	Label       string
}

// Grow allocates a tree.
func Grow(depth int) *Tree {
	if depth == 0 {
		return &Tree{Label: strings.Repeat("leaf", 3)}
	}
	return &Tree{
		Left:  Grow(depth - 1),
		Right: Grow(depth - 1),
	}
}

// Words has several statements on one line.
func Words(n int) (total uint64) {
	for i := range n {
		func() { h := fnv.New64a(); fmt.Fprint(h, i); total += h.Sum64() }()
	}
	return total
}

// Compute calls everything above that costs time or memory.
func Compute(n int) int {
	values := make([]float64, 64*n)
	for i := range values {
		values[i] = float64(i)
	}
	total := int(Sum(values)) % 7
	total += Sum([]int{n, n + 1})
	stack := new(Stack[int])
	for i := range 200 * n {
		stack.Push(i)
	}
	for range 100 * n {
		total += stack.Pop() % 3
	}
	runner := Runner{seed: 17}
	total += len(runner.Numbers(20 * n))
	total += Fib(14)
	if IsEven(200 * n) {
		total++
	}
	total += int(Words(10*n) % 5)
	kept := Grow(6)
	_ = kept.Left.Label
	return total + Generated(n)
}

// Contend lets goroutines wait for a mutex and for a channel. At least one of them waits for the mutex.
func Contend(workers, rounds int) int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	total := 0
	results := make(chan int)
	mu.Lock()
	for w := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for r := range rounds {
				mu.Lock()
				total += Fib(12) + r
				mu.Unlock()
			}
			results <- w
		}()
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	untilOneWaits()
	mu.Unlock()
	for w := range results {
		total += w
	}
	return total
}

// stacks is not on the heap, so it costs nothing in heap profiles.
var stacks [1 << 16]byte

// untilOneWaits returns once a goroutine waits for a mutex.
func untilOneWaits() {
	for !bytes.Contains(stacks[:runtime.Stack(stacks[:], true)], []byte("[sync.Mutex.Lock")) {
		runtime.Gosched()
	}
}
