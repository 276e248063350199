package fusion

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

// The options.
const (
	optFunctions = "fusion-functions"
	optHistory   = "fusion-history"
)

// Descriptor describes the engine.
func Descriptor() mutate.Descriptor {
	return mutate.Descriptor{
		Name: "fusion",
		Doc:  "fuses two formulas that are both sat or both unsat",
		Options: []mutate.Option{
			{Name: optFunctions, Kind: mutate.OneFile, Doc: "fusion uses only the functions of this `FILE`, each proved before it is used"},
			{Name: optHistory, Kind: mutate.Integer, Max: 100, Doc: "fusion: percentage of chains that fuse the seed with the formula of a known bug"},
		},
		New: func(table *theory.Table, s mutate.Settings) (mutate.Engine, error) {
			o := DefaultOptions()
			o.Table, o.History = table, s.Int(optHistory)
			if file := s.File(optFunctions); file != nil {
				var err error
				if o.Functions, o.Skipped, err = ReadFunctions(table, file.Name, file.Text); err != nil {
					return nil, err
				}
			}
			return New(o)
		},
	}
}

// Verify implements mutate.Verifier: it proves the user's functions. It remarks on functions that cannot be read, are refused,
// guarded or only tested, and counts those that are not used; a file of which nothing is left is an error. The built-in
// functions are proved by tests.
func (e *Engine) Verify(ctx context.Context, asker mutate.Asker, remark func(string)) error {
	if !e.own {
		return nil
	}
	for _, err := range e.opts.Skipped {
		remark(fmt.Sprintf("%v; this fusion function is skipped", err))
	}
	verdicts, err := e.Check(ctx, asker)
	if err != nil {
		return err
	}
	usable := map[string]bool{} // by function
	for _, v := range verdicts {
		usable[v.Function] = usable[v.Function] || v.State != Refused
		if v.State != Proved || v.Guard != "" {
			remark(v.String())
		}
	}
	good, file := 0, e.opts.Functions[0].file
	for _, f := range e.opts.Functions {
		if usable[f.Name] {
			good++
			continue
		}
		remark(f.Name + ": this fusion function is skipped: no inverse of it is left")
	}
	switch all := len(e.opts.Functions) + len(e.opts.Skipped); {
	case good == 0:
		return &mutate.InputError{Fault: mutate.Useless, Err: fmt.Errorf("%s: no function is left: every inverse is refused", file)}
	case good < all:
		remark(fmt.Sprintf("%s: %d of %d fusion functions are used, %d skipped", file, good, all, all-good))
	}
	return nil
}
