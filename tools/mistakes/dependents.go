package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// testBinary is the test binary of a package, and what is linked into it.
type testBinary struct {
	pkg  string // below the module, such as smt/elab
	deps map[string]bool
	size int // how many packages are linked in, the standard library's too
}

// testBinaries lists the test binaries of a module, the smallest first, but for those that compare with solvers.
func testBinaries(root, module string) ([]testBinary, error) {
	const format = `{{if not .ForTest}}{{if eq .Name "main"}}{{len .Deps}} {{.ImportPath}} {{join .Deps " "}}{{end}}{{end}}`
	cmd := exec.Command("go", "list", "-test", "-f", format, "./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -test: %w\n%s", err, &stderr)
	}
	return readTestBinaries(string(out), module)
}

// readTestBinaries reads lines with the number of packages in a program, its import path and those of the packages. Programs that are no
// tests are left out, and so is internal/testing/crosscheck, whose tests need solvers.
func readTestBinaries(lines, module string) ([]testBinary, error) {
	var all []testBinary
	for line := range strings.Lines(lines) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		path, ok := strings.CutSuffix(fields[1], ".test")
		if !ok {
			continue
		}
		size, err := strconv.Atoi(fields[0])
		if err != nil {
			return nil, fmt.Errorf("go list -test: %q: %w", fields[0], err)
		}
		b := testBinary{pkg: strings.TrimPrefix(path, module+"/"), size: size, deps: make(map[string]bool)}
		if b.pkg == "internal/testing/crosscheck" {
			continue
		}
		for _, dep := range fields[2:] { // a package compiled anew for a test is followed by the test's name in brackets
			b.deps[strings.TrimPrefix(dep, module+"/")] = true
		}
		all = append(all, b)
	}
	slices.SortStableFunc(all, func(a, b testBinary) int {
		if a.size != b.size {
			return a.size - b.size
		}
		return strings.Compare(a.pkg, b.pkg)
	})
	return all, nil
}

// nearest returns the packages whose tests use a package, those with the smallest test binaries first, and at most n.
func nearest(all []testBinary, pkg string, n int) []string {
	var packages []string
	for _, b := range all {
		if b.pkg != pkg && b.deps[pkg] && len(packages) < n {
			packages = append(packages, b.pkg)
		}
	}
	return packages
}
