package deploytest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// checkout returns a folder, with a blank in its name, that has scripts of scripts/ where they expect to be.
func checkout(t *testing.T, scripts ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a checkout")
	for _, name := range scripts {
		text, err := os.ReadFile(filepath.Join(root, "scripts", name))
		if err != nil {
			t.Fatal(err)
		}
		program(t, filepath.Join(dir, "scripts", name), string(text))
	}
	return dir
}

// program writes a program.
func program(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}

// script is the command of a script in a checkout, as a shell with job control starts it. bin of the checkout is in front of PATH.
func script(t *testing.T, dir string, words []string, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(filepath.Join(dir, "scripts", words[0]), words[1:]...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "PATH="+filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH")), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// ended runs a script, and returns its exit code and what it said.
func ended(t *testing.T, dir string, words []string, env ...string) (code int, said string) {
	t.Helper()
	cmd := script(t, dir, words, env...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// interrupted runs a script until a file is there, and interrupts it and what it runs, as Ctrl-C does.
func interrupted(t *testing.T, dir, until string, words []string, env ...string) (code int) {
	t.Helper()
	cmd := script(t, dir, words, env...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	dead := make(chan error, 1)
	go func() { dead <- cmd.Wait() }()
	for !there(until) {
		select {
		case err := <-dead:
			t.Fatalf("it has ended: %v", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-dead:
		if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
	case <-time.After(3 * time.Second):
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		t.Fatal("it goes on")
	}
	return cmd.ProcessState.ExitCode()
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// content is that of a file, "" where there is none.
func content(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}

// slow is a program of campaigns that notes that it has begun, and ends well when it is interrupted.
const slow = `trap 'exit 0' INT
echo "$*" >>"$NOTE"
for _ in $(seq 600); do sleep 0.1; done
`

// A hunt that fails says so, whatever triage has found before, and triage does not end at a finding that cannot be judged.
func TestHunt(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 on PATH")
	}
	dir := checkout(t, "hunt.sh", "newest.sh")
	state := filepath.Join(dir, "state")
	// go build copies the stand-in to where the script wants its program.
	program(t, filepath.Join(dir, "bin", "go"), "#!/bin/bash\nwhile [ \"$1\" != -o ]; do shift; done\ncp bin/standin \"$2\"\n")
	program(t, filepath.Join(dir, "bin", "git"), "#!/bin/sh\necho commit\n")
	program(t, filepath.Join(dir, "bin", "standin"), `#!/bin/bash
case $1 in
solvers) [ "$2" != install ] || echo '{"spec":"z3@5.4.1"}' ;;
fuzz)
	while [ "$1" != --out ]; do shift; done
	mkdir -p "$2" && touch "$2/campaign.toml"
	exit 4 ;;
triage) echo '{"event":"summary","findings":2,"clusters":1,"new":1}'; exit 1 ;;
stats) case $3 in
	time) for k in solver_cpu_seconds own_cpu_seconds seconds mutants; do echo "{\"table\":\"campaign\",\"key\":\"$k\",\"value\":1}"; done ;;
	esac ;;
esac
`)
	if err := os.MkdirAll(filepath.Join(dir, "evaluation"), 0o777); err != nil {
		t.Fatal(err)
	}
	if code, said := ended(t, dir, []string{"hunt.sh", "run"}, "HUNT="+state, "SOLVERS=z3"); code != 4 || strings.Contains(said, "grep") {
		t.Errorf("a campaign that failed: %d %s", code, said)
	}
	if code, said := ended(t, dir, []string{"hunt.sh", "triage"}, "HUNT="+state); code != 0 || !strings.Contains(content(filepath.Join(dir, "evaluation", "hunt.tsv")), "z3@5.4.1") {
		t.Errorf("triage with a finding that cannot be judged: %d %s", code, said)
	}
	if code, said := ended(t, dir, []string{"hunt.sh", "run"}, "HUNT="+state, "SOLVERS=z3"); code != 4 {
		t.Errorf("a campaign that failed after triage: %d %s", code, said)
	}
}

// Interrupting the campaigns that mutate what triage has found ends all of them.
func TestHuntGuidedInterrupted(t *testing.T) {
	dir := checkout(t, "hunt.sh")
	state, note := filepath.Join(dir, "state"), filepath.Join(dir, "note")
	program(t, filepath.Join(state, "assay"), "#!/bin/bash\n"+slow)
	program(t, filepath.Join(state, "one.begun"), "2026-11-29\tcommit\tz3@5.4.1 cvc5@1.4.2\n")
	for _, of := range []string{"z3", "cvc5"} {
		program(t, filepath.Join(state, "one", "clusters", "assertion-"+of+"-1", "bug.smt2"), "(check-sat)\n")
	}
	code := interrupted(t, dir, note, []string{"hunt.sh", "guided"}, "HUNT="+state, "NOTE="+note)
	if begun := strings.Count(content(note), "\n"); code != 130 || begun != 1 {
		t.Errorf("it ended with %d, and %d campaigns have begun", code, begun)
	}
}

// A comparison that was interrupted, or that could not be made, is not taken for one that was.
func TestCIMeasureGoesOn(t *testing.T) {
	dir := checkout(t, "ci-measure.sh")
	out, note := filepath.Join(dir, "measured"), filepath.Join(dir, "note")
	rows := func() int { return strings.Count(content(filepath.Join(out, "same.tsv")), "\n") }
	program(t, filepath.Join(out, "assay"), "#!/bin/bash\n"+strings.Replace(slow, "exit 0", "exit 130", 1))
	if code := interrupted(t, dir, note, []string{"ci-measure.sh", "same"}, "OUT="+out, "NOTE="+note); code != 130 || rows() != 0 || strings.Count(content(note), "\n") != 1 {
		t.Errorf("interrupted: it ended with %d, %d rows, after %s", code, rows(), content(note))
	}
	program(t, filepath.Join(out, "assay"), "#!/bin/sh\necho 'assay: there is no z3' >&2\nexit 4\n")
	if code, said := ended(t, dir, []string{"ci-measure.sh", "same"}, "OUT="+out); code != 1 || rows() != 0 || !strings.Contains(said, "same-1 ended with status 4: assay: there is no z3") {
		t.Errorf("a missing solver: it ended with %d, %d rows: %s", code, rows(), said)
	}
	program(t, filepath.Join(out, "assay"), "#!/bin/bash\nwhile [ \"$1\" != --out ]; do shift; done\nmkdir -p \"$2\"; touch \"$2/results.jsonl\"; exit 10\n")
	for range 2 {
		if code, said := ended(t, dir, []string{"ci-measure.sh", "same"}, "OUT="+out); code != 0 || rows() != 10 {
			t.Errorf("it ended with %d, %d rows: %s", code, rows(), said)
		}
	}
}

// Where a benchmark has found nothing new, nothing is added to the findings.
func TestCollectionNothingNew(t *testing.T) {
	dir := checkout(t, "collection.sh")
	program(t, filepath.Join(dir, "bin", "assay"), "#!/bin/sh\nexit 0\n")
	if err := os.Mkdir(filepath.Join(dir, "findings"), 0o777); err != nil {
		t.Fatal(err)
	}
	code, said := ended(t, dir, []string{"collection.sh", "cmp"})
	if left, err := os.ReadDir(filepath.Join(dir, "findings")); err != nil || code != 0 || len(left) != 0 {
		t.Errorf("%d %s: %v %v", code, said, left, err)
	}
}

// Packages are not built into a folder that has something else: it would be emptied.
func TestReleaseKeepsFolders(t *testing.T) {
	dir := checkout(t, "release.sh")
	program(t, filepath.Join(dir, "bin", "git"), "#!/bin/sh\necho 1\n")
	program(t, filepath.Join(dir, "bin", "go"), "#!/bin/sh\nexit 1\n")
	program(t, filepath.Join(dir, "VERSION"), "0.9\n")
	mine := filepath.Join(dir, "mine", "thesis.tex")
	program(t, mine, "")
	if code, said := ended(t, dir, []string{"release.sh", "mine"}); code != 2 || !there(mine) || !strings.Contains(said, "is not empty") {
		t.Errorf("%d %s", code, said)
	}
}
