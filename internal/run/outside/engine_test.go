package outside

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/theory"
)

const (
	seedText = "(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n"
	// greets begins a shell program that speaks the protocol.
	greets = `read l; echo '{"type":"hello","protocol":1}'; `
	// answers is a shell program that replies to each seed with the messages in $1, a line each.
	answers = greets + `while read l; do printf '%s\n' "$1"; done`
)

// scripted is an engine that is a shell script.
func scripted(t *testing.T, l Limits, script string, args ...string) *Engine {
	t.Helper()
	p, err := Spec{append([]string{"/bin/sh", "-c", script, "sh"}, args...)}.Find()
	if err != nil {
		t.Fatal(err)
	}
	if l.Time == 0 {
		l.Time = time.Minute
	}
	e := newEngine(p, theory.Builtin(), l)
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// prepare has an engine make a batch of the seed.
func prepare(ctx context.Context, t *testing.T, e *Engine) (mutate.Source, error) {
	t.Helper()
	seed, err := mutate.Read(seeds.New("s", seedText), theory.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	return e.Prepare(ctx, seed, mutate.Env{Rand: rng.New(1)})
}

// mutant is a message with a mutant of the seed.
func mutant(assertion, more string) string {
	return fmt.Sprintf(`{"type":"mutant","script":"(set-logic QF_LIA)(set-info :status unsat)(declare-const x Int)(assert %s)(check-sat)"%s}`, assertion, more)
}

const end = "\n" + `{"type":"end"}`

// A program that does anything else than it should costs its mutants and nothing more, and the reason says what it did.
func TestHostilePrograms(t *testing.T) {
	flood := Limits{}
	for _, tt := range []struct {
		name, script, says string
		limits             Limits
	}{
		{"garbage", greets + `read l; echo hello world`, "a line that is not a JSON object", Limits{}},
		{"a list", greets + `read l; echo '[1]'`, "a line that is not a JSON object", Limits{}},
		{"half a line", greets + `read l; printf '{"type":"mut'`, "ended before its reply did", Limits{}},
		{"NUL", greets + `read l; printf '{"type":"mutant\000"}\n'`, "a line that is not a JSON object", Limits{}},
		{"not UTF-8", greets + `read l; printf '{"type":"\377"}\n'`, "a line that is not a JSON object", Limits{}},
		{"a line without end", greets + `read l; yes | tr -d '\n'`, "wrote a line of more than", flood},
		{"mutants without end", greets + `read l; yes '{"type":"mutant","script":"(check-sat)"}'`, "not expected here", flood},
		{"blank lines without end", greets + `read l; yes ''`, "wrote a line of more than", flood},
		{"errors without end", greets + `read l; yes >&2`, "wrote a line of more than", flood},
		{"another version", `read l; echo '{"type":"hello","protocol":2}'`, "version 2 of the protocol, and Assay version 1", Limits{}},
		{"no greeting", `read l; echo '{"type":"end"}'; cat >/dev/null`, "not expected here", Limits{}},
		{"an unknown message", greets + `read l; echo '{"type":"surprise"}'`, "not expected here", Limits{}},
		{"it never reads", `while :; do sleep 60; done`, "did not reply within", Limits{Time: 200 * time.Millisecond}},
		{"it never replies", greets + `while :; do sleep 60; done`, "did not reply within", Limits{Time: time.Second}},
		{"exit in the middle", greets + `read l; echo '` + mutant("true", "") + `'; exit 3`, "ended before its reply did", Limits{}},
		{"it dies of a signal", greets + `read l; kill -9 $$`, "ended before its reply did", Limits{}},
		{"more than its reply", answers, "wrote more after its reply", Limits{}},
		{"memory", greets + `read l; dd if=/dev/zero bs=90000000 count=2 2>/dev/null | sleep 1000`, "of memory", Limits{Memory: 64 << 20}},
		{"a process is left behind", greets + `sleep 1000 & read l; exit 1`, "ended before its reply did", Limits{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := scripted(t, tt.limits, tt.script, mutant("true", "")+end+end)
			_, err := prepare(t.Context(), t, e)
			if !errors.Is(err, mutate.ErrNotApplicable) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%v, not %q", err, tt.says)
			}
			if notes := e.Notes(); len(notes) != 1 || !strings.Contains(notes[0], e.Name()+": it ") || !strings.Contains(notes[0], "; ") {
				t.Errorf("notes %q", notes)
			}
		})
	}
}

// What a program says of its mutants counts for what it can be shown to be.
func TestMutants(t *testing.T) {
	unreadable := func(code string) string { return "a mutant cannot be read (" + code + ")" }
	for _, tt := range []struct {
		name, message string
		truth         mutate.Truth
		refused       string
	}{
		{"nothing is said", mutant("(> x 4)", ""), mutate.Truth{Status: smt.Unknown}, ""},
		{"unknown is said", mutant("(> x 4)", `,"truth":"unknown"`), mutate.Truth{Status: smt.Unknown}, ""},
		{"a word", mutant("(> x 4)", `,"truth":"unsat"`), mutate.Truth{Status: smt.Unsat, Label: true}, ""},
		{"a model", mutant("(> x 4)", `,"model":"((define-fun x () Int 5))"`), mutate.Truth{Status: smt.Sat, Witness: "((define-fun x () Int 5))"}, ""},
		{"a model and a word", mutant("(> x 4)", `,"truth":"sat","model":"((define-fun x () Int 5))"`), mutate.Truth{Status: smt.Sat, Witness: "((define-fun x () Int 5))"}, ""},
		{"a wrong model", mutant("(> x 4)", `,"truth":"sat","model":"((define-fun x () Int 3))"`), mutate.Truth{}, "a model makes its mutant false"},
		{"no model", mutant("(> x 4)", `,"model":"sat"`), mutate.Truth{}, "a model cannot be read"},
		{"a model of what has none", mutant("(> x 4)", `,"truth":"unsat","model":"((define-fun x () Int 5))"`), mutate.Truth{}, "a mutant that is said to be unsat has a model"},
		{"another word", mutant("(> x 4)", `,"truth":"maybe"`), mutate.Truth{}, "a truth is neither sat, unsat nor unknown"},
		{"an open model", `{"type":"mutant","script":"(declare-const x Real)(assert (= (/ x 0.0) 1.0))(check-sat)","truth":"sat","model":"((define-fun x () Real 1.0))"}`, mutate.Truth{Status: smt.Sat, Label: true}, ""},
		{"no script", `{"type":"mutant"}`, mutate.Truth{}, "a mutant has no check-sat"},
		{"ill-sorted", mutant("(and x true)", ""), mutate.Truth{}, unreadable("sort")},
		{"unknown symbol", mutant("y", ""), mutate.Truth{}, unreadable("unknown")},
		{"NUL", mutant(`\u0000`, ""), mutate.Truth{}, unreadable("binary")},
		{"half a script", `{"type":"mutant","script":"(assert (and"}`, mutate.Truth{}, unreadable("truncated")},
		{"a truth of several", `{"type":"mutant","script":"(check-sat)(check-sat)","truth":"sat"}`, mutate.Truth{}, "a mutant with a truth or a model asks more than once"},
		{"several", `{"type":"mutant","script":"(check-sat)(check-sat)"}`, mutate.Truth{Status: smt.Unknown}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := scripted(t, Limits{}, answers, tt.message+"\n"+mutant("(> x 99)", "")+end)
			src, err := prepare(t.Context(), t, e)
			if err != nil {
				t.Fatal(err)
			}
			got, err := src.Next(rng.New(2))
			if err != nil {
				t.Fatal(err)
			}
			rejected := src.(mutate.Choosy).Rejected()
			if tt.refused != "" {
				if rejected[tt.refused] != 1 || !strings.Contains(got.Script.String(), "99") {
					t.Errorf("rejected %v, and the next is %s", rejected, got.Script)
				}
				if notes := e.Notes(); len(notes) != 1 || !strings.Contains(notes[0], tt.refused) {
					t.Errorf("notes %q", notes)
				}
				return
			}
			if got.Script.Status() != "" {
				t.Errorf("the mutant keeps a label: %s", got.Script)
			}
			truth := got.Truth
			if truth.Status.Decides() != (len(truth.Derivation) == 1) {
				t.Errorf("derivation %q", truth.Derivation)
			}
			if truth.Derivation = nil; truth.Status != tt.truth.Status || truth.Label != tt.truth.Label || truth.Witness != tt.truth.Witness || len(rejected) > 0 {
				t.Errorf("%+v, not %+v; rejected %v", truth, tt.truth, rejected)
			}
		})
	}
}

// A mutant that is far larger than its seed is not read.
func TestTooLarge(t *testing.T) {
	e := scripted(t, Limits{}, greets+`read l; printf '{"type":"mutant","script":"%1200000s(check-sat)"}\n{"type":"end"}\n' ''; cat >/dev/null`)
	if _, err := prepare(t.Context(), t, e); !errors.Is(err, mutate.ErrNotApplicable) {
		t.Error(err)
	}
	if notes := e.Notes(); len(notes) == 0 || !strings.Contains(notes[0], "a mutant is too large (1200011 bytes") {
		t.Errorf("notes %q", notes)
	}
}

// A program that is of no use several times in a row is not asked again, and that is said once.
func TestGivesUp(t *testing.T) {
	for name, script := range map[string]string{"it fails": greets + "exit 1", "nothing of it can be read": answers} {
		t.Run(name, func(t *testing.T) {
			e := scripted(t, Limits{}, script, mutant("y", "")+end)
			for range maxFailures {
				if _, err := prepare(t.Context(), t, e); !errors.Is(err, mutate.ErrNotApplicable) || strings.Contains(err.Error(), "given up") {
					t.Fatal(err)
				}
			}
			for range 3 {
				if _, err := prepare(t.Context(), t, e); !errors.Is(err, mutate.ErrNotApplicable) || !strings.Contains(err.Error(), "it was given up after 10 failures in a row, and is not asked again") {
					t.Fatal(err)
				}
			}
			said := 0
			for _, n := range e.Notes() {
				if strings.Contains(n, "given up") {
					said++
				}
			}
			if said != 1 {
				t.Errorf("notes %q", e.Notes())
			}
		})
	}
}

// Refusals are no failures: a program may refuse as many seeds as it likes.
func TestRefuses(t *testing.T) {
	e := scripted(t, Limits{}, answers, `{"type":"refused","reason":"no quantifier\u0007 in it"}`)
	for range 2 * maxFailures {
		_, err := prepare(t.Context(), t, e)
		if !errors.Is(err, mutate.ErrNotApplicable) || !strings.HasSuffix(err.Error(), "the program refuses: no quantifier? in it") {
			t.Fatal(err)
		}
	}
	if e.Notes() != nil {
		t.Errorf("notes %q", e.Notes())
	}
}

// numbered makes one mutant for each request, with the request's random number and that of requests of the process in it.
const numbered = greets + `n=0; while read l; do n=$((n+1)); r=${l##*\"random\":}; r=${r%%,*}
printf '{"type":"mutant","script":"(declare-const x Int)(assert (= x %s))(check-sat)","steps":["request %s"]}\n{"type":"end"}\n' $r $n; done`

// The same seed and number bring the same request, in whatever process, and one process serves many.
func TestRepeatable(t *testing.T) {
	texts := func(e *Engine) (scripts, steps []string) {
		src, err := prepare(t.Context(), t, e)
		if err != nil {
			t.Fatal(err)
		}
		r := rng.New(2)
		for range 3 {
			m, err := src.Next(r)
			if err != nil {
				t.Fatal(err)
			}
			scripts, steps = append(scripts, m.Script.String()), append(steps, m.Steps[0].Summary)
		}
		return scripts, steps
	}
	e := scripted(t, Limits{}, numbered)
	one, first := texts(e)
	two, second := texts(e)
	other, _ := texts(scripted(t, Limits{}, numbered))
	if !slices.Equal(one, two) || !slices.Equal(one, other) || one[0] == one[1] {
		t.Errorf("%q\n%q\n%q", one, two, other)
	}
	if first[0] != "request 1" || second[2] != "request 6" {
		t.Errorf("the process was started again: %q %q", first, second)
	}
}

// A program that serves one request and ends is started again for the next.
func TestServesOnce(t *testing.T) {
	e := scripted(t, Limits{}, greets+`read l; printf '%s\n' "$1"`, mutant("true", "")+end)
	for range 2 * maxFailures {
		if _, err := prepare(t.Context(), t, e); err != nil {
			t.Fatal(err)
		}
	}
	if e.Notes() != nil {
		t.Errorf("notes %q", e.Notes())
	}
}

// The end of the context ends a request, and is no fault of the program.
func TestCanceled(t *testing.T) {
	e := scripted(t, Limits{}, greets+"read l; echo x >&2; sleep 1000")
	if err := e.pool.greet(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("enough")
	cancel(stop)
	if _, err := prepare(ctx, t, e); !errors.Is(err, stop) || e.Notes() != nil {
		t.Errorf("%v, notes %q", err, e.Notes())
	}
}
