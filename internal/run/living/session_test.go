package living

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// shell is a class whose processes are shell scripts. obeying is a script that echoes what it is told to, and ends or says no more when it is
// told that.
func shell(script string) *class { return &class{argv: []string{"/bin/sh", "-c", script}} }

const obeying = `while read -r word rest; do case "$word" in "(echo") m=${rest#\"}; echo "${m%\"*}";; "(end)") exit 3;; "(hang)") exec sleep 1000;; "(say)") echo hello;; "(warn)") echo oh >&2;; esac; done`

// generous is for processes that do what is expected of them, hasty for those that never do.
var generous, hasty = Patience{Start: time.Minute, Tidy: time.Minute}, Patience{Start: time.Millisecond, Tidy: time.Millisecond}

// What keeps a process from being asked is named: that it is slow, that it ended, that it says something. Before the first query it is a
// process that does not start.
func TestPrepare(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		commands     []string // before each query
		patience     Patience // with the last
		want         string
	}{
		{"starts", obeying, []string{""}, generous, ""},
		{"goes on", obeying, []string{"", "(reset)\n"}, generous, ""},
		{"is slow to start", "exec sleep 1000", []string{""}, hasty, "does not start, slow to tidy up"},
		{"is slow to tidy up", obeying, []string{"", "(hang)\n"}, Patience{Start: time.Minute, Tidy: time.Millisecond}, "slow to tidy up"},
		{"has time to start", obeying, []string{""}, Patience{Start: time.Minute, Tidy: time.Nanosecond}, ""},
		{"has time to tidy up", obeying, []string{"", "(reset)\n"}, Patience{Start: time.Nanosecond, Tidy: time.Minute}, ""},
		{"ends at once", "exit 3", []string{""}, generous, "does not start, it ended"},
		{"ends", obeying, []string{"", "(end)\n"}, generous, "it ended"},
		{"says something at its start", "echo hello\n" + obeying, []string{""}, generous, "does not start, text between queries"},
		{"says something", obeying, []string{"", "(say)\n"}, generous, "text between queries"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := open(shell(tt.script), nil, "")
			if err != nil {
				t.Fatal(err)
			}
			defer s.close()
			var got anomaly
			for i, commands := range tt.commands {
				patience := generous
				if i == len(tt.commands)-1 {
					patience = tt.patience
				}
				if i > 0 {
					s.tidy(commands)
				}
				got = s.prepare(t.Context(), patience)
				if i < len(tt.commands)-1 && got.what != "" {
					t.Fatalf("before query %d: %s", i+1, got)
				}
			}
			if got.what != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if !s.started {
				t.Error("it has not started")
			}
		})
	}
}

// A request whose campaign is over has no result; a process that cannot be started is a result, which says so.
func TestSessionsWithoutProcess(t *testing.T) {
	nowhere := &class{argv: []string{"/nowhere/to/be/found"}}
	s := &sessions{pool: newPool(1), tally: newTally(), queries: 10, patience: generous}
	defer s.pool.close()
	a, err := s.run(t.Context(), &asked{}, nowhere)
	if err != nil || a.anomaly.what != "does not start" || a.session != nil {
		t.Errorf("%+v, %v", a, err)
	}
	over := errors.New("the campaign is over")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(over)
	for name, c := range map[string]*class{"no program": nowhere, "a process": shell("exec sleep 1000")} {
		if a, err := s.run(ctx, &asked{}, c); !errors.Is(err, over) || a.anomaly.what != "" {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

// A process that was late had used up its time for its answers, unless it had given them all.
func TestComplete(t *testing.T) {
	c := &class{key: key{target: trialtest.Printing(t, "z3", "")}}
	for _, tt := range []struct {
		out     string
		answers int
	}{
		{"", 0}, {"sat\n", 1}, {"unsat\n", 1}, {"unknown\n", 1}, {"sat\nunsat\n", 2}, {"sat\n((x 1))\nunknown\n", 2}, {"sat\r\nunsat", 2},
		{"(error \"no\")\n", 0}, {"satisfied\n", 0}, {"\n\n", 0}, {"unsupported\nsat\n", 1},
	} {
		d := &dialogue{session: &session{class: c}, out: []byte(tt.out)}
		for n := range 4 {
			if got := d.complete(n); got != (n <= tt.answers) {
				t.Errorf("%q: %d answers: %v", tt.out, n, got)
			}
		}
	}
}

// Why processes were replaced is counted by reason, with the first thing that was said.
func TestTally(t *testing.T) {
	l := newTally()
	for _, o := range []anomaly{{"slow", "first"}, {"slow", "second"}, {what: "10 queries"}, {"late", "x"}} {
		l.restarted(o)
	}
	got := counts(l.restarts)
	if len(got) != 3 || got[0] != (Count{Reason: "slow", N: 2, First: "first"}) || got[1].Reason != "10 queries" || got[2] != (Count{Reason: "late", N: 1, First: "x"}) {
		t.Errorf("%+v", got)
	}
	for i := range 2 * maxReasons {
		l.restarted(anomaly{what: strings.Repeat("x", i)})
	}
	if len(l.restarts) > maxReasons+1 || l.restarts["other reasons"] == nil {
		t.Errorf("%d reasons", len(l.restarts))
	}
	var target solver.Target
	if l.startOf(target) != 0 {
		t.Error("the cost of no start")
	}
	l.startedOne(target, 2*time.Second, time.Second)
	l.startedOne(target, 4*time.Second, time.Second)
	if got := l.startOf(target); got != 3*time.Second {
		t.Errorf("a start takes %v", got)
	}
}
