package figures

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Count writes a count with a comma between groups of three digits.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Number writes a count with what is counted: 1 mutant, 3,000 mutants.
func Number(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if len(what) > 1 && what[len(what)-1] == 'y' {
		return Count(n) + " " + what[:len(what)-1] + "ies"
	}
	return Count(n) + " " + what + "s"
}

// Percent writes a share from 0 to 1. A small share is not shown as none, and nearly all is not shown as all.
func Percent(share float64) string {
	switch p := 100 * share; {
	case !(p > 0):
		return "0%"
	case p < 0.1:
		return "<0.1%"
	case p < 9.95:
		return strconv.FormatFloat(p, 'f', 1, 64) + "%"
	case p >= 99.5 && p < 100:
		return ">99%"
	default:
		return strconv.FormatFloat(min(p, 100), 'f', 0, 64) + "%"
	}
}

// Decimal writes a number with one digit after the point, or none if it is large.
func Decimal(v float64) string {
	if math.IsNaN(v) || math.Abs(v) >= 1<<53 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	if math.Abs(v) >= 1000 {
		return Count(int64(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

// Duration writes seconds in the units that people use for so many.
func Duration(seconds float64) string {
	const most = 1 << 33 // 270 years, so that time.Duration holds it
	seconds = min(max(seconds, 0), most)
	d := time.Duration(seconds * float64(time.Second))
	switch whole := int64(math.Round(seconds)); {
	case math.IsNaN(seconds) || d == 0:
		return "0 s"
	case seconds < 0.01:
		return strconv.FormatFloat(seconds*1000, 'f', 2, 64) + " ms"
	case seconds < 1:
		return strconv.FormatFloat(seconds*1000, 'f', 0, 64) + " ms"
	case whole < 60:
		return strconv.FormatFloat(seconds, 'f', 1, 64) + " s"
	case whole < 3600:
		return fmt.Sprintf("%dm %02ds", whole/60, whole%60)
	case whole < 48*3600:
		return fmt.Sprintf("%dh %02dm", whole/3600, whole/60%60)
	default:
		return fmt.Sprintf("%dd %02dh", whole/86400, whole/3600%24)
	}
}

// Size writes a number of bytes.
func Size(n int64) string {
	const k = 1024
	switch {
	case n < 10*k:
		return Count(n) + " B"
	case n < 10*k*k:
		return Count(n/k) + " KiB"
	case n < 10*k*k*k:
		return Count(n/k/k) + " MiB"
	}
	return Count(n/k/k/k) + " GiB"
}

// Share is a part of a whole from 0 to 1, 0 when there is no whole.
func Share(part, whole int64) float64 {
	if whole <= 0 {
		return 0
	}
	return min(max(float64(part)/float64(whole), 0), 1)
}
