package typefuzz

import (
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

// The options.
const (
	optConfig     = "typefuzz-config"
	optNoGenerate = "no-generate"
	optNoLiterals = "no-literals"
	optPure       = "typefuzz-pure"
	optDecided    = "typefuzz-decided"
	optHistory    = "typefuzz-history"
)

// Descriptor describes the engine.
func Descriptor() mutate.Descriptor {
	usual := DefaultOptions()
	return mutate.Descriptor{
		Name: "typefuzz",
		Doc:  "replaces an expression by a new one of the same sort, built from an operator and expressions of the formula",
		Options: []mutate.Option{
			{Name: optConfig, Kind: mutate.OneFile, Doc: "typefuzz uses only the operators of this `FILE`, a typefuzz configuration"},
			{Name: optNoGenerate, Kind: mutate.Switch, Doc: "typefuzz copies existing expressions only (FuzzChick's mutator)"},
			{Name: optNoLiterals, Kind: mutate.Switch, Doc: "typefuzz invents no literals"},
			{Name: optPure, Kind: mutate.Switch, Doc: "typefuzz behaves as in the paper: operators of any theory, and no replacement refused for making a formula constant"},
			{Name: optDecided, Kind: mutate.Integer, Int: usual.Decided, Max: 100, Doc: "typefuzz: percentage of chains without new operators that a solver seldom decides, such as str.replace_all in z3"},
			{Name: optHistory, Kind: mutate.Integer, Max: 100, Doc: "typefuzz: percentage of operators drawn by how often formulas of known bugs have them together with those of the seed"},
		},
		Extend: func(table *theory.Table, s mutate.Settings) (*theory.Table, error) {
			o, err := configured(table, s)
			return o.Table, err
		},
		New: func(table *theory.Table, s mutate.Settings) (mutate.Engine, error) {
			// The table has the file's operators by now, so reading the file again only chooses them.
			o, err := configured(table, s)
			if err != nil {
				return nil, err
			}
			o.Table, o.CopyOnly, o.NoLiterals, o.Pure = table, s.On(optNoGenerate), s.On(optNoLiterals), s.On(optPure)
			o.Decided, o.History = s.Int(optDecided), s.Int(optHistory)
			return New(o), nil
		},
	}
}

// configured reads the configuration file, if there is one. The result's table knows its operators.
func configured(table *theory.Table, s mutate.Settings) (Options, error) {
	if file := s.File(optConfig); file != nil {
		return Config(table, file.Name, file.Text)
	}
	return Options{Table: table}, nil
}
