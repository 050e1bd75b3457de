package shapes

import (
	"context"
	"runtime/pprof"
	"testing"
)

func BenchmarkRecursion(b *testing.B) {
	b.Run("fib", func(b *testing.B) {
		for b.Loop() {
			Fib(20)
		}
	})
	b.Run("mutual", func(b *testing.B) {
		for b.Loop() {
			Even(5000)
		}
	})
	b.Run("ackermann", func(b *testing.B) {
		for b.Loop() {
			Ackermann(2, 50)
		}
	})
	b.Run("tree", func(b *testing.B) {
		for b.Loop() {
			Grow(10).Weight()
		}
	})
}

func BenchmarkInlining(b *testing.B) {
	for b.Loop() {
		Inlined(1000)
		Mixed(1000)
		InlinedAllocation(1000)
	}
}

func BenchmarkGenerics(b *testing.B) {
	for b.Loop() {
		Generics(1000)
	}
}

func BenchmarkMethods(b *testing.B) {
	for b.Loop() {
		Methods(1000)
	}
}

func BenchmarkClosures(b *testing.B) {
	for b.Loop() {
		Closures(100)
	}
}

func BenchmarkGenerated(b *testing.B) {
	for b.Loop() {
		Generated(1000)
	}
}

func BenchmarkContention(b *testing.B) {
	for b.Loop() {
		Contend(4, 20)
	}
}

func BenchmarkParallel(b *testing.B) {
	var counter Counter
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			counter.Add("key")
		}
	})
}

func BenchmarkChannels(b *testing.B) {
	for b.Loop() {
		Pipeline(200)
	}
}

func BenchmarkWaiting(b *testing.B) {
	for b.Loop() {
		Wait(3)
	}
}

func BenchmarkAllocation(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Allocate(1000)
		Keep(100, 10_000)
	}
}

func BenchmarkLabels(b *testing.B) {
	for b.Loop() {
		for _, route := range []string{"/home", "/search"} {
			pprof.Do(b.Context(), pprof.Labels("route", route), func(context.Context) {
				Fib(len(route) * 2)
			})
		}
	}
}

// BenchmarkEverything puts every shape into one profile.
func BenchmarkEverything(b *testing.B) {
	for b.Loop() {
		Fib(18)
		Even(1000)
		Ackermann(2, 20)
		Grow(8).Weight()
		Inlined(1000)
		Mixed(1000)
		InlinedAllocation(500)
		Generics(200)
		Methods(500)
		Closures(50)
		Generated(1000)
		Contend(4, 3)
		Pipeline(50)
		Allocate(200)
	}
}
