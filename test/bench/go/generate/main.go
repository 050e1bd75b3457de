// Generate writes a synthetic allocation profile of a large service:
//
//	generate -samples N [-seed S] FILE
//
// The same flags always give the same profile. Its format is that of the Go runtime: four sample types, each location
// before the first sample that refers to it, the string table last, gzip at the fastest level. Every sample has the
// runtime's label "bytes" (the size of the object), and about half of them have a label "tenant" as well.
package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
)

func main() {
	samples := flag.Int("samples", 1000, "number of samples")
	seed := flag.Uint64("seed", 1, "seed of the random numbers")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := generate(flag.Arg(0), *samples, *seed); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(path string, samples int, seed uint64) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	compressed, err := gzip.NewWriterLevel(buffered, gzip.BestSpeed)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(seed, 1))
	profile := newWriter(compressed, newProgram(random, samples))
	profile.header()
	walk := newWalk(random, profile.program)
	for range samples {
		profile.sample(walk.next(), newAllocation(random))
	}
	profile.tables()
	return errors.Join(profile.err, compressed.Close(), buffered.Flush(), file.Close())
}
