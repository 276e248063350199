package solver

import (
	"syscall"
	"testing"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// TestMemoryNearTheLimit: a crash near the memory limit is attributed to it; a run that ended by itself is not, however
// much memory it took.
func TestMemoryNearTheLimit(t *testing.T) {
	const limit = 1000
	p, _ := builtinSet(t).Profile("z3")
	for _, tt := range []struct {
		name string
		res  sandbox.Result
		want Limit
	}{
		{"ended by itself below", sandbox.Result{Reason: sandbox.Exited, SampledRSS: 100, Stdout: []byte("sat\n")}, LimitNone},
		{"ended by itself near it", sandbox.Result{Reason: sandbox.Exited, SampledRSS: 990, Stdout: []byte("sat\n")}, LimitNone},
		{"ended by itself at it", sandbox.Result{Reason: sandbox.Exited, SampledRSS: 1000, ExitCode: 1, Stdout: []byte("unsat\n")}, LimitNone},
		{"crashed below", sandbox.Result{Reason: sandbox.Signaled, Signal: syscall.SIGSEGV, SampledRSS: 899}, LimitNone},
		{"crashed at nine tenths", sandbox.Result{Reason: sandbox.Signaled, Signal: syscall.SIGSEGV, SampledRSS: 900}, LimitMemory},
		{"aborted near it", sandbox.Result{Reason: sandbox.Signaled, Signal: syscall.SIGABRT, SampledRSS: 990}, LimitMemory},
		{"crashed near it under a shell", sandbox.Result{Reason: sandbox.Exited, ExitCode: 128 + int(syscall.SIGSEGV), SampledRSS: 990}, LimitMemory},
		{"killed near it", sandbox.Result{Reason: sandbox.Signaled, Signal: syscall.SIGKILL, SampledRSS: 990}, LimitKilled},
		{"timed out near it", sandbox.Result{Reason: sandbox.TimedOut, Signal: syscall.SIGKILL, SampledRSS: 990}, LimitTime},
		{"ended by us", sandbox.Result{Reason: sandbox.OutOfMemory, Signal: syscall.SIGKILL, SampledRSS: 10}, LimitMemory},
		{"called off", sandbox.Result{Reason: sandbox.Canceled, Signal: syscall.SIGKILL, SampledRSS: 990}, LimitKilled},
	} {
		v := classify(p, tt.res, Query{Checks: 1, Limits: Limits{Memory: limit}})
		if v.Limit != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, v.Limit, tt.want)
		}
		crashed := tt.res.Signal == syscall.SIGSEGV && tt.want == LimitNone
		if (v.Crash != nil) != crashed {
			t.Errorf("%s: crash %+v", tt.name, v.Crash)
		}
	}
}

// A launcher that is a shell passes on as a status what ended its child, as the kernel's killer does when memory runs out. Answers before that count.
func TestSignalsUnderShell(t *testing.T) {
	p, _ := builtinSet(t).Profile("z3")
	for sig, want := range map[syscall.Signal]Limit{
		syscall.SIGKILL: LimitKilled, syscall.SIGTERM: LimitKilled, syscall.SIGXCPU: LimitTime, syscall.SIGXFSZ: LimitFile, syscall.SIGSEGV: LimitNone,
	} {
		bare := classify(p, sandbox.Result{Reason: sandbox.Signaled, ExitCode: -1, Signal: sig, Stdout: []byte("sat\n")}, Query{Checks: 2})
		under := classify(p, sandbox.Result{Reason: sandbox.Exited, ExitCode: 128 + int(sig), Stdout: []byte("sat\n")}, Query{Checks: 2})
		if bare.Limit != want || describe(under) != describe(bare) {
			t.Errorf("%v: %s, as a status %s", sig, describe(bare), describe(under))
		}
	}
	for _, status := range []int{128, 160, 255} {
		if v := classify(p, sandbox.Result{Reason: sandbox.Exited, ExitCode: status}, Query{Checks: 1}); v.Limit != LimitNone || v.Crash != nil {
			t.Errorf("status %d: %s", status, describe(v))
		}
	}
}
