package install

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/solver"
)

// A Variant says what a build of ours has that a release lacks.
type Variant struct {
	// Assertions: the solver checks its own assertions.
	Assertions bool
	// Sanitizers are names of the compiler's, sorted: address, undefined.
	Sanitizers []string
	// Edges: the program counts the edges that it takes, for --feedback and assay coverage.
	Edges bool
	// Gcov: the program counts the lines, functions and branches that it executes, for assay coverage --gcov. It takes gcc.
	Gcov bool
	// Blocks: it is the release's own program, which counts the basic blocks that it executes, for assay coverage. It excludes everything else.
	Blocks bool
}

// Sanitizers are those that a build can have.
func Sanitizers() []string { return []string{"address", "undefined"} }

// Coverages are the kinds of code that a build can count, one at a time.
func Coverages() []string { return []string{"edges", solver.GcovMark, solver.BlocksMark} }

// String is the variant as the versions of builds have it, such as assertions.address; "" for none.
func (v Variant) String() string {
	var parts []string
	if v.Assertions {
		parts = append(parts, "assertions")
	}
	parts = append(parts, v.Sanitizers...)
	if v.Edges {
		parts = append(parts, "edges")
	}
	if v.Gcov {
		parts = append(parts, solver.GcovMark)
	}
	if v.Blocks {
		parts = append(parts, solver.BlocksMark)
	}
	return strings.Join(parts, ".")
}

// version is the version of a build of a release.
func (v Variant) version(release string) string { return release + solver.BuildMark + v.String() }

// flags are the compiler's, which the linker gets too.
func (v Variant) flags(c compiler) []string {
	var out []string
	if len(v.Sanitizers) > 0 {
		// A frame pointer makes the stacks in reports whole.
		out = append(out, "-fsanitize="+strings.Join(v.Sanitizers, ","), "-fno-omit-frame-pointer")
	}
	if v.Edges {
		out = append(out, "-fsanitize-coverage="+c.edges())
	}
	if v.Gcov {
		out = append(out, "--coverage")
	}
	return out
}

// ParseVariant reads names of sanitizers and of what is counted, as the command line has them.
func ParseVariant(assertions bool, sanitizers []string, coverage string) (Variant, error) {
	v := Variant{Assertions: assertions}
	for _, s := range sanitizers {
		if !slices.Contains(Sanitizers(), s) {
			return v, fmt.Errorf("there is no sanitizer %q: give %s, or both with a comma", s, strings.Join(Sanitizers(), " or "))
		}
		v.Sanitizers = append(v.Sanitizers, s)
	}
	slices.Sort(v.Sanitizers)
	v.Sanitizers = slices.Compact(v.Sanitizers)
	switch coverage {
	case "":
	case "edges":
		v.Edges = true
	case solver.GcovMark:
		v.Gcov = true
	case solver.BlocksMark:
		v.Blocks = true
		if assertions || len(sanitizers) > 0 {
			return v, errors.New("blocks are counted in a release's own program, which cannot be given assertions or sanitizers: build those with --coverage edges")
		}
	default:
		return v, fmt.Errorf("there is no coverage %q: give edges, gcov or blocks", coverage)
	}
	return v, nil
}

// ReadVariant reads a variant as the versions of builds have it: what String returns, in any order.
func ReadVariant(text string) (Variant, error) {
	var assertions bool
	var sanitizers []string
	coverage := ""
	for part := range strings.SplitSeq(text, ".") {
		switch {
		case part == "assertions":
			assertions = true
		case slices.Contains(Sanitizers(), part):
			sanitizers = append(sanitizers, part)
		case !slices.Contains(Coverages(), part):
			return Variant{}, fmt.Errorf("%q is no variant: write assertions, %s, %s, or several with dots between them", text,
				strings.Join(Sanitizers(), ", "), strings.Join(Coverages(), ", "))
		case coverage != "" && coverage != part:
			return Variant{}, fmt.Errorf("a build counts %s or %s, not both", coverage, part)
		default:
			coverage = part
		}
	}
	return ParseVariant(assertions, sanitizers, coverage)
}
