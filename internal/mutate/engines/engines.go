// Package engines lists the engines and makes the chosen ones. All it knows about an engine is where its descriptor is: a
// new engine gets a line in All.
package engines

import (
	"context"
	"io"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/mutate/diver"
	"github.com/assay-smt/assay/internal/mutate/fusion"
	"github.com/assay-smt/assay/internal/mutate/generate"
	"github.com/assay-smt/assay/internal/mutate/opfuzz"
	"github.com/assay-smt/assay/internal/mutate/storm"
	"github.com/assay-smt/assay/internal/mutate/typefuzz"
	"github.com/assay-smt/assay/internal/mutate/weaken"
	"github.com/assay-smt/assay/smt/theory"
)

// All returns the descriptors of all engines, in the order in which users see them and --engine all runs them.
func All() []mutate.Descriptor {
	return []mutate.Descriptor{
		typefuzz.Descriptor(),
		opfuzz.Descriptor(),
		storm.Descriptor(),
		fusion.Descriptor(),
		weaken.Descriptor(),
		diver.Descriptor(),
		generate.Descriptor(),
	}
}

// A Chosen engine is an engine to make, with its settings.
type Chosen struct {
	mutate.Descriptor
	Settings mutate.Settings
}

// Make makes engines over an operator table. The returned table is the one that they share, with what their settings add:
// seeds must be read with it. Errors are those of Descriptor.Extend and Descriptor.New.
func Make(chosen []Chosen, table *theory.Table) ([]mutate.Engine, *theory.Table, error) {
	for _, c := range chosen {
		if c.Extend == nil {
			continue
		}
		var err error
		if table, err = c.Extend(table, c.Settings); err != nil {
			return nil, nil, err
		}
	}
	var all []mutate.Engine
	for _, c := range chosen {
		e, err := c.New(table, c.Settings)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, e)
	}
	return all, table, nil
}

// Notes are what engines have to say to people so far.
func Notes(all []mutate.Engine) (notes []string) {
	for _, e := range all {
		if n, ok := e.(mutate.Noter); ok {
			notes = append(notes, n.Notes()...)
		}
	}
	return notes
}

// Close ends what runs for engines, such as the programs of a user.
func Close(all []mutate.Engine) {
	for _, e := range all {
		if c, ok := e.(io.Closer); ok {
			_ = c.Close() // what does not end is ended with Assay
		}
	}
}

// Verify proves what users have supplied for engines. asker is nil without solvers; remark is called with a line for each thing that users should
// know. Errors are those of mutate.Verifier.
func Verify(ctx context.Context, all []mutate.Engine, asker mutate.Asker, remark func(string)) error {
	for _, e := range all {
		v, ok := e.(mutate.Verifier)
		if !ok {
			continue
		}
		if err := v.Verify(ctx, asker, remark); err != nil {
			return err
		}
	}
	return nil
}
