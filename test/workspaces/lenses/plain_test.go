package lenses

import (
	"testing"
	tt "testing"
)

func BenchmarkPlain(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Sum([]int{1, 2, 3})
	}
}

func BenchmarkReceiverName(bench *testing.B) {
	for bench.Loop() {
		Sum([]int{1, 2, 3})
	}
}

func BenchmarkBlankReceiver(_ *testing.B) { Sum([]int{1, 2, 3}) }

func BenchmarkUnnamedReceiver(*testing.B) { Sum([]int{1, 2, 3}) }

func BenchmarkRenamedImport(b *tt.B) {
	for b.Loop() {
		Sum([]int{1, 2, 3})
	}
}

func BenchmarkManyLines(
	// the name is chosen by the author
	b *testing.B,
) {
	for b.Loop() {
		Sum([]int{1, 2, 3})
	}
}

func BenchmarkCommentInside /* a comment in the way */ (b *testing.B) {
	for b.Loop() {
		Sum([]int{1, 2, 3})
	}
}

func Benchmark(b *testing.B) {
	for b.Loop() {
		Sum([]int{1, 2, 3})
	}
}

func Benchmark_underscore(b *testing.B) {
	for b.Loop() {
		Sum([]int{1, 2, 3})
	}
}

func Benchmark1Digit(b *testing.B) {
	for b.Loop() {
		Sum([]int{1, 2, 3})
	}
}

func BenchmarkÜmlaut(b *testing.B) {
	for b.Loop() {
		Sum([]int{1, 2, 3})
	}
}

func BenchmarkSub(b *testing.B) {
	for _, name := range []string{"size=10", "with space", "a/b", "size=10"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Sum([]float64{1, 2, 3})
			}
		})
	}
}

func benchmarkGeneric[T int | float64](b *testing.B, numbers []T) {
	for b.Loop() {
		Sum(numbers)
	}
}

func BenchmarkThroughGeneric(b *testing.B) {
	b.Run("int", func(b *testing.B) { benchmarkGeneric(b, []int{1, 2, 3}) })
	b.Run("float64", func(b *testing.B) { benchmarkGeneric(b, []float64{1, 2, 3}) })
}
