package view

import "strings"

// levels are the heights of a sparkline.
var levels = []rune("▁▂▃▄▅▆▇█")

// sparkline draws the steps of a history in at most n columns, the last one at the right. What does not fit is joined: nothing is left out.
func sparkline(steps []int64, n int) string {
	if len(steps) == 0 || n <= 0 {
		return ""
	}
	each := (len(steps) + n - 1) / n
	var sums []int64
	var most int64
	for end := len(steps); end > 0; end -= each {
		var sum int64
		for _, v := range steps[max(0, end-each):end] {
			sum += max(v, 0)
		}
		sums, most = append(sums, sum), max(most, sum)
	}
	var b strings.Builder
	for i := len(sums) - 1; i >= 0; i-- {
		level := 0
		if sums[i] > 0 { // what is small is not shown as nothing
			level = 1 + int(float64(sums[i])/float64(most)*float64(len(levels)-2)+0.5)
		}
		b.WriteRune(levels[min(level, len(levels)-1)])
	}
	return b.String()
}
