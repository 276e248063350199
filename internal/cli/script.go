package cli

import (
	"github.com/assay-smt/assay/internal/oracle"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/term"
)

// statusLabels returns what the script itself says of the checks that it executes: the last :status in front of
// each.
func statusLabels(s *script.Script) []oracle.Truth {
	var truths []oracle.Truth
	label := oracle.Truth{Status: oracle.Unknown}
	for i := range s.Commands {
		c := &s.Commands[i]
		switch {
		case c.Kind == script.SetInfo && c.Name == ":status":
			label = oracle.Truth{Status: oracle.Unknown}
			if status, err := oracle.ParseAnswer(c.Text); err == nil {
				label = oracle.Truth{Status: status, Reason: "its status label says so"}
			}
		case c.IsCheck():
			truths = append(truths, label)
			label = oracle.Truth{Status: oracle.Unknown}
		case c.Kind == script.Exit:
			return truths
		}
	}
	return truths
}

// solverOptions adds to o what the script needs of a solver.
func solverOptions(s *script.Script, o solver.Options) solver.Options {
	o.Incremental = s.Incremental()
	var look func(*sorts.Sort)
	look = func(sort *sorts.Sort) {
		switch {
		case sort == nil:
			return
		case sort == sorts.String || sort == sorts.RegLan || sort.Name() == "Seq":
			o.Strings = true
		case sort.Kind() == sorts.Float:
			// Float32 and Float64 are what every solver with floating point has.
			i := sort.Indices()
			o.Floats = o.Floats || len(i) == 2 && (i[0] != 8 || i[1] != 24) && (i[0] != 11 || i[1] != 53)
		}
		for _, arg := range sort.Args() {
			look(arg)
		}
	}
	for i := range s.Commands {
		c := &s.Commands[i]
		term.Walk(c.Terms, func(t *term.Term) bool {
			look(t.Sort())
			return true
		})
		for _, d := range c.Decls {
			look(d.Result)
			for _, p := range d.Params {
				look(p)
			}
			if d.Body != nil {
				term.Walk([]*term.Term{d.Body}, func(t *term.Term) bool {
					look(t.Sort())
					return true
				})
			}
		}
		for _, d := range c.Datas {
			for _, ctor := range d.Ctors {
				for _, p := range ctor.Params {
					look(p)
				}
			}
		}
	}
	return o
}
