package solver

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const lively = minimal + `[call]
args = ["-q", "--in={file}"]
incremental = ["--incremental"]
models = ["-m"]
[session]
args = ["-"]
reset = "(reset)"
push = true
[[versions]]
from = "2.0"
[versions.session]
reset = "(reset-assertions)"
[[versions]]
from = "3.0"
[versions.session]
`

func TestLivingCommand(t *testing.T) {
	p, err := parseProfile("p", []byte(lively))
	if err != nil {
		t.Fatal(err)
	}
	target := Target{Solver: Solver{profile: p, path: "x"}, Config: Configure("-v")}
	q := Query{File: "f", Options: Options{Models: true}}
	for mode, want := range map[Mode][]string{
		Reset: {"x", "-q", "-", "-m", "-v"},
		Push:  {"x", "-q", "-", "-m", "--incremental", "-v"},
	} {
		if diff := cmp.Diff(want, target.LivingCommand(q, mode)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", mode, diff)
		}
	}
	if diff := cmp.Diff([]string{"x", "-q", "--in=f", "-m", "-v"}, target.Command(q)); diff != "" {
		t.Errorf("plain (-want +got):\n%s", diff)
	}
	type modes struct{ Reset, Push, Process bool }
	for version, want := range map[string]modes{"1.0": {true, true, false}, "2.0": {true, false, false}, "3.1": {}} {
		l := p.ForVersion(version).Living
		if diff := cmp.Diff(want, modes{l.Can(Reset), l.Can(Push), l.Can(Process)}); diff != "" {
			t.Errorf("version %s (-want +got):\n%s", version, diff)
		}
	}
}

func TestSessionMistakes(t *testing.T) {
	for _, text := range []string{
		"[session]\nargs = [\"-\"]\n",
		"[session]\nreset = \"(reset)\\n(reset)\"\n",
		"[session]\npush = true\nreset = \"(reset) ; all\"\n",
		"[[versions]]\nfrom = \"1\"\n[versions.session]\nargs = [\"-\"]\n",
	} {
		_, err := parseProfile("p", []byte(minimal+text))
		var mistake *ProfileError
		if !errors.As(err, &mistake) || mistake.Code != "profile-value" || mistake.Line != strings.Count(minimal, "\n")+1 {
			t.Errorf("%q: error %v", text, err)
		}
	}
}
