package opfuzz

import (
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

// The options.
const (
	optConfig  = "opfuzz-config"
	optHistory = "opfuzz-history"
)

// Descriptor describes the engine.
func Descriptor() mutate.Descriptor {
	return mutate.Descriptor{
		Name: "opfuzz",
		Doc:  "replaces an operator by another one that takes the same arguments",
		Options: []mutate.Option{
			{Name: optConfig, Kind: mutate.OneFile, Doc: "opfuzz makes only the replacements of this `FILE`, an operator_mutations.txt"},
			{Name: optHistory, Kind: mutate.Integer, Max: 100, Doc: "opfuzz: percentage of replacements drawn by how often formulas of known bugs have them together with the operators of the seed"},
		},
		New: func(table *theory.Table, s mutate.Settings) (mutate.Engine, error) {
			o := Options{Table: table, History: s.Int(optHistory)}
			if file := s.File(optConfig); file != nil {
				var err error
				if o.Classes, err = ParseClasses(table, file.Name, file.Text); err != nil {
					return nil, err
				}
			}
			return New(o), nil
		},
	}
}
