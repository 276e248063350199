package plan

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/internal/solver"
)

// Text is the plan as a file that repeats it in any folder: paths are absolute, except for those in the options of solvers. Settings of engines that
// are not chosen are left out. The error is that of EngineNames.
func (p *Plan) Text(version string) ([]byte, error) {
	chosen, err := p.EngineNames()
	if err != nil {
		return nil, err
	}
	var settings []Setting
	for _, k := range p.Knobs() {
		if k.Engine == "" || slices.Contains(chosen, k.Engine) {
			settings = append(settings, k.setting())
		}
	}
	return Write("The plan of this campaign: assay fuzz --config "+Name+" --out DIR repeats it.\nWritten by assay "+version+".", settings), nil
}

// setting is the knob as it is written.
func (k *Knob) setting() Setting {
	s := Setting{Entry: Entry{Key: k.Key}, Doc: strings.ReplaceAll(k.Doc, "`", "")}
	if list, ok := k.Value.(List); ok {
		s.Values, s.List = list.GetSlice(), true
	} else {
		s.Values = []string{k.Value.String()}
	}
	switch k.Value.Type() {
	case "int", "int64", "float64", "bool":
		s.Bare = true
	case "uint64":
		_, err := strconv.ParseInt(s.Values[0], 10, 64)
		s.Bare = err == nil // TOML has no greater integers; a word is read as well
	}
	switch k.names {
	case paths:
		s.Values = absolute(s.Values)
	case arguments:
		s.Values = slices.Clone(s.Values)
		for i, arg := range s.Values {
			s.Values[i] = seedfiles.Absolute(arg)
		}
	case programs:
		s.Values = slices.Clone(s.Values)
		for i, name := range s.Values {
			if spec, err := outside.ParseSpec(name); err == nil {
				s.Values[i] = spec.Absolute().String()
			}
		}
	case specs:
		s.Values = AbsoluteSpecs(s.Values)
	}
	return s
}

// absolute makes paths absolute. A word that names nothing that is there stays as it is, such as none for known bugs.
func absolute(paths []string) []string {
	out := slices.Clone(paths)
	for i, path := range out {
		if path == "" {
			continue
		}
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		if abs, err := filepath.Abs(path); err == nil {
			out[i] = abs
		}
	}
	return out
}

// AbsoluteSpecs are specs with absolute paths for the programs of solvers that are named by a path, so that a campaign knows a solver by one name wherever it
// is continued. Paths in their options stay as they are.
func AbsoluteSpecs(specs []string) []string {
	out := slices.Clone(specs)
	for i, spec := range out {
		out[i] = absolutePrograms(spec)
	}
	return out
}

// absolutePrograms makes the programs of solvers that are named by a path absolute. Paths in their options stay as they are.
func absolutePrograms(text string) string {
	specs, err := solver.ParseSpecs(text)
	if err != nil {
		return text
	}
	var out []string
	for _, spec := range specs {
		if !strings.Contains(spec.Name, "/") || filepath.IsAbs(spec.Name) {
			out = append(out, spec.Text)
			continue
		}
		out = append(out, shell.Quote(append(absolute([]string{spec.Name}), spec.Args...)))
	}
	return strings.Join(out, ";")
}
