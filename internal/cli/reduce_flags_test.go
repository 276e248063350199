package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// A flag that says nothing in one of the ways to reduce is refused there: a report that is asked for and not written would be believed to be somewhere.
func TestReduceFlags(t *testing.T) {
	finding := filepath.Join(t.TempDir(), "finding")
	if err := findings.Keep(finding, findings.Finding{Class: oracle.CrashClass, Solver: "nothing-of-that-name", Signature: "s"}, findings.Texts{Bug: []byte("(check-sat)\n")}); err != nil {
		t.Fatal(err)
	}
	const ends = "only with assay reduce "
	command := []string{"bug.smt2", "--", "false"}
	solver := []string{"--solver", "nothing-of-that-name", "bug.smt2"}
	slower := []string{"--baseline", "nothing-of-that-name@1", "--solver", "nothing-of-that-name", "bug.smt2"}
	for _, tt := range []struct {
		args, way []string
		want      string
	}{
		{[]string{"--solver", "z3"}, command, ends + "--solver SPEC FILE"},
		{[]string{"--truth", "sat"}, command, ends + "--solver SPEC FILE"},
		{[]string{"--class", "crash"}, command, ends + "--solver SPEC FILE"},
		{[]string{"--blame", "z3"}, command, ends + "--solver SPEC FILE"},
		{[]string{"--report", "r.md"}, command, ends + "--solver SPEC FILE"},
		{[]string{"--finding", "f"}, command, ends + "--solver SPEC FILE"},
		{[]string{"--baseline", "z3"}, command, ends + "--solver SPEC FILE"},
		{[]string{"--slower", "3"}, command, ends + "--solver SPEC FILE"},
		{[]string{"--sessions", "process"}, command, ends + "--solver SPEC FILE and assay reduce FINDING"},
		{[]string{"--referee", "none"}, command, ends + "--solver SPEC FILE and assay reduce FINDING"},
		{[]string{"--check", "exec:./a"}, command, ends + "--solver SPEC FILE and assay reduce FINDING"},
		{[]string{"--match-out-cc", "x"}, command, "--match-out-cc goes with --cross-check, which is not given"},
		{[]string{"--match-err-cc", "x"}, command, "--match-err-cc goes with --cross-check, which is not given"},
		{[]string{"--timeout-cc", "1s"}, command, "--timeout-cc goes with --cross-check, which is not given"},
		{[]string{"--match-out-cc", "x"}, solver, ends + "FILE -- CMD..."},
		{[]string{"--raw"}, solver, ends + "FILE -- CMD..."},
		{[]string{"--slower", "3"}, solver, "--slower goes with --baseline, which is not given"},
		{[]string{"--truth", "sat"}, slower, "--truth does not go with --baseline, which keeps that the solver is slower"},
		{[]string{"--class", "crash"}, slower, "--class does not go with --baseline"},
		{[]string{"--blame", "z3"}, slower, "--blame does not go with --baseline"},
		{[]string{"--check", "exec:./a"}, slower, "--check does not go with --baseline"},
		{[]string{"--referee", "none"}, slower, "--referee does not go with --baseline"},
		{[]string{"--sessions", "process"}, slower, "--sessions does not go with --baseline"},
		{[]string{"--match-err-cc", "x"}, []string{finding}, ends + "FILE -- CMD..."},
		{[]string{"--timeout-cc", "1s"}, []string{finding}, ends + "FILE -- CMD..."},
		{[]string{"--slower", "3"}, []string{finding}, ends + "--solver SPEC FILE: the reduced finding"},
		{[]string{"--report", "r.md"}, []string{finding}, ends + "--solver SPEC FILE: the reduced finding"},
		{[]string{"--out", "x"}, []string{finding}, ends + "FILE -- CMD... and assay reduce --solver SPEC FILE: the reduced finding"},
	} {
		code, said := runLine(t, append(append([]string{"reduce"}, tt.args...), tt.way...))
		if code != exitUsage || !strings.Contains(said, tt.args[0]+" ") || !strings.Contains(said, tt.want) {
			t.Errorf("%v %v: %d: %s", tt.args, tt.way, code, said)
		}
	}
	for _, f := range reduceFlags {
		if newReduce(nowhere()).Flags().Lookup(f.name) == nil || f.needs != "" && newReduce(nowhere()).Flags().Lookup(f.needs) == nil {
			t.Errorf("there is no flag --%s", f.name)
		}
	}
}
