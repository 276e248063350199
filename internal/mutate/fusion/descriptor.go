package fusion

import (
	"context"
	"fmt"

	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

const optFunctions = "fusion-functions"

// Descriptor describes the engine.
func Descriptor() mutate.Descriptor {
	return mutate.Descriptor{
		Name: "fusion",
		Doc:  "fuses two formulas that are both sat or both unsat",
		Options: []mutate.Option{
			{Name: optFunctions, Kind: mutate.OneFile, Doc: "fusion uses only the functions of this `FILE`, each proved before it is used"},
		},
		New: func(table *theory.Table, s mutate.Settings) (mutate.Engine, error) {
			o := DefaultOptions()
			o.Table = table
			if file := s.File(optFunctions); file != nil {
				var err error
				if o.Functions, err = ParseFunctions(table, file.Name, file.Text); err != nil {
					return nil, err
				}
			}
			return New(o)
		},
	}
}

// Verify implements mutate.Verifier: it proves the user's functions. What is guarded, refused or only tested is remarked; a
// file of which nothing is left is an error. The built-in functions are proved by tests.
func (e *Engine) Verify(ctx context.Context, asker mutate.Asker, remark func(string)) error {
	if !e.own {
		return nil
	}
	verdicts, err := e.Check(ctx, asker)
	if err != nil {
		return err
	}
	good := 0
	for _, v := range verdicts {
		if v.State != Refused {
			good++
		}
		if v.State != Proved || v.Guard != "" {
			remark(v.String())
		}
	}
	if good == 0 {
		return &mutate.InputError{Fault: mutate.Useless, Err: fmt.Errorf("%s: no function is left: every inverse is refused", e.opts.Functions[0].file)}
	}
	return nil
}
