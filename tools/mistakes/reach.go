package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Reach says which tests of a package reach which functions of the packages that mistakes are made in. A test that does not reach the
// function with the mistake cannot notice it, and is not run.
type Reach struct {
	Hash  string              `json:"hash"`  // of the test binary and its data: others may reach other functions
	Tests map[string][]string `json:"tests"` // what each test reaches, as Place.function has it; everything if it fails when it is measured
}

const everything = "*"

// reaching returns the tests that reach a function, in order.
func (r *Reach) reaching(function string) []string {
	var tests []string
	for _, test := range sortedKeys(r.Tests) {
		if reached := r.Tests[test]; slices.Contains(reached, function) || slices.Contains(reached, everything) {
			tests = append(tests, test)
		}
	}
	return tests
}

// elsewhere are packages whose tests run the product in other processes, where nobody sees what they reach.
var elsewhere = []string{"internal/cli"}

// A Survey finds out what tests reach, and remembers it in a folder.
type Survey struct {
	Bench    *Bench
	Folder   string
	Packages map[string]*Package // those in which mistakes are made, by folder

	mu    sync.Mutex // held while a package is surveyed
	known map[string]*Reach
}

// reach returns what the tests of a package reach, or nil if all of them have to be run.
func (s *Survey) reach(ctx context.Context, pkg string) (*Reach, error) {
	if slices.Contains(elsewhere, pkg) {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, ok := s.known[pkg]; ok {
		return r, nil
	}
	r, err := s.survey(ctx, pkg)
	if err != nil {
		return nil, err
	}
	if s.known == nil {
		s.known = make(map[string]*Reach)
	}
	s.known[pkg] = r
	return r, nil
}

func (s *Survey) survey(ctx context.Context, pkg string) (*Reach, error) {
	var covered []string
	for _, dir := range sortedKeys(s.Packages) {
		covered = append(covered, "./"+dir)
	}
	built, err := s.Bench.build(ctx, pkg, filepath.Join(s.Bench.Work, "survey.test"), "-cover", "-covermode=set", "-coverpkg="+strings.Join(covered, ","))
	if err != nil {
		return nil, err
	}
	r := &Reach{Tests: make(map[string][]string)}
	if r.Hash, err = hash(built.Program, filepath.Join(built.Dir, "testdata")); err != nil {
		return nil, err
	}
	path := filepath.Join(s.Folder, strings.ReplaceAll(pkg, "/", "-")+".json")
	if earlier, err := readReach(path); err != nil {
		return nil, err
	} else if earlier != nil && earlier.Hash == r.Hash {
		return earlier, nil
	}
	list, err := s.Bench.output(ctx, built, "-test.list", ".")
	if err != nil {
		return nil, err
	}
	for test := range strings.Lines(list) {
		test = strings.TrimSpace(test)
		if !strings.HasPrefix(test, "Test") && !strings.HasPrefix(test, "Example") && !strings.HasPrefix(test, "Fuzz") {
			continue
		}
		if r.Tests[test], err = s.test(ctx, built, test); err != nil {
			return nil, err
		}
	}
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.Folder, 0o755); err != nil {
		return nil, err
	}
	return r, os.WriteFile(path, text, 0o644)
}

func readReach(path string) (*Reach, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := &Reach{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// test returns what one test reaches.
func (s *Survey) test(ctx context.Context, built Built, test string) ([]string, error) {
	profile := filepath.Join(s.Bench.Work, "survey.cover")
	trial, err := s.Bench.run(ctx, built, time.Hour, "-test.run", "^"+regexp.QuoteMeta(test)+"$", "-test.coverprofile", profile)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	if trial.Failed {
		return []string{everything}, nil
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		return nil, err
	}
	return functions(string(text), s.Packages)
}

// functions returns the functions that a coverage profile has as reached, sorted.
func functions(profile string, packages map[string]*Package) ([]string, error) {
	lines := make(map[string][]int) // the first lines of blocks, by file
	for line := range strings.Lines(profile) {
		place, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || place == "mode" {
			continue
		}
		if strings.HasSuffix(rest, " 0") {
			continue
		}
		first, _, _ := strings.Cut(rest, ".")
		n, err := strconv.Atoi(first)
		if err != nil {
			return nil, fmt.Errorf("coverage profile: %q: %w", line, err)
		}
		lines[place] = append(lines[place], n)
	}
	var reached []string
	for _, p := range packages {
		for _, file := range p.Files {
			covered := lines[p.Path+"/"+filepath.Base(file.Name)]
			for _, decl := range file.Syntax.Decls {
				if _, ok := decl.(*ast.FuncDecl); !ok {
					continue
				}
				first, last := p.Fset.Position(decl.Pos()).Line, p.Fset.Position(decl.End()).Line
				if slices.ContainsFunc(covered, func(n int) bool { return first <= n && n <= last }) {
					reached = append(reached, file.Name+" "+declName(decl))
				}
			}
		}
	}
	slices.Sort(reached)
	return slices.Compact(reached), nil
}

// hash is that of a file and of all files in a folder, which need not exist.
func hash(file, folder string) (string, error) {
	h := sha256.New()
	add := func(name string) error {
		text, err := os.ReadFile(name)
		fmt.Fprintf(h, "%d ", len(text))
		h.Write(text)
		return err
	}
	if err := add(file); err != nil {
		return "", err
	}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		return add(name)
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
