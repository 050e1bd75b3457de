// Command watched serves profiles and does what its flags say, so that a watch of it finds what grows.
package main

import (
	"flag"
	"fmt"
	"math"
	"net"
	"net/http"
	_ "net/http/pprof"
	"runtime"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"
)

var (
	address    = flag.String("address", "127.0.0.1:0", "where it listens")
	leak       = flag.Int("leak", 0, "bytes per second that stay in a map")
	goroutines = flag.Int("goroutines", 0, "goroutines per second that wait forever")
	garbage    = flag.Int("garbage", 0, "bytes per second that become garbage")
	spin       = flag.Duration("spin", 0, "CPU time per second")
	cache      = flag.Int("cache", 0, "bytes of a cache that is filled within a second, and then replaced")
	waiting    = flag.Int("waiting", 0, "goroutines that wait from the start")
	asked      = flag.Bool("asked", false, "works only when asked at /work?seconds=N, without taking that long")
)

const (
	tick  = 20 * time.Millisecond
	ticks = int(time.Second / tick)
	chunk = 4 << 10
	// Of the stacks of waiting goroutines.
	depths = 20
)

var (
	sessions = map[int][]byte{}
	cached   [][]byte
	sink     []byte
	never    = make(chan int)
)

func main() {
	flag.Parse()
	l, err := net.Listen("tcp", *address)
	if err != nil {
		panic(err)
	}
	for i := range *waiting {
		go waitBelow(i % depths)
	}
	http.HandleFunc("/work", workAsked)
	http.HandleFunc("/pauses", tellPauses)
	fmt.Println(l.Addr())
	if !*asked {
		go work()
	}
	panic(http.Serve(l, nil))
}

func work() {
	var each worker
	for range time.Tick(tick) {
		each.step()
	}
}

type worker struct{ left, waiting, used int }

// step does the work of a tick.
func (w *worker) step() {
	for w.left += *leak / ticks; w.left >= chunk; w.left -= chunk {
		remember()
	}
	for w.waiting += *goroutines; w.waiting >= ticks; w.waiting -= ticks {
		go waitForever(never)
	}
	for made := 0; made < *garbage/ticks; made += chunk {
		waste()
	}
	if *cache > 0 {
		fill(w.used)
		w.used++
	}
	burn(*spin / time.Duration(ticks))
}

var (
	mu        sync.Mutex
	simulated struct {
		worker
		sinceCollection int
	}
	pauses []uint64
)

// workAsked does the work of some seconds, and collects garbage every two minutes of them, as the runtime does.
func workAsked(_ http.ResponseWriter, r *http.Request) {
	mu.Lock()
	defer mu.Unlock()
	seconds, _ := strconv.Atoi(r.FormValue("seconds"))
	for range seconds {
		for range ticks {
			simulated.step()
		}
		if simulated.sinceCollection++; simulated.sinceCollection == 120 {
			simulated.sinceCollection = 0
			runtime.GC()
		}
	}
}

// tellPauses prints how often the world was stopped since it was asked before, but not to collect garbage, and for how
// many seconds: the median, and the longest.
func tellPauses(w http.ResponseWriter, _ *http.Request) {
	mu.Lock()
	defer mu.Unlock()
	sample := []metrics.Sample{{Name: "/sched/pauses/total/other:seconds"}}
	metrics.Read(sample)
	h := sample[0].Value.Float64Histogram()
	counts := append([]uint64(nil), h.Counts...)
	all := uint64(0)
	for i, n := range pauses {
		counts[i] -= n
	}
	for _, n := range counts {
		all += n
	}
	pauses = append([]uint64(nil), h.Counts...)
	fmt.Fprintln(w, all, within(h.Buckets, counts, (all+1)/2), within(h.Buckets, counts, all))
}

// within returns the seconds that the n shortest pauses do not exceed.
func within(buckets []float64, counts []uint64, n uint64) float64 {
	below := uint64(0)
	for i, count := range counts {
		if below += count; below >= n && n > 0 {
			return math.Min(buckets[i+1], 1e3)
		}
	}
	return 0
}

// waitBelow waits below some frames, since stacks are that deep in services.
//
//go:noinline
func waitBelow(depth int) {
	if depth > 0 {
		waitBelow(depth - 1)
		return
	}
	<-never
}

//go:noinline
func remember() {
	sessions[len(sessions)] = make([]byte, chunk)
}

//go:noinline
func waitForever(never chan int) {
	<-never
}

//go:noinline
func waste() {
	sink = make([]byte, chunk)
}

//go:noinline
func fill(at int) {
	if len(cached) < *cache/chunk {
		cached = append(cached, make([]byte, chunk))
		return
	}
	cached[at%len(cached)] = make([]byte, chunk)
}

//go:noinline
func burn(d time.Duration) {
	for until := time.Now().Add(d); time.Now().Before(until); {
	}
}
