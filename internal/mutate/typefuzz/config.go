package typefuzz

import (
	"github.com/assay-smt/assay/smt/theory"
)

// Config reads a configuration file of typefuzz users: operators in SMT-LIB theory notation. The result's Rows are the
// operators that the file names; its Table knows them all. The error is a *syntax.Error.
func Config(table *theory.Table, file, text string) (Options, error) {
	extended, named, err := table.Extend(file, text)
	if err != nil {
		return Options{}, err
	}
	rows := []*theory.Row{} // not nil, which would mean all
	for _, r := range named {
		if r.Name != "id" || r.In != nil { // id is the engine's own copy step
			rows = append(rows, r)
		}
	}
	return Options{Table: extended, Rows: rows}, nil
}
