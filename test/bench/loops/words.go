// Package loops has one function to measure, in each way in which a benchmark can repeat it.
package loops

import "strings"

// Words allocates and searches.
func Words(text string) int {
	count := 0
	for _, word := range strings.Fields(text) {
		if strings.Contains(word, "er") {
			count++
		}
	}
	return count
}
