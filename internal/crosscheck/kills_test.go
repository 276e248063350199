package crosscheck

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver/solvertest"
)

// TestKills ends campaigns of all engines with SIGKILL at random moments, as often as ASSAY_KILLS says, and compares their results with those of an
// undisturbed one: statistics, findings, formulas and hits. The fake solver answers at once and crashes on some formulas, so that only the kills
// differ.
func TestKills(t *testing.T) {
	kills, err := strconv.Atoi(os.Getenv("ASSAY_KILLS"))
	if err != nil || kills < 1 {
		t.Skip("ASSAY_KILLS is not a number of kills")
	}
	program := filepath.Join(t.TempDir(), "assay")
	build := exec.Command("go", "build", "-o", program, "github.com/assay-smt/assay/cmd/assay")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	profile := solvertest.WriteProfile(t, t.TempDir())
	fake := solvertest.Binary(t)
	run := func(out string, seed, mutants int) *exec.Cmd {
		cmd := exec.Command(program, "fuzz", "--quiet", "--profile", profile, "--engine", "all", "--jobs", "1", "--chain", "7",
			"--solver", fake+" --answer=sat --when=x2b=>unsat --when='bv[a-z]*rem=>crash SEGV' --when='str.at=>unsat' --when='(fp.add|div)=>unknown'",
			"--solver", fake+" --opt-b=1 --answer=sat --when=x2b=>unsat --when='[(]xor=>crash ABRT'",
			"--seed", strconv.Itoa(seed), "--mutants", strconv.Itoa(mutants), "--out", out)
		cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+t.TempDir())
		return cmd
	}
	r := rand.New(rand.NewPCG(7, 11))
	done := 0
	for seed := 1; done < kills; seed++ {
		const mutants = 600
		whole, broken := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "broken")
		began := time.Now()
		finish(t, run(whole, seed, mutants))
		span := time.Since(began)
		here := 0
		for ended := false; !ended; {
			cmd := run(broken, seed, mutants)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			end := make(chan error, 1)
			go func() { end <- cmd.Wait() }()
			// Mostly early, so that many kills fit into a campaign, and some late.
			wait := time.Duration(float64(span) * (0.02 + 0.3*r.Float64()*r.Float64()))
			select {
			case err := <-end:
				check(t, err)
				ended = true
			case <-time.After(wait):
				_ = cmd.Process.Kill()
				<-end
				here++
			}
		}
		done += here
		if diff := cmp.Diff(counted(t, whole), counted(t, broken)); diff != "" {
			t.Errorf("seed %d, %d kills (-whole +killed):\n%s", seed, here, diff)
		}
		t.Logf("seed %d: %d kills in a campaign of %v, %d findings", seed, here, span.Round(time.Millisecond), len(counted(t, whole))-1)
	}
	t.Logf("%d kills", done)
}

func finish(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	check(t, cmd.Run())
}

// check regards findings as success.
func check(t *testing.T, err error) {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 10) {
		t.Fatal(err)
	}
}

// counted is what a campaign reports without times, and its findings.
func counted(t *testing.T, out string) map[string]string {
	t.Helper()
	st, err := campaign.LoadState(out)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(st.Stats.Untimed(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"stats": string(text)}
	found, err := findings.LoadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		all[filepath.Base(f.Dir)] = fmt.Sprint(f.Provenance.Mutant, f.Hits, f.Duplicates, f.Repeated, f.Files)
	}
	return all
}
