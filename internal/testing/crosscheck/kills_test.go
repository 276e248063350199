package crosscheck

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/run/living"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/solvertest"
)

// TestKills ends campaigns of all engines with SIGKILL after random numbers of mutants and a random moment more, as often as ASSAY_KILLS says, and compares their results with those of an
// undisturbed one: statistics, findings, formulas and hits. The fake solver answers at once and crashes on some formulas, so that only the kills
// differ. Campaigns take turns in running mutants in fresh processes and in reused ones of both modes. Where reused processes do not serve most of
// a campaign's runs, its kills do not count.
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
	profile := livingProfile(t)
	fake := solvertest.Binary(t)
	modes := []solver.Mode{solver.Process, solver.Reset, solver.Push}
	run := func(out string, seed, mutants int) *exec.Cmd {
		cmd := exec.Command(program, "fuzz", "--quiet", "--json", "--profile", profile, "--engine", "all", "--jobs", "1", "--chain", "7",
			"--sessions", string(modes[seed%len(modes)]), "--timeout", "2s",
			"--solver", fake+" --answer=sat --when=x2b=>unsat --when='bv[a-z]*rem=>crash SEGV' --when='str.at=>unsat' --when='(fp.add|div)=>unknown'",
			"--solver", fake+" --opt-b=1 --answer=sat --when=x2b=>unsat --when='[(]xor=>crash ABRT'",
			"--seed", strconv.Itoa(seed), "--mutants", strconv.Itoa(mutants), "--out", out)
		cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+t.TempDir())
		return cmd
	}
	r := rand.New(rand.NewPCG(7, 11))
	done := 0
	alive := &survivors{}
	for seed := 1; done < kills; seed++ {
		const mutants = 150
		whole, broken := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "broken")
		served := finish(t, run(whole, seed, mutants))
		mode := modes[seed%len(modes)]
		if mode != solver.Process && served < 0.5 {
			t.Logf("seed %d: %s processes served only %.0f %% of the runs", seed, mode, 100*served)
			continue
		}
		here := 0
		for ended := false; !ended; {
			cmd := run(broken, seed, mutants)
			// Mostly early, so that many kills fit into a campaign, and some late; and at any moment of what the next mutant takes.
			after, wait := 1+int(40*r.Float64()*r.Float64()), time.Duration(r.Int64N(int64(longestWait)))
			if ended = !kill(t, cmd, after, wait, alive); !ended {
				here++
			}
		}
		done += here
		if diff := cmp.Diff(counted(t, whole), counted(t, broken)); diff != "" {
			t.Errorf("seed %d, %d kills (-whole +killed):\n%s", seed, here, diff)
		}
		t.Logf("seed %d: %d kills in a campaign of %d findings, %.0f %% of the runs in living processes (%s)", seed, here, len(counted(t, whole))-1, 100*served, mode)
	}
	t.Logf("%d kills; at %d of the %d kills of campaigns with living processes, processes that Assay had started were alive, %d in all", done, alive.some, alive.kills, alive.processes)
}

// longestWait is how long after the end of a mutant a kill comes, at most: what was done is not written for longer.
const longestWait = 120 * time.Millisecond

// survivors count kills of campaigns with reused processes: at how many some process that Assay had started was alive, and how many in all.
type survivors struct{ kills, some, processes int }

// kill starts a campaign and ends it with SIGKILL when it has reported a number of mutants, and a moment has passed. It is not killed if it ends
// before. alive counts the processes that it had started. How much a campaign gets done before a kill does not depend on the speed of
// the machine: with a time instead of a number, a busy one got nothing done between kills.
func kill(t *testing.T, cmd *exec.Cmd, after int, wait time.Duration, alive *survivors) (killed bool) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<26)
	for seen := 0; lines.Scan(); {
		if !bytes.HasPrefix(lines.Bytes(), []byte(`{"event":"verdict"`)) {
			continue
		}
		if seen++; seen < after {
			continue
		}
		go func() { _, _ = io.Copy(io.Discard, out) }() // a campaign whose output nobody reads would stop
		time.Sleep(wait)
		if n := children(cmd.Process.Pid); slices.Contains(cmd.Args, string(solver.Reset)) || slices.Contains(cmd.Args, string(solver.Push)) {
			alive.kills++
			alive.processes += n
			alive.some += min(n, 1)
		}
		killed = cmd.Process.Kill() == nil
		break
	}
	if err := cmd.Wait(); !killed || cmd.ProcessState.Exited() {
		check(t, err) // it was done before the kill reached it
		return false
	}
	return true
}

// children counts the processes that a process has started and that are still there.
func children(pid int) int {
	all := 0
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		all += len(bytes.Fields(text))
	}
	return all
}

// livingProfile writes the fake solver's profile with processes that stay alive.
func livingProfile(t *testing.T) string {
	t.Helper()
	path := solvertest.WriteProfile(t, t.TempDir())
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, "\n[session]\nargs = [\"-\"]\nreset = \"(reset)\"\npush = true\n"...)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// finish runs a campaign to its end, and returns the share of its runs that took place in reused processes.
func finish(t *testing.T, cmd *exec.Cmd) float64 {
	t.Helper()
	out, err := cmd.Output()
	check(t, err)
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	var summary struct {
		Event    string         `json:"event"`
		Sessions *living.Report `json:"sessions"`
	}
	if err := json.Unmarshal(lines[len(lines)-1], &summary); err != nil || summary.Event != "summary" {
		t.Fatalf("%v: %.200s", err, lines[len(lines)-1])
	}
	if summary.Sessions == nil {
		return 0
	}
	all, served := 0, 0
	for _, row := range summary.Sessions.Rows {
		for _, m := range row.Modes {
			all += m.Queries
			if m.Mode != solver.Process {
				served += m.Queries - m.Repeated
			}
		}
	}
	return float64(served) / float64(max(1, all))
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
	untimed := st.Stats.Untimed()
	// A kill between the moment when a finding is kept and the one when it is counted has its mutant run again, and what is kept already is not
	// repeated once more.
	untimed.Extra = 0
	text, err := json.MarshalIndent(untimed, "", " ")
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
