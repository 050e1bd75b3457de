// Package shout has a module path with capitals, which the module cache writes as !u!p!p!e!r/!case.
package shout

import "unicode"

// Shout turns every letter into a capital.
func Shout(text string) string {
	shouted := make([]rune, 0, len(text))
	for _, r := range text {
		shouted = append(shouted, unicode.ToUpper(r))
	}
	return string(shouted)
}
