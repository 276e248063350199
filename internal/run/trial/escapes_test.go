package trial_test

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/run/experiment"
	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/testing/trialtest"
	"github.com/assay-smt/assay/smt"
)

// TestEscapesOfOldVersions: z3 before 4.8.12 writes a carriage return as "\x0d", which are four characters in SMT-LIB. A model without
// backslashes is read from every version. From there to 4.15.8 it writes the character 7F as it is, which SMT-LIB forbids.
func TestEscapesOfOldVersions(t *testing.T) {
	const script = `(set-logic QF_S)(declare-const s String)(assert (= (str.len s) 1))(check-sat)`
	for _, tt := range []struct {
		version, value string
		want           oracle.ModelVerdict
	}{
		{"4.8.10", `\x0d`, oracle.ModelOpen},
		{"4.8.10", `ab`, oracle.ModelFails},
		{"4.8.10", `a`, oracle.ModelHolds},
		{"4.8.12", `\x0d`, oracle.ModelFails},
		{"5.4.0", `\u{d}`, oracle.ModelHolds},
		{"4.8.12", "\x7f", oracle.ModelHolds},
		{"4.14.1", "\x7f", oracle.ModelHolds},
		{"4.14.1", "\x7f\x7f", oracle.ModelFails},
		{"4.15.8", "\x7f", oracle.ModelUnreadable},
	} {
		target := trialtest.Printing(t, "z3", "Z3 version "+tt.version+" - 64 bit\nsat\n((define-fun s () String \""+tt.value+"\"))\n")
		if target.Version() != tt.version {
			t.Fatalf("the version is %q", target.Version())
		}
		one := (&trial.Bench{}).In(trialtest.Scratch(t)).New(read(t, script), trial.Facts{})
		report, err := experiment.Of(one, target).Once(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := report.Observed[0].Models[0].Verdict; got != tt.want {
			t.Errorf("%s, %s: the model %v, want %v", tt.version, tt.value, got, tt.want)
		}
	}
}

// TestBackslashesOfScripts: a script with a backslash in a string means something else to z3 before 4.8.12. It is unsuitable for that solver, and
// what the solver says anyway does not count.
func TestBackslashesOfScripts(t *testing.T) {
	const script = `(set-logic QF_S)(declare-const s String)(assert (= s "%"))(check-sat)`
	for _, tt := range []struct {
		version, literal string
		reads            bool
	}{
		{"4.8.10", `\n`, false}, {"4.8.10", `\u{61}`, false}, {"4.8.10", `a/b`, true}, {"4.8.12", `\n`, true}, {"5.4.0", `\u{d}`, true},
	} {
		target := trialtest.Printing(t, "z3", "Z3 version "+tt.version+" - 64 bit\nunsat\n")
		s := read(t, strings.ReplaceAll(script, "%", tt.literal))
		bench := (&trial.Bench{}).In(trialtest.Scratch(t))
		one := bench.New(s, trial.Facts{Truths: []oracle.Truth{{Status: smt.Sat}}})
		if got := bench.Unable(target, s) == ""; got != tt.reads {
			t.Errorf("%s, %s: unable: %q", tt.version, tt.literal, bench.Unable(target, s))
		}
		if got := one.Misread(t.Context(), target) == ""; got != tt.reads {
			t.Errorf("%s, %s: misread: %q", tt.version, tt.literal, one.Misread(t.Context(), target))
		}
		report, err := experiment.Of(one, target).Once(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := len(report.Found) > 0; got != tt.reads || report.Observed[0].Void == tt.reads {
			t.Errorf("%s, %s: %d findings, void: %v", tt.version, tt.literal, len(report.Found), report.Observed[0].Void)
		}
	}
}
