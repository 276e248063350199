package triage

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/solver"
)

// programOf records the build of a target, as far as solver.Target.FindProgram has found it; nil if there is none, or its files cannot be read.
func programOf(t solver.Target) *findings.Program {
	if t.Path() == "" {
		return nil
	}
	p, err := t.Program()
	if err != nil {
		return nil
	}
	out := &findings.Program{Path: p.Path, SHA256: p.SHA256, Package: p.Package}
	for _, part := range p.Parts {
		out.Parts = append(out.Parts, findings.Part{Path: part.Path, SHA256: part.SHA256})
	}
	return out
}

// ProgramMark identifies the build that is run where a finding is run with a target in place of the blamed solver: in its own version the recorded
// build, if that is still there. It is "" where its files cannot be read. The error is that of ctx.
func ProgramMark(ctx context.Context, t solver.Target, s findings.Stored) (string, error) {
	var err error
	if recorded := s.ProgramOf(s.Solver); recorded != nil && t.Version() != "" && t.Version() == s.Version {
		if t, err = restored(ctx, t, recorded); err != nil {
			return "", err
		}
	}
	if err := t.FindProgram(ctx); err != nil {
		return "", err
	}
	return programOf(t).Mark(), nil
}

// Recorded returns what finds the solvers of a finding: with resolve, but if that finds another build than the recorded one, and the
// recorded build is still where it was, that one is used.
func Recorded(f *findings.Finding, resolve Resolve) Resolve {
	return func(ctx context.Context, spec string) (solver.Target, error) {
		found, err := resolve(ctx, spec)
		if err != nil {
			return found, err
		}
		return restored(ctx, found, f.ProgramOf(spec))
	}
}

// restored returns a target with the recorded build in place of another one, if that is still where it was. The error is that of ctx.
func restored(ctx context.Context, found solver.Target, recorded *findings.Program) (solver.Target, error) {
	if recorded == nil || recorded.Path == "" || recorded.Path == found.Path() {
		return found, nil
	}
	if err := found.FindProgram(ctx); err != nil || recorded.Same(programOf(found)) {
		return found, err
	}
	there, err := found.At(ctx, recorded.Path)
	if err == nil {
		err = there.FindProgram(ctx)
	}
	if ctx.Err() != nil {
		return found, context.Cause(ctx)
	}
	if p := programOf(there); err != nil || p == nil || !recorded.Same(p) {
		return found, nil //nolint:nilerr // it is gone, or has changed
	}
	return there, nil
}

// otherBuild says that a target is another build of the version that a run used, "" if it is not, or nothing is known. The error is that of
// ctx.
func otherBuild(ctx context.Context, t solver.Target, recorded *findings.Program, version string) (string, error) {
	if recorded == nil || t.Version() != version {
		return "", nil
	}
	if err := t.FindProgram(ctx); err != nil {
		return "", err
	}
	difference := programOf(t).Unlike(recorded)
	if difference == "" {
		return "", nil
	}
	name := t.Name()
	if p := t.Profile(); p != nil {
		name = p.Name
	}
	return fmt.Sprintf("%s %s here is another build (%s)", name, version, difference), nil
}
