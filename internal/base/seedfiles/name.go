package seedfiles

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// memberMark stands between the path of an archive and the name of a member.
const memberMark = "!"

// listMark is how an argument that names a list begins.
const listMark = "@"

// A kind is what a file is by its name.
type kind uint8

const (
	other   kind = iota // nothing to do with formulas
	script              // a formula, compressed or not
	archive             // a tar, compressed or not
	vague               // compressed, and nothing says what is in it
	foreign             // packed as Assay does not read it
)

var (
	packings        = []string{".gz", ".xz", ".zst"}
	shortArchives   = []string{".tgz", ".txz", ".tzst"}
	foreignPackings = []string{".bz2", ".lz4", ".lzma", ".lz", ".br", ".z"}
	foreignArchives = []string{".zip", ".7z", ".rar", ".tbz", ".tbz2", ".tlz"}
)

const (
	scriptExt  = ".smt2"
	archiveExt = ".tar"
)

// kindOf says what a name promises. Upper and lower case are the same.
func kindOf(name string) kind {
	stem, ext := cutExt(strings.ToLower(name))
	switch {
	case ext == scriptExt:
		return script
	case ext == archiveExt, in(shortArchives, ext):
		return archive
	case in(foreignArchives, ext):
		return foreign
	case !in(packings, ext) && !in(foreignPackings, ext):
		return other
	}
	_, inner := cutExt(stem)
	switch {
	case inner != scriptExt && inner != archiveExt:
		if in(packings, ext) {
			return vague
		}
		return other
	case in(foreignPackings, ext):
		return foreign
	case inner == archiveExt:
		return archive
	}
	return script
}

func cutExt(name string) (stem, ext string) {
	ext = path.Ext(name)
	return strings.TrimSuffix(name, ext), ext
}

func in(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

// Stem is the last element of a file's name without what its endings say: a for x.tar!QF_S/a.smt2.xz.
func Stem(name string) string {
	stem, ext := cutExt(path.Base(filepath.ToSlash(name)))
	if in(packings, strings.ToLower(ext)) {
		stem, _ = cutExt(stem)
	}
	return stem
}

// IsFormula reports whether a file's name is that of a formula or of an archive of formulas.
func IsFormula(name string) bool {
	k := kindOf(name)
	return k == script || k == archive
}

// Check reports whether an argument names something that is there. For a member of an archive, the archive is enough. Errors are *fs.PathError.
func Check(arg string) error {
	_, err := os.Stat(arg)
	if err == nil {
		return nil
	}
	if list, ok := listOf(arg); ok {
		_, err = os.Stat(list)
	} else if _, _, ok := memberOf(arg); ok {
		return nil
	}
	return err
}

// Absolute makes the path in an argument absolute. An argument that names nothing that is there stays as it is.
func Absolute(arg string) string {
	if arg == "" || Check(arg) != nil {
		return arg
	}
	begin, rest := "", arg
	if list, ok := listOf(arg); ok {
		begin, rest = listMark, list
	}
	if abs, err := filepath.Abs(rest); err == nil {
		return begin + abs
	}
	return arg
}

// listOf is the path of the list that an argument names. A file of that very name comes first.
func listOf(arg string) (string, bool) {
	list, ok := strings.CutPrefix(arg, listMark)
	if !ok || list == "" {
		return "", false
	}
	_, err := os.Lstat(arg)
	return list, err != nil
}

// memberOf takes an argument apart that names a member of an archive that is there. A file of that very name comes first.
func memberOf(arg string) (archive, member string, ok bool) {
	if _, err := os.Lstat(arg); err == nil {
		return "", "", false
	}
	for at := 0; ; at++ {
		next := strings.Index(arg[at:], memberMark)
		if next < 0 {
			return "", "", false
		}
		at += next
		archive, member = arg[:at], arg[at+len(memberMark):]
		if info, err := os.Stat(archive); err == nil && info.Mode().IsRegular() && member != "" {
			return archive, member, true
		}
	}
}
