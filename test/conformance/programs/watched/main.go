// Command watched serves profiles and does what its flags say, so that a watch of it finds what grows.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"time"
)

var (
	address    = flag.String("address", "127.0.0.1:0", "where it listens")
	leak       = flag.Int("leak", 0, "bytes per second that stay in a map")
	goroutines = flag.Int("goroutines", 0, "goroutines per second that wait forever")
	garbage    = flag.Int("garbage", 0, "bytes per second that become garbage")
	spin       = flag.Duration("spin", 0, "CPU time per second")
	cache      = flag.Int("cache", 0, "bytes of a cache that is filled within a second, and then replaced")
)

const (
	tick  = 20 * time.Millisecond
	ticks = int(time.Second / tick)
	chunk = 4 << 10
)

var (
	sessions = map[int][]byte{}
	cached   [][]byte
	sink     []byte
)

func main() {
	flag.Parse()
	l, err := net.Listen("tcp", *address)
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Addr())
	go work()
	panic(http.Serve(l, nil))
}

func work() {
	never := make(chan int)
	var left, waiting, used int
	for range time.Tick(tick) {
		for left += *leak / ticks; left >= chunk; left -= chunk {
			remember()
		}
		for waiting += *goroutines; waiting >= ticks; waiting -= ticks {
			go waitForever(never)
		}
		for made := 0; made < *garbage/ticks; made += chunk {
			waste()
		}
		if *cache > 0 {
			fill(used)
			used++
		}
		burn(*spin / time.Duration(ticks))
	}
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
