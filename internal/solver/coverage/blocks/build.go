package blocks

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
)

// Names in the folder of a build.
const (
	originalDir   = "original" // the release's files
	recordName    = "blocks.json"
	sitesName     = "sites"     // places of blocks in their files: four bytes each, little end first, in order in each module
	settledDir    = "settled"   // a folder of counts with the programs of runs that are counted apart
	functionsName = "functions" // a line for each function: its number of sites and its name, in the order of sites
)

const (
	recordFormat = 2
	// maxSites bounds what is read of a build. cvc5 has 1.2 million.
	maxSites = 64 << 20
	// maxRecord is the size in bytes of the largest record.
	maxRecord = 1 << 20
)

// A Module is a file of a release with code.
type Module struct {
	// Path is the file's, in the release's folder.
	Path string `json:"path"`
	// Functions and Blocks are their numbers.
	Functions int `json:"functions"`
	Blocks    int `json:"blocks"`
	// Undecoded are functions of which only the beginning is a block, because their code cannot be decoded; Skipped overlap others, or lie outside of the code.
	Undecoded int `json:"undecoded"`
	Skipped   int `json:"skipped"`
}

// A Build is a release with the places of its basic blocks. It does not change, and is safe for concurrent use.
type Build struct {
	Format int `json:"format"`
	// Program is the path of the program in the release's folder.
	Program string   `json:"program"`
	Modules []Module `json:"modules"`

	dir string
}

// Blocks is the number of all basic blocks.
func (b *Build) Blocks() int {
	n := 0
	for _, m := range b.Modules {
		n += m.Blocks
	}
	return n
}

// Make copies the release in a folder and finds the blocks of those of its files with code that own names. The program is a path in the release's folder. Dir must not exist.
// Errors are of the files, *disk.OutputError, or say that there is no code.
func Make(dir, release, program string, own func(path string) bool) (*Build, error) {
	b := &Build{Format: recordFormat, Program: program, dir: dir}
	if err := disk.MakeDir(filepath.Join(dir, originalDir)); err != nil {
		return nil, err
	}
	if err := os.CopyFS(filepath.Join(dir, originalDir), os.DirFS(release)); err != nil {
		return nil, &disk.OutputError{Path: dir, Err: err}
	}
	var sites, functions bytes.Buffer
	err := filepath.WalkDir(release, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !own(path) {
			return err
		}
		im, err := readImage(path)
		if errors.Is(err, errNoCode) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		name, err := filepath.Rel(release, path)
		if err != nil {
			return err
		}
		b.Modules = append(b.Modules, im.write(filepath.ToSlash(name), &sites, &functions))
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(b.Modules) == 0 {
		return nil, fmt.Errorf("%s has no ELF file with code for amd64", release)
	}
	record, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{sitesName, sites.Bytes()}, {functionsName, functions.Bytes()}, {recordName, append(record, '\n')}} {
		if err := disk.WriteAtomic(filepath.Join(dir, f.name), f.data); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// write writes the places of an image's blocks, and its functions.
func (im *image) write(path string, sites, functions *bytes.Buffer) Module {
	m := Module{Path: path, Functions: len(im.functions), Skipped: im.skipped}
	// Sections are ordered by address, and so are places in files of all linkers; places are searched, so make sure.
	type placed struct {
		function
		at []uint32
	}
	all := make([]placed, 0, len(im.functions))
	for _, f := range im.functions {
		code, _ := im.code(f)
		begins, ok := leaders(code)
		if !ok {
			m.Undecoded++
		}
		p := placed{function: f}
		for _, at := range begins {
			p.at = append(p.at, im.offset(f.start+uint64(at))) //nolint:gosec // not negative
		}
		m.Blocks += len(p.at)
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b placed) int { return slices.Compare(a.at, b.at) })
	for _, p := range all {
		for _, at := range p.at {
			sites.Write(binary.LittleEndian.AppendUint32(nil, at))
		}
		name := strings.Map(printable, p.name)
		if name == "" {
			name = fmt.Sprintf("0x%x", p.start)
		}
		fmt.Fprintf(functions, "%d\t%s\n", len(p.at), name)
	}
	return m
}

// printable drops what would end a line of the list of functions.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}

// Open opens the build in a folder. The error says what is wrong with it.
func Open(dir string) (*Build, error) {
	path := filepath.Join(dir, recordName)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	b := &Build{dir: dir}
	data, err := io.ReadAll(io.LimitReader(f, maxRecord))
	if err == nil {
		err = json.Unmarshal(data, b)
	}
	if err == nil {
		err = b.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; build it again", path, err)
	}
	return b, nil
}

func (b *Build) check() error {
	if b.Format != recordFormat || !filepath.IsLocal(b.Program) || len(b.Modules) == 0 {
		return errors.New("it is of another version of Assay")
	}
	for _, m := range b.Modules {
		if m.Blocks < 0 || m.Blocks > maxSites || m.Functions < 0 || m.Functions > m.Blocks || !filepath.IsLocal(m.Path) {
			return fmt.Errorf("it is damaged: %d blocks of %d functions in %s", m.Blocks, m.Functions, m.Path)
		}
	}
	info, err := os.Stat(filepath.Join(b.dir, sitesName))
	if err == nil && (b.Blocks() > maxSites || info.Size() != 4*int64(b.Blocks())) {
		err = fmt.Errorf("%s has %d bytes for %d blocks", sitesName, info.Size(), b.Blocks())
	}
	return err
}

// original is a file of the release.
func (b *Build) original(path string) string {
	return filepath.Join(b.dir, originalDir, filepath.FromSlash(path))
}

// A Function is a function with the numbers of its blocks.
type Function struct {
	// Name is that of the symbol table, or the address where there is none.
	Name   string
	Module string
	Blocks int

	first int // the number of its first block
}

// functions reads the list of functions.
func (b *Build) functions() ([]Function, error) {
	path := filepath.Join(b.dir, functionsName)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, math.MaxInt16*32) // names of templates are long
	var out []Function
	site := 0
	end := 0
	for _, m := range b.Modules {
		end += m.Blocks
		for range m.Functions {
			if !lines.Scan() {
				return nil, fmt.Errorf("%s ends after %d functions: build it again (%w)", path, len(out), errors.Join(lines.Err(), io.ErrUnexpectedEOF))
			}
			count, name, _ := strings.Cut(lines.Text(), "\t")
			var n int
			if _, err := fmt.Sscanf(count, "%d", &n); err != nil || name == "" || n < 0 || n > end-site {
				return nil, fmt.Errorf("%s:%d: it is damaged: build it again", path, len(out)+1)
			}
			out = append(out, Function{Name: name, Module: m.Path, Blocks: n, first: site})
			site += n
		}
	}
	return out, nil
}
