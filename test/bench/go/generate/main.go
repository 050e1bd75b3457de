// Generate writes a made-up allocation profile of a large service, always the same one for the same flags:
//
//	generate -samples N [-seed S] FILE
//
// It is written as the Go runtime writes one: four sample types, locations between the samples that first need them,
// the string table last, packed with gzip's fastest level. Every sample has the runtime's own label (the size of the
// object) and every other one a label of the service.
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
	seed := flag.Uint64("seed", 1, "another seed gives another profile of the same kind")
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
	packed, err := gzip.NewWriterLevel(buffered, gzip.BestSpeed)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(seed, 1))
	profile := newWriter(packed, newProgram(random, samples))
	profile.header()
	walk := newWalk(random, profile.program)
	for range samples {
		profile.sample(walk.next(), newAllocation(random))
	}
	profile.tables()
	return errors.Join(profile.err, packed.Close(), buffered.Flush(), file.Close())
}
