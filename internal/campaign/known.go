package campaign

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/findings/shape"
	"github.com/assay-smt/assay/internal/findings/triage"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/solver"
)

// A KnownFinding is a finding of a known bug. It does not affect the exit status.
type KnownFinding struct {
	findings.Brief
	// Bug is the bug's name in the list, Status what became of it, Link where it was filed, Because how the finding was recognised.
	Bug     string       `json:"bug"`
	Status  known.Status `json:"status"`
	Link    string       `json:"link,omitempty"`
	Because string       `json:"because"`
	// Title and See are what the bug is and where it is described, for bugs that come with Assay.
	Title string `json:"title,omitempty"`
	See   string `json:"see,omitempty"`
}

// setApartKnown takes the findings of known bugs out of a list. A finding of a bug that is back in a version in which it was fixed
// stays, and its summary says so.
func (c *Config) setApartKnown(ctx context.Context, all []findings.Brief, ended EndReason) (rest []findings.Brief, found []KnownFinding) {
	if c.Known == nil || len(c.Known.Entries) == 0 {
		return all, nil
	}
	traces := maxTraces
	if ended == EndInterrupted || ended == EndError {
		traces = 0 // somebody is waiting
	}
	for _, b := range all {
		f := factOf(b)
		m := c.Known.Match(f)
		if m == nil && traces > 0 && ctx.Err() == nil && c.Known.HasStacks(b.Class, b.Family) && solver.SaysNothing(strings.TrimPrefix(f.Signature, b.Class+"/"+b.Family+"/")) {
			traces--
			f.Stack, f.Death = c.stack(ctx, b), strings.TrimPrefix(f.Signature, b.Class+"/"+b.Family+"/")
			m = c.Known.Match(f)
		}
		switch {
		case m == nil:
			rest = append(rest, b)
		case m.Back:
			rest = append(rest, back(b, m))
		default:
			found = append(found, knownAs(b, m))
		}
	}
	return rest, found
}

// KnownBug names the bug of a list that a finding shows, "" for a new one, and for one that is back where it was fixed. It reads the finding's folder, and
// runs nothing: the end of a campaign recognises more.
func KnownBug(list *known.List, f event.Finding) string {
	if list == nil || len(list.Entries) == 0 {
		return ""
	}
	m := list.Match(factOf(findings.Brief{Dir: f.Folder, Class: string(f.Class), Solver: f.Solver, Family: f.Family, Signature: f.Signature}))
	if m == nil || m.Back {
		return ""
	}
	return m.Name
}

// back is a finding of a known bug in a version in which that is said to be fixed.
func back(b findings.Brief, m *known.Match) findings.Brief {
	b.Summary += fmt.Sprintf(" (this is %s, which is said to be fixed in %s)", m.Name, b.Version)
	return b
}

func knownAs(b findings.Brief, m *known.Match) KnownFinding {
	return KnownFinding{Brief: b, Bug: m.Name, Status: m.Status, Link: m.Link, Because: m.Because, Title: m.Title(), See: m.See()}
}

// maxTraces is how many crashes are examined with a debugger at the end of a campaign: each takes seconds.
const maxTraces = 20

// stack asks a debugger for the top of the stack of a crash whose output says nothing, "" when it is unknown.
func (c *Config) stack(ctx context.Context, b findings.Brief) string {
	debugger := solver.Debugger()
	s, err := findings.Load(b.Dir)
	if debugger == "" || err != nil {
		return ""
	}
	replayer := triage.Replayer{Table: c.Table, Checks: outside.Judges(c.Checks), Resolve: func(_ context.Context, spec string) (solver.Target, error) {
		i := slices.IndexFunc(c.Targets, func(t solver.Target) bool { return t.String() == spec })
		if i < 0 {
			return solver.Target{}, &solver.UnusableError{Solver: spec, Problem: "it is not in this campaign"}
		}
		return c.Targets[i], nil
	}}
	trace, err := replayer.Trace(ctx, s, debugger)
	if err != nil {
		return ""
	}
	return triage.Stack(trace.Frames)
}

// factOf is what is known about a finding without running anything. A formula that cannot be read has no shape, and is recognised by its
// signature.
func factOf(b findings.Brief) known.Fact {
	f := known.Fact{Class: b.Class, Solver: b.Family, Version: b.Version, Signature: findings.Common(b.Signature)}
	s, err := findings.LoadRecord(b.Dir)
	if err != nil {
		return f
	}
	form, err := triage.ShapeOf(s)
	if err != nil {
		form = shape.Shape{}
	}
	return triage.FactOf(s, form)
}
