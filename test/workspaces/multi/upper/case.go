// Package shout has a module path with capitals, which the module cache escapes as !u!p!p!e!r/!case.
package shout

import "unicode"

// Shout returns the text in capitals.
func Shout(text string) string {
	shouted := make([]rune, 0, len(text))
	for _, r := range text {
		shouted = append(shouted, unicode.ToUpper(r))
	}
	return string(shouted)
}
