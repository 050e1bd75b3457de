// Package proof has benchmarks whose lines have known shares of the time and of the memory.
package proof

import "testing"

var (
	sink uint64
	last []byte
)

//go:noinline
func spin(n int) {
	x := sink | 1
	for range n * 1000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	sink = x
}

// BenchmarkShares spends 1, 2, 3, 5, 8, 13, 20 and 48 % of its time in its lines.
func BenchmarkShares(b *testing.B) {
	for range b.N {
		spin(1)
		spin(2)
		spin(3)
		spin(5)
		spin(8)
		spin(13)
		spin(20)
		spin(48)
	}
}

//go:noinline
func allocate(size, count int) {
	for range count {
		last = make([]byte, size)
	}
}

// mixed allocates objects of two sizes on one line.
//
//go:noinline
func mixed(count int) {
	for i := range count {
		size := 64
		if i%100 == 0 {
			size = 40960
		}
		last = make([]byte, size)
	}
}

// BenchmarkSizes allocates objects of several sizes: 6 to 400 samples a line at the default rate and 100 operations.
func BenchmarkSizes(b *testing.B) {
	for range b.N {
		allocate(16, 2048)
		allocate(64, 1024)
		allocate(256, 512)
		allocate(1024, 512)
		allocate(8192, 128)
		allocate(65536, 32)
		allocate(262144, 4)
		allocate(524288, 1)
		allocate(2097152, 1)
		mixed(1000)
	}
}
