package solver

import "testing"

func TestNewest(t *testing.T) {
	versions := []string{"4.8.10", "4.8.9", "4.13.0", "4.13.4", "4.1.2", "5.4.0", "2.5", "2.5-1301-gabc"}
	for line, want := range map[string]string{
		"latest": "5.4.0", "4": "4.13.4", "4.13": "4.13.4", "4.8": "4.8.10", "4.8.9": "4.8.9", "4.1": "4.1.2", "4.8.1": "", "6": "", "": "",
		"2.5": "2.5",
	} {
		if got := Newest(versions, line); got != want {
			t.Errorf("Newest(%q) = %q, want %q", line, got, want)
		}
	}
}
