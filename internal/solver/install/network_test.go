package install

import (
	"os"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// The real package clients have the newest version of every solver in the catalogue, and it answers.
func TestRealClients(t *testing.T) {
	testdepth.Network(t)
	c, err := solver.BuiltinCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	in := Installer{Dir: t.TempDir(), Catalogue: c, Env: os.Environ()}
	for _, name := range c.Names() {
		t.Run(name, func(t *testing.T) {
			m, state, err := in.Install(t.Context(), name, solver.Latest)
			if err != nil || state != Fresh {
				t.Fatal(err, state)
			}
			file := t.TempDir() + "/sat.smt2"
			logic := "QF_BV"
			if name == "smtinterpol" {
				logic = "QF_UF"
			}
			if err := os.WriteFile(file, []byte("(set-logic "+logic+")\n(check-sat)\n(exit)\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: []string{m.Path(), file}, Timeout: tryTime})
			if err != nil || res.Reason != sandbox.Exited || !strings.Contains("\n"+string(res.Stdout), "\nsat\n") {
				t.Errorf("%v, it %v, %s%s", err, res.Reason, res.Stdout, res.Stderr)
			}
		})
	}
}
