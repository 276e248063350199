package solver

import (
	"slices"
	"strings"
	"testing"
)

// Which options and tactics start threads is a matter of the profile, and of their values.
func TestThreads(t *testing.T) {
	set, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		solver, options, script string
		want                    []string
	}{
		{"z3", "smt.sls.enable=true", "", []string{"smt.sls.enable"}},
		{"z3", "smt.sls.enable=false", "", nil},
		{"z3", "smt.sls.enable=true smt.sls.parallel=false", "", nil},
		{"z3", "smt.sls.parallel=true sls.max_restarts=3", "", nil},
		{"z3", "parallel.enable=true smt.threads=4 sat.threads=1", "", []string{"parallel.enable", "smt.threads"}},
		{"z3", "", "(check-sat-using (then simplify psmt))", []string{"psmt"}},
		{"z3", "", "(check-sat-using (par-or smt (then psat qfbv)))", []string{"par-or", "psat"}},
		{"z3", "", "(check-sat-using smt)", nil},
		{"cvc5", "--use-portfolio --portfolio-jobs=2", "", []string{"use-portfolio", "portfolio-jobs"}},
		{"cvc5", "--portfolio-jobs=1", "", nil},
		{"bitwuzla", "--nthreads=2", "", []string{"nthreads"}},
		{"yices2", "--nthreads=1", "", nil},
		{"boolector", "--whatever=2", "", nil},
	} {
		t.Run(tt.solver+" "+tt.options+tt.script, func(t *testing.T) {
			p, ok := set.Profile(tt.solver)
			if !ok {
				t.Fatal("no profile")
			}
			if got := p.Space.Threads(Configure(strings.Fields(tt.options)...).Options(), []string{tt.script}); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	p, _ := set.Profile("z3")
	if got := p.Space.Threads([]Option{{Name: ":smt.threads", Separator: " ", Value: "3"}}, nil); !slices.Equal(got, []string{"smt.threads"}) {
		t.Errorf("set in a script: %q", got)
	}
	for _, tt := range []struct{ text, want string }{
		{"[[options.threads]]\nnames = [\"x\"]\n", "needs why"},
		{"[[options.threads]]\nwhy = \"w\"\n", "needs names or tactics"},
		{"[[options.threads]]\nwhy = \"w\"\nnames = [\"x\"]\nunless = [\"y\"]\n", "NAME=VALUE"},
		{"[[options.threads]]\nwhy = \"w\"\nnames = [\"[\"]\n", "is not a pattern"},
	} {
		if _, err := set.With("p.toml", []byte("format = 1\nname = \"p\"\nbinaries = [\"p\"]\n"+tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v", tt.text, err)
		}
	}
}
