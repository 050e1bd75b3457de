/** A benchmark whose reported figures are compared with its profiles. */
export interface ProvedBenchmark {
  /** The import path of its package in the standard library; undefined for a benchmark of OWN_MODULE. */
  readonly standard?: string;
  /** `BenchmarkX`, or `BenchmarkX/case`. */
  readonly name: string;
  /** Whether its goroutines run in parallel, so that its cpu time may exceed its elapsed time. */
  readonly isParallel?: boolean;
}

/** The names of the benchmarks, without `Benchmark`, by package. */
const STANDARD: Readonly<Record<string, string>> = {
  strings: 'BuildString_Builder/3Write_Grow GenericMatch1 ByteByteReplaces ToUpper/longɐstringɐwithɐnonasciiⱯchars ReplaceAll',
  bytes: 'ReadString WriteByte BufferNotEmptyWriteRead Fields/ASCII/256 SplitSingleByteSeparator Repeat IndexEasy/4K',
  strconv: 'Quote QuoteRune AppendQuote UnquoteEasy UnquoteHard',
  sort: 'Sort1e2 SortString1K StableInt1K SearchWrappers StableInt1K_Slice',
  slices: 'BinarySearchFloats/Size512 Compact/sorted SortFuncStruct/Size64',
  'encoding/json': 'MarshalMap UnmarshalString UnmarshalMap EncoderEncode NumberIsValid',
  'encoding/base64': 'EncodeToString DecodeString/4 NewEncoding',
  bufio: 'ReaderCopyOptimal ReaderReadString WriterEmpty WriterFlush',
  regexp: 'Find FindSubmatch ReplaceAll Compile/Onepass MatchParallelShared MatchClass',
  fmt: 'ScanInts ScanRecursiveInt SprintfInt SprintfComplex ManyArgs FprintfBytes SprintfPadding',
  'math/big': 'FloatString/100 Binomial QuoRem BitsetNeg Hilbert GCD100x1000/WithXY',
  'hash/adler32': 'Adler32KB',
  'crypto/sha256': 'Hash1K/Sum256 Hash8K/New',
  'unicode/utf8': 'RuneCountTenJapaneseChars DecodeJapaneseRune AppendMaxRune',
  'compress/flate': 'Decode/Digits/Huffman/1e4 Encode/Digits/Speed/1e4',
  'container/heap': 'Dup',
  'net/url': 'EncodeQuery/#01 QueryEscape/#00',
  html: 'Unescape',
};

const PARALLEL: readonly string[] = ['BenchmarkMatchParallelShared', 'BenchmarkSprintfInt', 'BenchmarkSprintfComplex',
  'BenchmarkManyArgs', 'BenchmarkUnmarshalString', 'BenchmarkUnmarshalMap', 'BenchmarkEncoderEncode', 'BenchmarkParallel',
  'BenchmarkMarshalMap'];

/** The names of the benchmarks of OWN_MODULE, without `Benchmark`. */
const OWN = `N Loop Slow SlowLoop Setup SetupOfLoop Stopped StoppedLoop Parallel Helper Cases/small Cases/nested/large
Quiet Large Mixed`;

export const PROVED: readonly ProvedBenchmark[] = [
  ...OWN.split(/\s+/).map((name) => benchmarkOf(name)),
  ...Object.entries(STANDARD).flatMap(([standard, names]) => names.split(' ').map((name) => benchmarkOf(name, standard))),
];

function benchmarkOf(shortName: string, standard?: string): ProvedBenchmark {
  const name = `Benchmark${shortName}`;
  return { name, standard, isParallel: PARALLEL.includes(name.split('/')[0]) };
}

export const OWN_MODULE: Readonly<Record<string, string>> = {
  'go.mod': 'module example.com/proof\n\ngo 1.24\n',
  'proof_test.go': `package proof

import (
	"strings"
	"testing"
	"time"
)

type node struct {
	next *node
	pad  [56]byte
}

var (
	nodes *node
	bytes []byte
	texts []string
	sum   int
)

//go:noinline
func allocate() { nodes = &node{} }

//go:noinline
func spin(rounds int) {
	for i := range rounds {
		sum += i ^ sum
	}
}

func BenchmarkN(b *testing.B) {
	for range b.N {
		allocate()
	}
}

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
		allocate()
		spin(10)
	}
}

func BenchmarkSlow(b *testing.B) {
	for range b.N {
		allocate()
		for end := time.Now().Add(250 * time.Millisecond); time.Now().Before(end); {
			spin(100)
		}
	}
}

func BenchmarkSlowLoop(b *testing.B) {
	for b.Loop() {
		allocate()
		for end := time.Now().Add(150 * time.Millisecond); time.Now().Before(end); {
			spin(100)
		}
	}
}

func BenchmarkSetup(b *testing.B) {
	for range 1000 {
		allocate()
	}
	spin(10000000)
	b.ResetTimer()
	for range b.N {
		allocate()
		spin(1000)
	}
}

func BenchmarkSetupOfLoop(b *testing.B) {
	for range 1000 {
		allocate()
	}
	spin(10000000)
	for b.Loop() {
		allocate()
		spin(1000)
	}
}

func BenchmarkStopped(b *testing.B) {
	for range b.N {
		b.StopTimer()
		bytes = make([]byte, 4096)
		spin(100000)
		b.StartTimer()
		allocate()
		spin(100000)
	}
}

func BenchmarkStoppedLoop(b *testing.B) {
	for b.Loop() {
		allocate()
		spin(100000)
		b.StopTimer()
		bytes = make([]byte, 4096)
		spin(100000)
		b.StartTimer()
	}
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		total := 0
		for pb.Next() {
			n := new(node)
			n.pad[0] = byte(total)
			total += work(n)
		}
	})
}

//go:noinline
func work(n *node) int {
	n.next = &node{}
	return len(n.pad)
}

func loop(b *testing.B, size int) {
	for range b.N {
		bytes = make([]byte, size)
		spin(100)
	}
}

func BenchmarkHelper(b *testing.B) { loop(b, 100) }

func BenchmarkCases(b *testing.B) {
	spin(1000000)
	b.Run("small", func(b *testing.B) { loop(b, 32) })
	b.Run("nested", func(b *testing.B) {
		b.Run("large", func(b *testing.B) { loop(b, 10000) })
	})
}

func BenchmarkQuiet(b *testing.B) {
	for b.Loop() {
		spin(100)
	}
}

func BenchmarkLarge(b *testing.B) {
	for b.Loop() {
		bytes = make([]byte, 1<<20)
	}
}

func BenchmarkMixed(b *testing.B) {
	for b.Loop() {
		text := strings.Repeat("a,", 40)
		texts = strings.Split(text, ",")
		bytes = make([]byte, 5000)
		nodes = &node{next: &node{}}
	}
}
`,
};
