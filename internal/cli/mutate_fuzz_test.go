package cli_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/mutate/engines"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
)

// TestMutateEqualsFuzz: for every engine, the mutants of a campaign are those that mutate prints for the campaign's plan, and the files hold them.
func TestMutateEqualsFuzz(t *testing.T) {
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	const count = 60
	for _, d := range engines.All() {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			seed, profile := filepath.Join(dir, "seed.smt2"), solvertest.WriteProfile(t, dir)
			if err := os.WriteFile(seed, []byte(`(set-logic QF_SLIA)
(set-info :status sat)
(declare-const x String)
(declare-const y String)
(declare-const n Int)
(assert (str.prefixof x (str.++ x y)))
(assert (or (not (= x y)) (< n (str.len x))))
(assert (<= n 1))
(check-sat)
`), 0o600); err != nil {
				t.Fatal(err)
			}
			// It has a model of the seed, and takes every property of a function or a rule to be proved.
			model := strconv.Quote(`((define-fun x () String "a") (define-fun y () String "b") (define-fun n () Int 0))` + "\n")
			extend(t, profile, "[evidence]\nmodel = \"(get-model)\"\n")
			fake := solvertest.Binary(t) + ` --when='prefixof x .str... x y=>sat out ` + model + `' --do=unsat`
			out, made := filepath.Join(dir, "out"), filepath.Join(dir, "made")
			fuzz := mutantsIn(t, program, "fuzz", "--json", "--profile", profile, "--solver", fake, "--solver", fake+" --quiet", "--engine", d.Name,
				"--set", "campaign.chain=7", "--set", "campaign.solo=2", "--set", "campaign.together=2", "--set", "campaign.questions=0", "--set", "campaign.plain=0",
				"--seed", "5", "--mutants", strconv.Itoa(count), "--jobs", "1", "--out", out, seed)
			mutate := mutantsIn(t, program, "mutate", "--json", "--config", filepath.Join(out, "campaign.toml"), "--count", strconv.Itoa(count), "--out", made, seed)
			if len(fuzz) != count {
				t.Errorf("the campaign made %d mutants", len(fuzz))
			}
			for i := range mutate {
				if got := textHash(t, mutate[i].File); got != mutate[i].Hash {
					t.Errorf("%s has the text with hash %s, not %s", mutate[i].File, got, mutate[i].Hash)
				}
				mutate[i].File = ""
			}
			if diff := cmp.Diff(fuzz, mutate); diff != "" {
				t.Errorf("fuzz made the first ones, mutate the others:\n%s", diff)
			}
		})
	}
}

// A madeMutant is a mutant in the output of fuzz or mutate.
type madeMutant struct {
	Name string `json:"mutant"`
	Hash string `json:"text_hash"`
	File string `json:"file"`
}

// mutantsIn runs a command and returns the mutants in its output.
func mutantsIn(t *testing.T, program string, args ...string) []madeMutant {
	t.Helper()
	cmd := exec.Command(program, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 10 {
		t.Fatalf("%v: %v\n%s", args, err, &stderr)
	}
	var all []madeMutant
	for line := range bytes.Lines(out) {
		var m madeMutant
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if m.Hash != "" {
			all = append(all, m)
		}
	}
	return all
}

// extend appends a text to a file.
func extend(t *testing.T, file, text string) {
	t.Helper()
	old, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, append(old, text...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// textHash is the hash of the formula in a file, as campaigns compute it.
func textHash(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := elab.Script(string(text), elab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256((&script.Printer{ForSolver: true}).Append(nil, s))
	return strconv.FormatUint(binary.BigEndian.Uint64(sum[:8]), 10)
}
