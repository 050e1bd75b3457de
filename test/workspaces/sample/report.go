package sample

import (
	"fmt"
	"strings"
)

// Report lists words and counts, one pair a line.
func Report(words []WordCount) string {
	report := ""
	for _, w := range words {
		report += fmt.Sprintf("%6d  %s\n", w.Count, w.Word)
	}
	return report
}

// ReportBuilt is Report without a new string for every line.
func ReportBuilt(words []WordCount) string {
	var report strings.Builder
	for _, w := range words {
		fmt.Fprintf(&report, "%6d  %s\n", w.Count, w.Word)
	}
	return report.String()
}
