package sample

import (
	"fmt"
	"strings"
)

// Report lists the counts and words, one pair per line.
func Report(words []WordCount) string {
	report := ""
	for _, w := range words {
		report += fmt.Sprintf("%6d  %s\n", w.Count, w.Word)
	}
	return report
}

// ReportBuilt does the same as Report, without a new string for every line.
func ReportBuilt(words []WordCount) string {
	var report strings.Builder
	for _, w := range words {
		fmt.Fprintf(&report, "%6d  %s\n", w.Count, w.Word)
	}
	return report.String()
}
