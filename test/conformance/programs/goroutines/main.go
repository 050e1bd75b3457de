// Command goroutines ends or waits in the way that its argument names, so that Go prints its goroutines.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"sync"
	"time"
)

var (
	shared = map[int]int{}
	kept   [][]byte
)

func main() {
	switch os.Args[1] {
	case "panic":
		panicInGoroutine()
	case "repanic":
		panicAgain()
	case "deadlock":
		deadlock()
	case "map":
		writeMap()
	case "nil":
		fmt.Println(*missing())
	case "overflow":
		debug.SetMaxStack(1 << 20)
		fmt.Println(deeper(0))
	case "race":
		race()
	case "wait":
		wait()
	case "collect":
		collect()
	}
}

func panicInGoroutine() {
	go func() {
		time.Sleep(time.Millisecond)
		panic(fmt.Errorf("boom at %d\nsecond line", 7))
	}()
	select {}
}

func panicAgain() {
	defer func() {
		panic(fmt.Sprint("again: ", recover()))
	}()
	panic("first")
}

func deadlock() {
	var mu sync.Mutex
	mu.Lock()
	for range 3 {
		go blockOn(&mu)
	}
	time.Sleep(10 * time.Millisecond)
	mu.Lock()
}

func blockOn(mu *sync.Mutex) { mu.Lock() }

func writeMap() {
	for range 8 {
		go func() {
			for i := 0; ; i++ {
				shared[i%10]++
			}
		}()
	}
	select {}
}

//go:noinline
func missing() *int { return nil }

//go:noinline
func deeper(n int) int { return deeper(n+1) + n }

func race() {
	count, done := 0, make(chan bool)
	go func() { count++; done <- true }()
	count++
	<-done
	fmt.Println(count)
}

// wait starts 1,000 goroutines in five states, prints the address of net/http/pprof, and waits.
func wait() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	var mu sync.Mutex
	mu.Lock()
	receive, send := make(chan int), make(chan int)
	labels := pprof.Labels("req", "a b", "user", `q"x`)
	pprof.Do(context.Background(), labels, func(context.Context) { start(100, func() { receiveFrom(receive) }) })
	start(200, func() { receiveFrom(receive) })
	start(250, func() { sendTo(send) })
	start(150, func() { lock(&mu) })
	start(200, sleep)
	start(100, choose)
	locked := make(chan bool)
	go lockToThread(locked)
	<-locked
	time.Sleep(50 * time.Millisecond)
	serveMore()
	fmt.Println(listener.Addr())
	panic(http.Serve(listener, nil))
}

// serveMore starts goroutines on request: /leak those that stay, /start those that /end ends.
func serveMore() {
	never, end := make(chan int), make(chan int)
	http.HandleFunc("/leak", func(w http.ResponseWriter, r *http.Request) {
		start(number(r), func() { leak(never) })
	})
	http.HandleFunc("/start", func(w http.ResponseWriter, r *http.Request) {
		start(number(r), func() { untilEnd(end) })
	})
	http.HandleFunc("/end", func(w http.ResponseWriter, r *http.Request) {
		for range number(r) {
			end <- 1
		}
	})
}

func number(r *http.Request) int {
	n, _ := strconv.Atoi(r.FormValue("n"))
	return n
}

func leak(never chan int)   { <-never }
func untilEnd(end chan int) { <-end }

// collect allocates until garbage was collected 20 times and prints the number of collections, of which two were forced.
func collect() {
	var stats runtime.MemStats
	for stats.NumGC < 20 {
		if kept = append(kept, make([]byte, 1<<18)); len(kept) > 64 {
			kept = kept[:0]
		}
		runtime.ReadMemStats(&stats)
		time.Sleep(time.Millisecond)
	}
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	fmt.Println(stats.NumGC, stats.NumForcedGC)
}

func start(n int, work func()) {
	for range n {
		go work()
	}
}

func receiveFrom(from chan int) { <-from }
func sendTo(to chan int)        { to <- 1 }
func lock(mu *sync.Mutex)       { mu.Lock() }
func sleep()                    { time.Sleep(time.Hour) }
func choose() {
	select {
	case <-make(chan int):
	case <-make(chan bool):
	}
}

func lockToThread(locked chan bool) {
	runtime.LockOSThread()
	locked <- true
	select {}
}
