// Package quantity reads and writes times and sizes as people write them. They are values of flags, and of settings in files.
package quantity

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Period is a time: 90s, 1h30m, or a number of seconds, which is what existing tools count in.
type Period time.Duration

// longest is the longest time that is taken, a hundred years.
const longest = 100 * 365 * 24 * time.Hour

// Set reads a time.
func (p *Period) Set(text string) error {
	word := strings.TrimSpace(text)
	d, err := time.ParseDuration(word)
	some := strings.ContainsAny(word, "123456789")
	if seconds, bare := strconv.ParseFloat(word, 64); bare == nil {
		err = nil
		d = longest + 1
		if seconds >= -longest.Seconds() && seconds <= longest.Seconds() {
			d = time.Duration(seconds * float64(time.Second))
		}
		some = seconds != 0
	}
	switch {
	case err != nil:
		return fmt.Errorf("%q is not a time; times look like 10s, 90m or 8h, and 8 is eight seconds", text)
	case d > longest:
		return fmt.Errorf("%q is too long; the longest time is %dh", text, int(longest.Hours()))
	}
	if d == 0 && some { // no time at all means no limit, which is the opposite
		d = 1
		if word[0] == '-' {
			d = -1
		}
	}
	*p = Period(d)
	return nil
}

// String writes it as Go does: 1h30m0s.
func (p *Period) String() string { return time.Duration(*p).String() }

// Type is how a help text names it.
func (p *Period) Type() string { return "TIME" }

// A Size is in bytes: 4GiB, 512MB, 2g, 1000000. 0 means no limit.
type Size int64

var units = []struct {
	suffix string
	bytes  float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40}, {"b", 1}, {"", 1},
}

// Set reads a size.
func (s *Size) Set(text string) error {
	for _, u := range units {
		number, ok := strings.CutSuffix(strings.ToLower(strings.TrimSpace(text)), u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || n < 0 || math.IsNaN(n) || n*u.bytes > math.MaxInt64/2 {
			break
		}
		*s = Size(math.Round(n * u.bytes))
		if n > 0 {
			*s = max(*s, 1) // 0 would be no limit
		}
		return nil
	}
	return fmt.Errorf("%q is not a size; sizes look like 4GiB, 512MB or 0 for no limit", text)
}

// String writes it in the largest unit in which it is a whole number.
func (s *Size) String() string {
	n := int64(*s)
	for _, u := range []struct {
		suffix string
		bytes  int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if n != 0 && n%u.bytes == 0 {
			return strconv.FormatInt(n/u.bytes, 10) + u.suffix
		}
	}
	return strconv.FormatInt(n, 10)
}

// Type is how a help text names it.
func (s *Size) Type() string { return "SIZE" }

// Explain says why a value of a kind (int, int64, uint64, bool and others, as flags call them) does not take a word, by the error that it gave.
func Explain(kind, word string, err error) string {
	var number *strconv.NumError
	switch {
	case errors.As(err, &number) && errors.Is(number, strconv.ErrRange):
		return word + " is out of range"
	case errors.As(err, &number) && kind == "bool":
		return fmt.Sprintf("%q is neither true nor false", word)
	case errors.As(err, &number) && strings.HasPrefix(kind, "uint"):
		return fmt.Sprintf("%q is not a whole number of 0 or more", word)
	case errors.As(err, &number):
		return fmt.Sprintf("%q is not a whole number", word)
	}
	return err.Error()
}
