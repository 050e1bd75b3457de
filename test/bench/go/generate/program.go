package main

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A function of the made-up program. Its sites are the lines on which it calls or allocates.
type function struct {
	name, file string
	startLine  int64
	sites      []*site
}

// A site is what a profile calls a location.
type site struct {
	function int
	line     int64
	// Functions that were inlined here, innermost first: each with the line that it was at.
	inlined []inlinedCall
	// One callee, or a few where the call goes through an interface.
	callees []int
	// 0 until the site is first needed.
	id uint64
}

type inlinedCall struct {
	function int
	line     int64
}

type program struct {
	functions []*function
	// Where goroutines begin.
	roots []int
}

// The number of functions that can be a goroutine's first; they have the smallest numbers.
const roots = 12

// A large service has more code than a small one, but far less so than it has stacks.
func functionCount(samples int) int {
	return 300 + int(20*math.Sqrt(float64(samples)))
}

func newProgram(random *rand.Rand, samples int) *program {
	made := &program{functions: make([]*function, functionCount(samples))}
	for i := range made.functions {
		made.functions[i] = newFunction(random, i)
	}
	for i, called := range made.functions {
		for range 2 + random.IntN(6) {
			called.sites = append(called.sites, newSite(random, called, i, len(made.functions)))
		}
		if i < roots {
			made.roots = append(made.roots, i)
		}
	}
	return made
}

func newSite(random *rand.Rand, in *function, caller, functions int) *site {
	made := &site{function: caller, line: in.startLine + 1 + int64(random.IntN(60))}
	if random.IntN(4) == 0 {
		for range 1 + random.IntN(2) {
			inner := inlinedCall{callee(random, caller, functions), int64(10 + random.IntN(900))}
			made.inlined = append(made.inlined, inner)
		}
	}
	callees := 1
	if random.IntN(8) == 0 {
		callees = 2 + random.IntN(6)
	}
	for range callees {
		made.callees = append(made.callees, callee(random, caller, functions))
	}
	return made
}

// Most calls lead to code nearby or deeper in the program; one in fifty leads back up, which makes recursion.
func callee(random *rand.Rand, caller, functions int) int {
	if random.IntN(50) == 0 {
		return max(roots, caller-random.IntN(8)) % functions
	}
	left := functions - caller - 1
	if left <= 0 {
		return roots + random.IntN(functions-roots)
	}
	// Small steps are the likely ones.
	far := random.Float64() * random.Float64() * random.Float64() * random.Float64()
	return min(functions-1, max(roots, caller+1+int(far*float64(left))))
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
	home := packages[random.IntN(len(packages))]
	verb := fmt.Sprintf("%s%d", verbs[random.IntN(len(verbs))], number)
	receiver := types[random.IntN(len(types))]
	name := map[int]string{
		0: fmt.Sprintf("%s.%s", home, verb),
		1: fmt.Sprintf("%s.(*%s).%s", home, receiver, verb),
		2: fmt.Sprintf("%s.%s.%s", home, receiver, verb),
		3: fmt.Sprintf("%s.(*%s).%s.func%d", home, receiver, verb, 1+random.IntN(3)),
		4: fmt.Sprintf("%s.%s[go.shape.struct { %s.Key string; Value int64 }]", home, verb, home),
	}[random.IntN(5)]
	// Packages of many files, each with a few dozen functions.
	file := fmt.Sprintf("/home/build/src/%s/%s%d.go", home, verbs[number%len(verbs)], number/200)
	return &function{name: name, file: file, startLine: int64(1 + number%40*70)}
}
