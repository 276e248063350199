package deploytest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/testing/solvertest"
)

const root = "../../.."

// steps returns the shell scripts of an action by the names of their steps, and those of a GitLab job by their place. Both files write them as
// indented blocks behind "run: |" or "- |".
func steps(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	name, block, indent := "", "", -1
	for line := range strings.Lines(string(text)) {
		depth := len(line) - len(strings.TrimLeft(line, " "))
		if indent >= 0 {
			if strings.TrimSpace(line) == "" || depth > indent {
				block += line
				continue
			}
			out[name], block, indent = block, "", -1
		}
		if m := regexp.MustCompile(`^\s*- name: (.*)\n`).FindStringSubmatch(line); m != nil {
			name = m[1]
		}
		if trimmed := strings.TrimSpace(line); trimmed == "run: |" || trimmed == "- |" {
			indent = depth
		}
	}
	if indent >= 0 {
		out[name] = block
	}
	return out
}

// A runner runs scripts as GitHub's and GitLab's runners do: in a folder, with bash, and with nothing of this process's environment but PATH and the
// caches of Go.
type runner struct {
	dir string
	env []string
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	for _, tool := range []string{"bash", "go", "awk"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s", tool)
		}
	}
	home := t.TempDir()
	r := &runner{dir: t.TempDir()}
	r.env = []string{"PATH=" + filepath.Dir(fake(t)) + ":" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, "config")}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		r.env = append(r.env, name+"="+strings.TrimSpace(string(value)))
	}
	profiles := filepath.Join(home, "config", "assay", "profiles")
	if err := os.MkdirAll(profiles, 0o777); err != nil {
		t.Fatal(err)
	}
	solvertest.WriteProfile(t, profiles)
	return r
}

// fake returns the path of the fake solver.
func fake(t *testing.T) string {
	t.Helper()
	return solvertest.Binary(t)
}

// run runs a script and returns what it printed, and its exit code.
func (r *runner) run(t *testing.T, script string, env ...string) (string, int) {
	t.Helper()
	if script == "" {
		t.Fatal("there is no such step")
	}
	// As GitHub does for shell: bash.
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = r.dir, append(r.env, env...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func (r *runner) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func (r *runner) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const (
	seed      = "(set-logic QF_LIA)\n(set-info :status sat)\n(declare-const n Int)\n(assert (= n 2))\n(check-sat)\n"
	good, bad = "fakesolver --answer=sat", "fakesolver --answer=unsat"
)

// TestAction runs the shell steps of the action as they stand, in a clean folder.
func TestAction(t *testing.T) {
	r := newRunner(t)
	all := steps(t, "action.yml")
	repository, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	temp := filepath.Join(r.dir, "temp")
	r.write(t, "seeds/a.smt2", seed)
	r.write(t, "temp/summary", "")
	r.write(t, "temp/output", "")
	env := []string{"RUNNER_TEMP=" + temp, "GITHUB_OUTPUT=" + filepath.Join(temp, "output"), "GITHUB_STEP_SUMMARY=" + filepath.Join(temp, "summary")}
	if out, code := r.run(t, all["Build Assay"], append(env, "ACTION="+repository)...); code != 0 {
		t.Fatalf("Build Assay: exit code %d\n%s", code, out)
	}
	if out, code := r.run(t, all["Install solvers"], append(env, "SOLVERS=fakesolver;./build/z3 model=true;")...); code != 0 || out != "" {
		t.Errorf("Install solvers: exit code %d\n%s", code, out)
	}
	if out, code := r.run(t, all["Install solvers"], append(env, "SOLVERS=nosuchsolver@1.2;fakesolver;")...); code == 0 || !strings.Contains(out, "nosuchsolver") {
		t.Errorf("Install solvers, one that nobody has: exit code %d\n%s", code, out)
	}
	compare := func(candidate string, more ...string) (output string) {
		t.Helper()
		r.write(t, "temp/output", "")
		out, code := r.run(t, all["Compare"], append(append(env, "BASELINE="+good, "CANDIDATE="+candidate, "WITNESS=", "SEEDS=seeds", "DURATION=1m",
			"FAIL_ON=wrong,crash", "ARGUMENTS=--mutants 0 --timeout 5s"), more...)...)
		if code != 0 {
			t.Fatalf("Compare: exit code %d\n%s", code, out)
		}
		return r.read(t, "temp/output")
	}
	if got := compare(bad); !strings.Contains(got, "exit-code=10\n") || !strings.Contains(got, "results="+filepath.Join(temp, "assay/results")+"\n") {
		t.Errorf("outputs:\n%s", got)
	}
	if got := r.read(t, "temp/summary"); !strings.Contains(got, "1 regression") {
		t.Errorf("summary:\n%s", got)
	}
	for _, name := range []string{"summary.md", "report.html", "junit.xml", "results.sarif", "results.jsonl"} {
		if r.read(t, "temp/assay/results/"+name) == "" {
			t.Errorf("%s is empty", name)
		}
	}
	kept, err := os.ReadDir(filepath.Join(temp, "assay/corpus"))
	if err != nil || len(kept) < 2 { // a finding beside the marker
		t.Errorf("the corpus: %v, %v", kept, err)
	}
	if got := compare(good); !strings.Contains(got, "exit-code=0\n") {
		t.Errorf("outputs without a regression:\n%s", got)
	}
	if got := compare("./nothing"); !strings.Contains(got, "exit-code=4\n") {
		t.Errorf("outputs without a solver:\n%s", got)
	}
	if got := compare(good, "SEEDS=", "WITNESS=fakesolver --opt-w=1 --answer=sat"); !strings.Contains(got, "exit-code=0\n") {
		t.Errorf("outputs for the seeds that come with Assay:\n%s", got)
	}
	if out, code := r.run(t, all["Result"], append(env, "CODE=10")...); code != 10 {
		t.Errorf("Result: exit code %d\n%s", code, out)
	}
	// The comment: gh is replaced by what prints its arguments.
	r.write(t, "bin/gh", "#!/bin/sh\necho \"$@\"\n")
	if err := os.Chmod(filepath.Join(r.dir, "bin/gh"), 0o777); err != nil {
		t.Fatal(err)
	}
	out, code := r.run(t, "PATH="+filepath.Join(r.dir, "bin")+":$PATH\n"+all["Comment"], append(env, "PULL=7", "REPO=some/solver", "GH_TOKEN=x")...)
	if want := "pr comment 7 --repo some/solver --body-file " + filepath.Join(temp, "assay/results/summary.md") + " --edit-last --create-if-none\n"; code != 0 || out != want {
		t.Errorf("Comment: exit code %d\n%s", code, out)
	}
}

// TestGitLab runs the script of the template for GitLab.
func TestGitLab(t *testing.T) {
	r := newRunner(t)
	script := steps(t, "deploy/gitlab/assay.yml")[""]
	r.write(t, "seeds/a.smt2", seed)
	bin := filepath.Join(r.dir, "bin")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(bin, "assay"), root+"/cmd/assay").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for candidate, want := range map[string]int{good: 0, bad: 10} {
		out, code := r.run(t, "PATH="+bin+":$PATH\n"+script, "BASELINE="+good, "CANDIDATE="+candidate, "WITNESS=", "SEEDS=seeds", "DURATION=1m",
			"FAIL_ON=wrong,crash", "ARGUMENTS=--mutants 0")
		if code != want || !strings.Contains(r.read(t, "assay-results/junit.xml"), "<testsuite") {
			t.Errorf("%s: exit code %d\n%s", candidate, code, out)
		}
	}
}
