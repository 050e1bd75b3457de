package main

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A function of the synthetic program. Its sites are the lines on which it calls or allocates.
type function struct {
	name, file string
	startLine  int64
	sites      []*site
}

// A site becomes a location of the profile.
type site struct {
	function int
	line     int64
	// Functions that were inlined at this line, innermost first.
	inlined []inlinedCall
	// One callee, or several if the call goes through an interface.
	callees []int
	// The ID of the location; 0 until a sample needs it.
	id uint64
}

// An inlinedCall is an inlined function and the line in it.
type inlinedCall struct {
	function int
	line     int64
}

type program struct {
	functions []*function
	// Indexes of the functions that start goroutines.
	roots []int
}

// The first rootCount functions start goroutines.
const rootCount = 12

// functionCount grows more slowly than the number of samples: a large service has many more stacks than a small one,
// but not as many more functions.
func functionCount(samples int) int {
	return 300 + int(20*math.Sqrt(float64(samples)))
}

func newProgram(random *rand.Rand, samples int) *program {
	p := &program{functions: make([]*function, functionCount(samples))}
	for i := range p.functions {
		p.functions[i] = newFunction(random, i)
	}
	for i, f := range p.functions {
		for range 2 + random.IntN(6) {
			f.sites = append(f.sites, newSite(random, f, i, len(p.functions)))
		}
		if i < rootCount {
			p.roots = append(p.roots, i)
		}
	}
	return p
}

func newSite(random *rand.Rand, f *function, caller, functions int) *site {
	s := &site{function: caller, line: f.startLine + 1 + int64(random.IntN(60))}
	if random.IntN(4) == 0 {
		for range 1 + random.IntN(2) {
			inner := inlinedCall{callee(random, caller, functions), int64(10 + random.IntN(900))}
			s.inlined = append(s.inlined, inner)
		}
	}
	callees := 1
	if random.IntN(8) == 0 {
		callees = 2 + random.IntN(6)
	}
	for range callees {
		s.callees = append(s.callees, callee(random, caller, functions))
	}
	return s
}

// callee returns the index of a function to call. Most indexes are higher than the caller's; one in fifty is not, which
// makes recursion.
func callee(random *rand.Rand, caller, functions int) int {
	if random.IntN(50) == 0 {
		return max(rootCount, caller-random.IntN(8)) % functions
	}
	higher := functions - caller - 1
	if higher <= 0 {
		return rootCount + random.IntN(functions-rootCount)
	}
	// The product of random numbers makes small steps likely.
	step := random.Float64() * random.Float64() * random.Float64() * random.Float64()
	return min(functions-1, max(rootCount, caller+1+int(step*float64(higher))))
}

var packages = []string{
	"github.com/acme/shop/cart", "github.com/acme/shop/internal/price", "github.com/acme/shop/store/postgres",
	"github.com/acme/platform/rpc", "github.com/acme/platform/rpc/codec", "github.com/acme/platform/metrics/v2",
	"google.golang.org/grpc/internal/transport", "google.golang.org/protobuf/internal/impl", "net/http",
	"encoding/json", "database/sql", "compress/gzip", "reflect", "strings", "bytes", "bufio", "fmt", "sync",
	"github.com/jackc/pgx/v5/pgconn", "gopkg.in/yaml.v3",
}

var types = []string{"Client", "conn", "Decoder", "encodeState", "Handler", "Cache", "Tree", "Builder", "Pool"}
var verbs = []string{"Read", "Write", "serve", "Decode", "grow", "Lookup", "Marshal", "append", "Visit", "load"}

func newFunction(random *rand.Rand, number int) *function {
	pkg := packages[random.IntN(len(packages))]
	verb := fmt.Sprintf("%s%d", verbs[random.IntN(len(verbs))], number)
	receiver := types[random.IntN(len(types))]
	name := map[int]string{
		0: fmt.Sprintf("%s.%s", pkg, verb),
		1: fmt.Sprintf("%s.(*%s).%s", pkg, receiver, verb),
		2: fmt.Sprintf("%s.%s.%s", pkg, receiver, verb),
		3: fmt.Sprintf("%s.(*%s).%s.func%d", pkg, receiver, verb, 1+random.IntN(3)),
		4: fmt.Sprintf("%s.%s[go.shape.struct { %s.Key string; Value int64 }]", pkg, verb, pkg),
	}[random.IntN(5)]
	// A package has many files.
	file := fmt.Sprintf("/pkg/build/src/%s/%s%d.go", pkg, verbs[number%len(verbs)], number/200)
	return &function{name: name, file: file, startLine: int64(1 + number%40*70)}
}
