package nearest

import "testing"

func TestHint(t *testing.T) {
	words := []string{"check", "mutate", "solve", "fuzz", "replay", "solvers", "version"}
	for word, want := range map[string]string{
		"chekc": "check", "chck": "check", "mutat": "mutate", "muttae": "mutate", "solver": "solvers", "slove": "solve", "fuz": "fuzz",
		"FUZZ": "fuzz", "vers": "version", "xyzzy": "", "a": "", "": "",
	} {
		got := Hint(word, words)
		if want != "" {
			want = ", did you mean " + want + "?"
		}
		if got != want {
			t.Errorf("for %q: %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "acb", 1}, {"kitten", "sitting", 3}, {"same", "same", 0}, {"ab", "ba", 1}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
