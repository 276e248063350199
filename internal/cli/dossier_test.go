package cli

import (
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/dossier"
	"github.com/assay-smt/assay/internal/report/figures"
)

// What a page says to do next with a finding is taken by the command line as it stands there: it fails on the solver alone, which is not here.
func TestDossierCommands(t *testing.T) {
	out := t.TempDir()
	store, err := findings.Open(out, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Add(findings.Hit{Bug: []byte("(check-sat)\n"), Finding: findings.Finding{
		Class: oracle.CrashClass, Solver: "nothing-of-that-name", Family: "fake", Signature: "crash/fake/x", Checks: 1, Repeated: findings.Repetition{Runs: 1, Shown: 1},
		Runs: []findings.Run{{Solver: "nothing-of-that-name", Family: "fake", File: findings.BugFile}},
	}}); err != nil {
		t.Fatal(err)
	}
	c := figures.Of(campaign.Summary{Out: out, Findings: store.List()})
	list := dossier.List(c, nil)
	d, err := dossier.Open(c, list, list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range d.Commands {
		words, err := shell.Split(command.Line)
		if err != nil || len(words) == 0 || words[0] != "assay" {
			t.Fatalf("%s: %v", command.Line, err)
		}
		if _, said := runLine(t, words[1:]); !strings.Contains(said, `"nothing-of-that-name" is neither`) && !strings.Contains(said, "no version of fake is installed") {
			t.Errorf("%s: %s", command.Words, said)
		} else if strings.Contains(said, "there are no findings") {
			t.Errorf("%s: there is one: %s", command.Words, said)
		}
	}
}
