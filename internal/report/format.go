package report

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// count writes a number with a narrow space between groups of three digits.
func count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// decimal writes a number with as many digits as a reader wants.
func decimal(v float64) string {
	if v >= 100 && v < 1<<53 {
		return count(int64(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

// percent writes a share from 0 to 1. A small share is not shown as none, and nearly all is not shown as all.
func percent(share float64) string {
	switch p := 100 * share; {
	case p > 0 && p < .1:
		return "<\u00a00.1\u00a0%"
	case p > 99.9 && p < 100:
		return ">\u00a099.9\u00a0%"
	case p == 0 || p == 100:
		return strconv.FormatFloat(p, 'f', 0, 64) + "\u00a0%"
	default:
		return strconv.FormatFloat(p, 'f', 1, 64) + "\u00a0%"
	}
}

// duration writes seconds in the two largest units that they have.
func duration(seconds float64) string {
	const most = 1 << 31 // seconds; nobody waits longer
	d := time.Duration(min(max(seconds, 0), most) * float64(time.Second)).Round(time.Second)
	h, m, s := int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60
	switch {
	case h >= 48:
		return fmt.Sprintf("%d d %d h", h/24, h%24)
	case h > 0:
		return fmt.Sprintf("%d h %d min", h, m)
	case m > 0:
		return fmt.Sprintf("%d min %d s", m, s)
	}
	return fmt.Sprintf("%d s", s)
}

// plural returns "1 rule" or "3 rules".
func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return count(n) + " " + what + "s"
}
