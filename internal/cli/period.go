package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// period is a flag in time: 90s, 1h30m, or a number of seconds, which is what existing tools count in.
type period time.Duration

// longest is the longest time that a flag takes, a hundred years.
const longest = 100 * 365 * 24 * time.Hour

func (p *period) Set(text string) error {
	word := strings.TrimSpace(text)
	d, err := time.ParseDuration(word)
	if seconds, bare := strconv.ParseFloat(word, 64); bare == nil {
		err = nil
		d = longest + 1
		if seconds >= -longest.Seconds() && seconds <= longest.Seconds() {
			d = time.Duration(seconds * float64(time.Second))
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%q is not a time; times look like 10s, 90m or 8h, and 8 is eight seconds", text)
	case d > longest:
		return fmt.Errorf("%q is too long; the longest time is %dh", text, int(longest.Hours()))
	}
	*p = period(d)
	return nil
}

func (p *period) String() string { return time.Duration(*p).String() }

func (p *period) Type() string { return "TIME" }
