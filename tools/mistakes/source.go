package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A Package is one whose tests are examined.
type Package struct {
	Dir   string // below the root of the tree
	Path  string // as it is imported
	Fset  *token.FileSet
	Files []*File // without tests
	Info  *types.Info
	Types *types.Package

	config *types.Config
}

// A File is a source file of a package.
type File struct {
	Name   string // below the root of the tree
	Source []byte
	Syntax *ast.File
}

// listed is what go list says about a package.
type listed struct {
	Dir        string
	ImportPath string
	Export     string
	GoFiles    []string
}

// load reads packages, given by their folders below the root of a module, and checks their types. What they import comes from the
// build cache.
func load(root string, dirs []string) ([]*Package, error) {
	args := []string{"list", "-export", "-deps", "-json=Dir,ImportPath,Export,GoFiles"}
	for _, dir := range dirs {
		args = append(args, "./"+dir)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &stderr)
	}
	known := make(map[string]listed) // by folder
	exports := make(map[string]string)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		known[l.Dir] = l
		exports[l.ImportPath] = l.Export
	}
	var packages []*Package
	for _, dir := range dirs {
		l, ok := known[filepath.Join(root, dir)]
		if !ok {
			return nil, fmt.Errorf("go list does not know %s", dir)
		}
		sources := make(map[string][]byte)
		for _, name := range l.GoFiles {
			source, err := os.ReadFile(filepath.Join(l.Dir, name))
			if err != nil {
				return nil, err
			}
			sources[name] = source
		}
		p, err := check(dir, l.ImportPath, l.GoFiles, sources, exports)
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// check parses a package's files and checks its types. exports has the compiled packages that it may import.
func check(dir, path string, names []string, sources map[string][]byte, exports map[string]string) (*Package, error) {
	p := &Package{Dir: dir, Path: path, Fset: token.NewFileSet(), Info: &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object),
	}}
	p.config = &types.Config{
		Importer: importer.ForCompiler(p.Fset, "gc", func(path string) (io.ReadCloser, error) {
			if exports[path] == "" {
				return nil, fmt.Errorf("%s is not compiled", path)
			}
			return os.Open(exports[path])
		}),
		Sizes: types.SizesFor("gc", runtime.GOARCH),
	}
	var syntax []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(p.Fset, filepath.Join(dir, name), sources[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, &File{Name: filepath.ToSlash(filepath.Join(dir, name)), Source: sources[name], Syntax: file})
		syntax = append(syntax, file)
	}
	var err error
	p.Types, err = p.config.Check(path, p.Fset, syntax, p.Info)
	return p, err
}

// File is the package's file with that name.
func (p *Package) File(name string) *File {
	for _, file := range p.Files {
		if file.Name == name {
			return file
		}
	}
	return nil
}

// compiles reports whether the package compiles with the mistake. Where only a variable is left without use, it changes the mistake so
// that the variable has one.
func (p *Package) compiles(place *Place) bool {
	if p.checks(place) {
		return true
	}
	if place.Keep == "" {
		return false
	}
	kept := *place
	kept.New = place.Keep
	if !p.checks(&kept) {
		return false
	}
	place.New = kept.New
	place.describe(p.File(place.File).Source)
	return true
}

func (p *Package) checks(place *Place) bool {
	var syntax []*ast.File
	for _, file := range p.Files {
		if file.Name != place.File {
			syntax = append(syntax, file.Syntax)
			continue
		}
		changed, err := parser.ParseFile(p.Fset, file.Name, place.apply(file.Source), parser.SkipObjectResolution)
		if err != nil {
			return false
		}
		syntax = append(syntax, changed)
	}
	_, err := p.config.Check(p.Path, p.Fset, syntax, nil)
	return err == nil
}

// moduleOf returns the path of the module at a root.
func moduleOf(root string) (string, error) {
	source, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(source)) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s/go.mod names no module", root)
}
