// Package sample has a few small functions that could be faster.
// Click "profile this benchmark" in sample_test.go to see which line costs what.
package sample

import (
	"sort"
	"unicode"
)

// WordCount says how often a word occurs.
type WordCount struct {
	Word  string
	Count int
}

// CountWords returns the words of text in lower case, the most frequent first.
func CountWords(text string) []WordCount {
	counts := map[string]int{}
	word := ""
	for _, r := range text {
		if unicode.IsLetter(r) {
			word += string(unicode.ToLower(r))
			continue
		}
		if word != "" {
			counts[word]++
			word = ""
		}
	}
	if word != "" {
		counts[word]++
	}
	return mostFrequentFirst(counts)
}

func mostFrequentFirst(counts map[string]int) []WordCount {
	var words []WordCount
	for word, count := range counts {
		words = append(words, WordCount{word, count})
	}
	sort.Slice(words, func(i, j int) bool {
		if words[i].Count != words[j].Count {
			return words[i].Count > words[j].Count
		}
		return words[i].Word < words[j].Word
	})
	return words
}
