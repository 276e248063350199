package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func jsonFlag(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "json", false, "write one JSON object per line to standard output")
}

// count is a flag with a whole number that has a least value.
type count struct {
	number *int
	least  int
}

// countVar adds such a flag.
func countVar(f *pflag.FlagSet, number *int, name string, least, usual int, usage string) {
	*number = usual
	f.Var(count{number, least}, name, usage)
}

func (c count) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil {
		return err
	}
	if n < c.least {
		return fmt.Errorf("%d is too small; give %d or more", n, c.least)
	}
	*c.number = n
	return nil
}

func (c count) String() string {
	if c.number == nil { // pflag asks the zero value
		return "0"
	}
	return strconv.Itoa(*c.number)
}

func (c count) Type() string { return "int" }

// size is a flag in bytes: 4GiB, 512MB, 2g, 1000000. 0 means no limit.
type size int64

var units = []struct {
	suffix string
	bytes  float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
	{"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", 1 << 40}, {"b", 1}, {"", 1},
}

func (s *size) Set(text string) error {
	for _, u := range units {
		number, ok := strings.CutSuffix(strings.ToLower(strings.TrimSpace(text)), u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || n < 0 || math.IsNaN(n) || n*u.bytes > math.MaxInt64/2 {
			break
		}
		*s = size(n * u.bytes)
		return nil
	}
	return fmt.Errorf("%q is not a size; sizes look like 4GiB, 512MB or 0 for no limit", text)
}

func (s *size) String() string {
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

func (s *size) Type() string { return "SIZE" }

// plural returns "1 file" or "3 files".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
