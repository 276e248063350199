package deploytest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// standIn does what the recipe asks of GNU parallel, one job after the other.
const standIn = `#!/bin/bash
while [ "$1" != assay ]; do
	[ "$1" = --joblog ] && log=$2
	shift
done
printf 'Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n' >"$log"
while read -r i; do
	"${@//\{\}/$i}"
	printf '%s\t:\t0\t0\t0\t0\t%s\t0\tassay\n' "$i" "$?" >>"$log"
done
exit 3
`

// arguments are those of a small campaign with a finding.
const arguments = `--solver 'fake --do="crash SEGV"' --solver 'fake --answer=sat' --engine typefuzz,opfuzz --slots 12`

// mutantsOf asks a folder how many mutants and shards it has.
func (r *runner) mutantsOf(t *testing.T, out string) string {
	t.Helper()
	said, code := r.run(t, "assay merge --json asked "+out+" && rm -r asked")
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, said)
	}
	_, mutants, _ := strings.Cut(said, `],"mutants"`)
	return fmt.Sprint(strings.Count(said, `"shard"`), " shards", mutants)
}

// withAssay is a runner with the program on its PATH, and a campaign of one process in the folder one.
func withAssay(t *testing.T) (r *runner, one string) {
	t.Helper()
	r = newRunner(t)
	bin := filepath.Join(r.dir, "bin")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(bin, "assay"), root+"/cmd/assay").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r.env[0] = strings.Replace(r.env[0], "PATH=", "PATH="+bin+":", 1)
	if out, code := r.run(t, "assay fuzz --quiet --jobs 2 --out one "+arguments); code != 10 {
		t.Fatalf("one process: exit code %d\n%s", code, out)
	}
	_, one, _ = strings.Cut(r.mutantsOf(t, "one"), " shards")
	return r, one
}

func recipe(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, "deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// onlyStep is the script of a file that has one.
func onlyStep(t *testing.T, file string) string {
	t.Helper()
	all := steps(t, file)
	if len(all) != 1 {
		t.Fatalf("%s has %d scripts", file, len(all))
	}
	for _, script := range all {
		return script
	}
	return ""
}

// TestShards runs the recipes for many machines: what their shards make together is what one process makes.
func TestShards(t *testing.T) {
	r, one := withAssay(t)
	same := func(t *testing.T, out string, shards int) {
		t.Helper()
		if got, want := r.mutantsOf(t, out), fmt.Sprint(shards, " shards", one); got != want {
			t.Errorf("%s has %swant %s", out, got, want)
		}
	}
	t.Run("parallel", func(t *testing.T) {
		if _, err := exec.LookPath("parallel"); err != nil {
			t.Log("there is no GNU parallel: a loop stands in for it")
			r.write(t, "bin/parallel", standIn)
			if err := os.Chmod(filepath.Join(r.dir, "bin/parallel"), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		command := recipe(t, "parallel/fuzz.sh") + " 3 par " + arguments
		for range 2 { // the second time, all is done
			if out, code := r.run(t, command); code != 0 || !strings.Contains(out, "par: 3 shards") {
				t.Fatalf("exit code %d\n%s", code, out)
			}
			same(t, "par", 3)
		}
		if out, code := r.run(t, recipe(t, "parallel/fuzz.sh")+" 2 bad --solver nosuchsolver --slots 2"); code == 0 || !strings.Contains(out, "shard 1 ended with exit code 4") {
			t.Errorf("a solver that is not there: exit code %d\n%s", code, out)
		}
	})
	t.Run("slurm", func(t *testing.T) {
		for task := 1; task <= 3; task++ {
			if out, code := r.run(t, "bash "+recipe(t, "slurm/fuzz.sbatch")+" slurm "+arguments, fmt.Sprint("SLURM_ARRAY_TASK_ID=", task),
				"SLURM_ARRAY_TASK_COUNT=3", "SLURM_ARRAY_TASK_MIN=1", "SLURM_ARRAY_TASK_MAX=3", "SLURM_CPUS_PER_TASK=2"); code != 0 {
				t.Fatalf("task %d: exit code %d\n%s", task, code, out)
			}
			if out, code := r.run(t, "bash "+recipe(t, "slurm/merge.sbatch")+" slurm"); code != 0 || !strings.Contains(out, fmt.Sprint("slurm: ", task)) {
				t.Fatalf("merging after task %d: exit code %d\n%s", task, code, out)
			}
		}
		same(t, "slurm", 3)
		if out, code := r.run(t, "bash "+recipe(t, "slurm/fuzz.sbatch")+" no "+arguments, "SLURM_ARRAY_TASK_ID=0", "SLURM_ARRAY_TASK_COUNT=3", "SLURM_ARRAY_TASK_MIN=0", "SLURM_ARRAY_TASK_MAX=2"); code != 2 {
			t.Errorf("tasks from 0: exit code %d\n%s", code, out)
		}
		// Slurm signals the script before the time is over.
		if out, code := r.run(t, "bash "+recipe(t, "slurm/fuzz.sbatch")+` long --solver 'fake --answer=sat' --engine typefuzz & script=$!
until [ -e long-1/campaign.db ]; do sleep 0.1; done; sleep 1; kill -TERM $script; wait $script`, "SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_COUNT=3"); code != 0 {
			t.Errorf("a signal: exit code %d\n%s", code, out)
		}
	})
	t.Run("kubernetes", func(t *testing.T) {
		script := onlyStep(t, "deploy/kubernetes/fuzz.yaml")
		const ours = "--solver z3 --solver cvc5 --duration 8h"
		if !strings.Contains(script, ours) {
			t.Fatalf("the script of the pods has no %s:\n%s", ours, script)
		}
		script = strings.Replace(script, ours, arguments, 1)
		for index := range 8 {
			if out, code := r.run(t, "set +e; "+strings.TrimSpace(script), fmt.Sprint("JOB_COMPLETION_INDEX=", index), "SHARDS=8"); code != 0 {
				t.Fatalf("pod %d: exit code %d\n%s", index, code, out)
			}
		}
		if out, code := r.run(t, onlyStep(t, "deploy/kubernetes/merge.yaml")); code != 0 || !strings.Contains(out, "out: 8 shards") {
			t.Fatalf("exit code %d\n%s", code, out)
		}
		same(t, "out", 8)
	})
}
