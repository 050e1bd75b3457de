package sample

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const sentence = "The quick brown fox jumps over the lazy dog while the other foxes watch. "

func BenchmarkCountWords(b *testing.B) {
	for _, size := range []int{10, 100, 1000} {
		text := strings.Repeat(sentence, size)
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for i := 0; i < b.N; i++ {
				CountWords(text)
			}
		})
	}
}

func BenchmarkReport(b *testing.B) {
	words := manyWords(500)
	b.Run("concat", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Report(words)
		}
	})
	b.Run("builder", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ReportBuilt(words)
		}
	})
}

func BenchmarkTotal(b *testing.B) {
	data := manyEvents(200)
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		if _, err := Total(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDistance(b *testing.B) {
	left, right := strings.Repeat("kitten", 50), strings.Repeat("sitting", 50)
	for b.Loop() {
		Distance(left, right)
	}
}

func TestCountWords(t *testing.T) {
	words := CountWords("One fish, two fish")
	if got, want := fmt.Sprint(words), "[{fish 2} {one 1} {two 1}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func ExampleDistance() {
	fmt.Println(Distance("kitten", "sitting"))
	// Output: 3
}

func manyWords(n int) []WordCount {
	words := make([]WordCount, n)
	for i := range words {
		words[i] = WordCount{Word: fmt.Sprintf("word%d", i), Count: n - i}
	}
	return words
}

func manyEvents(n int) []byte {
	events := make([]Event, n)
	for i := range events {
		events[i] = Event{
			Name:  fmt.Sprintf("order %d", i),
			Price: float64(i) / 4,
			Tags:  map[string]string{"country": "NL", "carrier": "bicycle"},
		}
	}
	data, err := json.Marshal(events)
	if err != nil {
		panic(err)
	}
	return data
}
