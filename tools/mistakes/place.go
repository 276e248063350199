package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// A Place is where a mistake can be made, together with the mistake.
type Place struct {
	ID      string // see identify
	Package string // the package's folder below the root of the tree, such as internal/run/trial
	File    string // below the root of the tree
	Line    int
	Decl    string // the function or the other declaration that is changed
	IsFunc  bool
	Kind    Kind
	Start   int // the bytes of the file that are replaced
	End     int
	New     string // what they are replaced by
	Before  string // the line or lines that are changed, in short
	After   string

	// Keep is what to put in place of New where leaving out a statement leaves a variable without any use, which does not compile.
	Keep string
}

// identify gives the place its ID, which stays the same until the declaration that it is in changes. So whatever was judged about a
// mistake is void when the code around it is other code.
func (p *Place) identify(decl string, declStart int) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%s\x00%d\x00%s\x00%d\x00%d\x00%s", p.File, p.Kind, len(decl), decl, p.Start-declStart, p.End-declStart, p.New)
	p.ID = hex.EncodeToString(h.Sum(nil)[:5])
}

// describe fills in Before and After.
func (p *Place) describe(source []byte) {
	first := strings.LastIndexByte(string(source[:p.Start]), '\n') + 1
	last := len(source)
	if n := strings.IndexByte(string(source[p.End:]), '\n'); n >= 0 {
		last = p.End + n
	}
	p.Before = shorten(string(source[first:last]))
	p.After = shorten(string(source[first:p.Start]) + p.New + string(source[p.End:last]))
}

// apply returns the source with the mistake.
func (p *Place) apply(source []byte) []byte {
	changed := make([]byte, 0, len(source)+len(p.New))
	changed = append(changed, source[:p.Start]...)
	changed = append(changed, p.New...)
	return append(changed, source[p.End:]...)
}

// function names the function that is changed, or is empty for a mistake elsewhere.
func (p *Place) function() string {
	if !p.IsFunc {
		return ""
	}
	return p.File + " " + p.Decl
}

// Where is file:line.
func (p *Place) Where() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// shorten makes one line of some, with an ellipsis where it is long.
func shorten(text string) string {
	const most = 160
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
