package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/folder"
	"github.com/assay-smt/assay/internal/base/seedfiles"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// takeSolverArgument takes the first argument as the solvers when none are given and it is not a file: that is how
// existing tools are called.
func (opts *fuzzOptions) takeSolverArgument() {
	if len(opts.Plan.Solvers) > 0 || len(opts.Seeds) == 0 {
		return
	}
	// A program is not a seed: it is a solver named by its path.
	err := seedfiles.Check(opts.Seeds[0])
	if err == nil && !isProgram(opts.Seeds[0]) {
		return
	}
	opts.Plan.Solvers, opts.Seeds = opts.Seeds[:1], opts.Seeds[1:]
	opts.positional = err != nil
}

// isProgram reports whether a path leads to a program, and not to formulas that happen to be executable.
func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 && !seedfiles.IsFormula(path)
}

// isSolvers reports whether an argument that is not a file names solvers.
func isSolvers(arg string) bool {
	if seedfiles.Check(arg) == nil {
		return false
	}
	first, _, several := strings.Cut(arg, ";")
	_, err := sandbox.LookPath(first)
	return several || err == nil
}

// checkSeeds refuses arguments that are no seeds, and says what may have been meant.
func (opts *fuzzOptions) checkSeeds() error {
	for _, path := range opts.Seeds {
		err := seedfiles.Check(path)
		if err != nil && slices.Contains(append(engineNames(), plan.All), path) {
			return usagef("%s: there is no such seed file; engines go into one argument, as in --engine %s,%[1]s", path, strings.Join(opts.Plan.Engines, ","))
		}
		if err != nil {
			if _, lookErr := sandbox.LookPath(path); lookErr == nil {
				return usagef("%s: there is no such seed file; solvers go into one argument, as in \"%s;%s\"", path, opts.Plan.Solvers[0], path)
			}
			return missingFile(strings.TrimPrefix(path, "@"), err)
		}
	}
	return checkOutside("--out", opts.OutDir, opts.Seeds)
}

// checkOutside refuses a folder for results that is in a folder of seeds.
func checkOutside(flag, out string, seeds []string) error {
	folders, err := seedfiles.Folders(seeds)
	if err != nil {
		return usagef("%w", plainPathError(err))
	}
	for _, path := range folders {
		if isWithin(out, path) {
			return usagef("%s %s is in the seed folder %s, where Assay writes nothing; name another folder", flag, out, path)
		}
	}
	return nil
}

func describeSkips(skipped []campaign.Skip) string {
	var b strings.Builder
	const most = 5
	for _, s := range skipped[:min(len(skipped), most)] {
		fmt.Fprintf(&b, "\n  %s: %s", s.Path, s.Reason)
	}
	if more := len(skipped) - most; more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	return b.String()
}

// checkOut refuses a folder for results that the user cannot have meant, or that is not a folder.
func checkOut(dir string, kind folder.Kind) error {
	if rest, ok := strings.CutPrefix(dir, "~"); ok && (rest == "" || rest[0] == filepath.Separator) {
		return usagef("--out %s: the shell has left ~ as it is, and a folder with that name would be made; write --out \"$HOME%s\"", dir, rest)
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return withExit(exitOutput, fmt.Errorf("cannot write %s: it is not a folder; name another one with --out", dir))
	}
	return folder.Check(dir, kind)
}

// isOracle reports whether the name of a folder is an answer, which in yinyang comes after -o.
func isOracle(dir string) bool { return dir == "sat" || dir == "unsat" }

// isWithin reports whether path is dir or is below it. A path that does not exist yet is where its parent is.
func isWithin(path, dir string) bool {
	dir, err := realPath(dir)
	if err != nil {
		return false
	}
	path, err = realPath(path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	rest := ""
	for {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		parent := filepath.Dir(path)
		if parent == path {
			return "", err
		}
		rest = filepath.Join(filepath.Base(path), rest)
		path = parent
	}
}
