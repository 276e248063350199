package theory

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/assay-smt/assay/smt/sorts"
)

// Fingerprint returns 16 hexadecimal digits derived from the table's contents: its rows in their order, its sorts and
// abbreviations. Tables that read and make the same formulas have the same fingerprint, in every process and wherever
// their files are; a table that gains, loses or changes a row gets a different one. Text for human readers does not
// count: documentation, positions in files, and the wording of reasons.
func (t *Table) Fingerprint() string {
	h := sha256.New()
	for _, r := range t.rows {
		r.describe(h)
	}
	for _, name := range slices.Sorted(maps.Keys(t.sorts)) {
		d := t.sorts[name]
		fmt.Fprintf(h, "sort %q kind %d indices %q arity %d in %q theory %q", d.Name, d.Kind, d.Indices, d.Arity, d.In, d.Theory)
		describeConditions(h, d.Where, d.Indices)
		fmt.Fprintln(h)
	}
	for _, name := range slices.Sorted(maps.Keys(t.abbrev)) {
		a := t.abbrev[name]
		fmt.Fprintf(h, "abbreviation %q %q %q\n", name, a.params, patternText(&a.body, &Row{SortVars: a.params, ListVars: a.params}))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// describe writes everything about a row that affects what is read, made and printed.
func (r *Row) describe(w io.Writer) {
	fmt.Fprintf(w, "row %d %q legacy %q", r.ID, r.Signature(), r.Legacy)
	for _, solver := range slices.Sorted(maps.Keys(r.Spell)) {
		fmt.Fprintf(w, " spell %q %q", solver, r.Spell[solver])
	}
	fmt.Fprintf(w, " in %q only-all %q origin %q theory %q features %q partial %t silent %t as %t",
		r.In, r.OnlyAll, r.Origin, r.Theory, r.Features, r.Partial != "", r.NoGenerate != "", r.NeedsAs)
	if r.Seldom != nil {
		fmt.Fprintf(w, " seldom %q", r.Seldom)
	}
	describeConditions(w, r.Where, r.IdxVars)
	describeConditions(w, r.Usual, r.IdxVars)
	fmt.Fprintln(w)
}

func describeConditions(w io.Writer, where []Cond, vars []string) {
	for i := range where {
		if c := &where[i]; len(c.Lists) > 0 {
			fmt.Fprintf(w, " where %q %v", c.Rel, c.Lists)
			continue
		}
		var b strings.Builder
		writeExpr(&b, &where[i].L, vars)
		b.WriteString(" " + where[i].Rel + " ")
		writeExpr(&b, &where[i].R, vars)
		fmt.Fprintf(w, " where %q", b.String())
	}
}

func patternText(p *sorts.Pattern, r *Row) string {
	var b strings.Builder
	writePattern(&b, p, r)
	return b.String()
}
