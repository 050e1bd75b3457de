// Command measured does a fixed amount of work, and prints the CPU time that it took, in nanoseconds. A second argument
// is a number of goroutines that wait meanwhile.
package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"syscall"
)

var sink int

func main() {
	rounds, _ := strconv.Atoi(os.Args[1])
	if len(os.Args) > 2 {
		goroutines, _ := strconv.Atoi(os.Args[2])
		end := make(chan bool)
		for i := 0; i < goroutines; i++ {
			go wait(8, end)
		}
	}
	for round := 0; round < rounds; round++ {
		work(round)
	}
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	fmt.Println(usage.Utime.Nano() + usage.Stime.Nano())
}

// wait waits for ever, below some frames of its own.
//
//go:noinline
func wait(depth int, end chan bool) bool {
	if depth > 0 {
		return !wait(depth-1, end)
	}
	return <-end
}

// work allocates, sorts and searches, so that memory and CPU profiles have something to record.
func work(seed int) {
	words := make([]string, 0, 1000)
	for i := 0; i < 1000; i++ {
		words = append(words, strconv.Itoa((i*7919+seed)%10007))
	}
	sort.Strings(words)
	for _, word := range words {
		sink += strings.Count(word, "7")
	}
}
