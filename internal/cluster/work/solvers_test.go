package work

import (
	"errors"
	"testing"

	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// resolver knows the fake solver, whose profile lists no options.
func resolver(t *testing.T) solver.Resolver {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", solvertest.Profile); err != nil {
		t.Fatal(err)
	}
	program := solvertest.Binary(t)
	return solver.Resolver{Profiles: set, LookPath: func(string) (string, error) { return program, nil }}
}

// A hub names solvers with options of the list, and nothing else, unless whoever starts the worker says so.
func TestAllowed(t *testing.T) {
	a := &Allowed{Own: []string{"fake --answer=sat;/opt/z3 -x"}, Resolver: resolver(t)}
	for _, tt := range []struct {
		solver wire.Solver
		spec   string // "" for refused
	}{
		{wire.Solver{Name: "fake"}, "fake"},
		{wire.Solver{Name: "fake@1.2.3"}, "fake@1.2.3"},
		{wire.Solver{Name: "fake", Options: []string{"--answer=sat"}}, "fake --answer=sat"},
		{wire.Solver{Name: "/opt/z3", Options: []string{"-x"}}, "/opt/z3 -x"},
		{wire.Solver{Name: "fake", Options: []string{"--answer=unsat"}}, ""},
		{wire.Solver{Name: "fake", Options: []string{"--answer=sat", "--answer=sat"}}, ""},
		{wire.Solver{Name: "/bin/sh"}, ""},
		{wire.Solver{Name: "/opt/z3"}, ""},
		{wire.Solver{Name: "./z3"}, ""},
		{wire.Solver{Name: "../z3"}, ""},
		{wire.Solver{Name: ".."}, ""},
		{wire.Solver{Name: "fake; sh"}, ""},
		{wire.Solver{Name: "sh -c x"}, ""},
		{wire.Solver{Name: "fake", Options: []string{"--log=/etc/passwd"}}, ""},
	} {
		spec, err := a.spec(t.Context(), tt.solver)
		var refused *RefusedError
		if spec != tt.spec || (tt.spec == "") != errors.As(err, &refused) {
			t.Errorf("%+v: %q, %v", tt.solver, spec, err)
		}
	}
}
