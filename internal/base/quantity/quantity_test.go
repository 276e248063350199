package quantity

import (
	"strconv"
	"testing"
	"time"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "1": 1, "4GiB": 4 << 30, "512MB": 512e6, "512mib": 512 << 20, "2g": 2 << 30, "1.5k": 1536, " 7 KiB ": 7 << 10, "3B": 3,
		"0.25": 1, "0.0001k": 1, "1.1GB": 11e8, "0.0k": 0,
	} {
		var s Size
		if err := s.Set(text); err != nil || int64(s) != want {
			t.Errorf("%q is %d, %v; want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "GiB", "-1", "1e400", "NaN", "inf", "9999999TiB", "4 apples", "0x10"} {
		var s Size = 5
		if err := s.Set(text); err == nil || s != 5 {
			t.Errorf("%q is accepted as %d", text, s)
		}
	}
	for n, want := range map[Size]string{0: "0", 2 << 30: "2GiB", 1536: "1536", 3 << 20: "3MiB", 5 << 10: "5KiB"} {
		if got := n.String(); got != want {
			t.Errorf("%d is written %s, want %s", int64(n), got, want)
		}
	}
}

func TestPeriod(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"8": 8 * time.Second, "0.5": 500 * time.Millisecond, " 10s ": 10 * time.Second, "1h30m": 90 * time.Minute, "0": 0, "-5s": -5 * time.Second, "-5": -5 * time.Second,
		"1e-10": 1, "-1e-10": -1, "0.0000000001s": 1, "0e5": 0, "0.0": 0,
	} {
		var p Period
		if err := p.Set(text); err != nil || time.Duration(p) != want {
			t.Errorf("%q is %v, %v; want %v", text, time.Duration(p), err, want)
		}
	}
	for _, text := range []string{"", "s", "10sec", "1e30", "-1e30", "inf", "NaN", "9999999h", "99999999999h", "1 h"} {
		p := Period(5)
		if err := p.Set(text); err == nil || p != 5 {
			t.Errorf("%q is accepted as %v", text, time.Duration(p))
		}
	}
}

// Words of numbers and switches that are not taken are explained in words that a user knows.
func TestExplain(t *testing.T) {
	_, syntax := strconv.Atoi("many")
	_, large := strconv.Atoi("1000000000000000000000")
	_, neither := strconv.ParseBool("perhaps")
	for _, tt := range []struct {
		kind, word string
		err        error
		want       string
	}{
		{"int", "many", syntax, `"many" is not a whole number`},
		{"uint64", "-1", syntax, `"-1" is not a whole number of 0 or more`},
		{"int", "1000000000000000000000", large, "1000000000000000000000 is out of range"},
		{"bool", "perhaps", neither, `"perhaps" is neither true nor false`},
		{"SIZE", "x", new(Size).Set("x"), `"x" is not a size; sizes look like 4GiB, 512MB or 0 for no limit`},
	} {
		if got := Explain(tt.kind, tt.word, tt.err); got != tt.want {
			t.Errorf("%s %s: %s", tt.kind, tt.word, got)
		}
	}
}
