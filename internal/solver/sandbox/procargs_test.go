package sandbox

import (
	"strings"
	"testing"
)

func TestEnvironOfArgs(t *testing.T) {
	const path = "/usr/bin/z3\x00\x00\x00\x00\x00"
	for _, tt := range []struct{ name, text, want string }{
		{"usual", "\x02\x00\x00\x00" + path + "z3\x00ASSAY_RUN=no\x00HOME=/\x00ASSAY_RUN=yes\x00", "HOME=/ ASSAY_RUN=yes "},
		{"empty argument", "\x03\x00\x00\x00" + path + "z3\x00\x00x\x00A=1\x00", "A=1 "},
		{"no environment", "\x01\x00\x00\x00" + path + "z3\x00", ""},
		{"more arguments than there are", "\xff\xff\xff\xff" + path + "z3\x00a\x00b", ""},
		{"cut in the path", "\x01\x00\x00\x00/usr", ""},
		{"cut in the number", "\x01\x00", ""},
		{"nothing", "", ""},
	} {
		if got := strings.ReplaceAll(string(environOfArgs([]byte(tt.text))), "\x00", " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
