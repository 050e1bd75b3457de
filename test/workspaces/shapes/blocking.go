package shapes

import (
	"sync"
	"time"
)

// Counter is shared by several goroutines.
type Counter struct {
	mu     sync.Mutex
	counts map[string]int
}

// Add holds the lock while it works.
func (c *Counter) Add(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts = map[string]int{}
	}
	for range 100 {
		c.counts[key]++
	}
}

// Registry has a lock for several readers or one writer.
type Registry struct {
	mu    sync.RWMutex
	names []string
}

// Register stores the name, with the lock for writing.
func (r *Registry) Register(name string) {
	r.mu.Lock()
	r.names = append(r.names[:0], name)
	Fib(12)
	r.mu.Unlock()
}

// Lookup uses the lock for reading.
func (r *Registry) Lookup() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.names) + Fib(10)
}

// Contend lets workers wait for the same locks.
func Contend(workers, rounds int) {
	var counter Counter
	var registry Registry
	inParallel(workers, func() {
		for range rounds {
			counter.Add("key")
			registry.Register("name")
			registry.Lookup()
		}
	})
}

// Pipeline passes values from goroutine to goroutine; each waits for the next.
func Pipeline(values int) int {
	numbers := make(chan int)
	squares := make(chan int, 1)
	go func() {
		defer close(numbers)
		for i := range values {
			numbers <- i
		}
	}()
	go func() {
		defer close(squares)
		for n := range numbers {
			squares <- n * n
		}
	}()
	sum := 0
	for square := range squares {
		sum += square
	}
	return sum
}

// Wait blocks in a select, on a timer and on a wait group.
func Wait(rounds int) {
	for range rounds {
		done := make(chan struct{})
		inParallel(2, func() {
			select {
			case <-done:
			case <-time.After(time.Millisecond):
			}
		})
		close(done)
	}
}

func inParallel(workers int, work func()) {
	var group sync.WaitGroup
	for range workers {
		group.Add(1)
		go func() {
			defer group.Done()
			work()
		}()
	}
	group.Wait()
}
