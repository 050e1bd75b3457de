package lenses

import "testing"

// Nothing in this file is a benchmark.

// func BenchmarkInLineComment(b *testing.B) {}

/*
func BenchmarkInBlockComment(b *testing.B) {
}
*/

const source = `
func BenchmarkInRawString(b *testing.B) {
}
`

const quoted = "func BenchmarkInString(b *testing.B) {"

const rune1, rune2 = '"', '`'

type suite struct{}

func (suite) BenchmarkMethod(b *testing.B) {
	b.Log(source, quoted, rune1, rune2)
}

var BenchmarkVariable = func(b *testing.B) {}

func TestUsesThem(t *testing.T) {
	_, _ = suite{}.BenchmarkMethod, BenchmarkVariable
}
