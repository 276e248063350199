package crosscheck

import (
	"fmt"
	"strings"

	"github.com/assay-smt/assay/smt/theory"
)

// operatorReport writes how readers of ascending versions handled the rows, and returns where they contradict the table.
func operatorReport(readers []*rowReader) (text string, wrong []string) {
	var b strings.Builder
	b.WriteString(operatorHead)
	for from := 0; from < len(readers); {
		to := from
		for to < len(readers) && readers[to].family == readers[from].family {
			to++
		}
		wrong = append(wrong, familyReport(&b, readers[from:to])...)
		from = to
	}
	return b.String(), wrong
}

const operatorHead = `# Operators by version

Which solver reads which operators from which version on: the operator table (smt/theory/tables) held against programs. A row is
confirmed by a version that accepts an application and another one that refuses all that are tried; where all versions tried accept a
row, or all refuse it, only that is known.

    make operator-versions SOLVERS="z3;/path/to/z3-4.13.4;..."

A SPEC is a name, a path or an installed version, as everywhere.
`

// otherwiseRead says, for some rows, why what a solver reads does not concern the table.
func otherwiseRead(family string, row *theory.Row) string {
	switch {
	case row.Name == "char" && row.HeadIdx > 0:
		return "it is a literal with a hexadecimal index, which no application shows"
	case family == "cvc4" && (row.Theory == "floatingpoint" || row.Name == "wand"):
		return "cvc4 reads it, and Debian's build cannot reason about it"
	case family == "z3" && row.Name == "set.subset":
		return "z3 5 has the name for sets of a sort of its own"
	}
	return ""
}

// familyReport writes the rows in which the versions of one solver differ.
func familyReport(b *strings.Builder, readers []*rowReader) (wrong []string) {
	family := readers[0].family
	var versions []string
	for _, r := range readers {
		versions = append(versions, r.target.Version())
	}
	fmt.Fprintf(b, "\n## %s\n\nVersions: %s.\n\n", family, strings.Join(versions, ", "))
	all, none, differ := 0, 0, 0
	var table strings.Builder
	for _, row := range theory.Builtin().Rows() {
		if row.In == nil {
			continue
		}
		var yes, no []string
		for _, r := range readers {
			v := r.target.Version()
			switch {
			case r.accepted[row]:
				yes = append(yes, v)
			case r.refused[row] != "":
				no = append(no, v)
			default:
				continue // no application was made
			}
			if want := row.AvailableIn(family, v); want != r.accepted[row] && otherwiseRead(family, row) == "" {
				wrong = append(wrong, fmt.Sprintf("%s %s, %s: the table says %v: %s", family, v, row.Signature(), want, clipped(r.refused[row])))
			}
		}
		switch {
		case len(no) == 0 && len(yes) > 0:
			all++
		case len(yes) == 0 && len(no) > 0:
			none++
		case len(yes) > 0:
			differ++
			says := tableSays(row, family)
			if why := otherwiseRead(family, row); why != "" {
				says += ": " + why
			}
			fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", row.Signature(), says, span(yes), span(no))
		}
	}
	fmt.Fprintf(b, "%d rows are read by all of them, %d by none, %d by some and so confirmed:\n\n| row | table | accepted by | refused by |\n|---|---|---|---|\n%s", all, none, differ, table.String())
	return wrong
}

// tableSays writes what the table says about a row's versions.
func tableSays(row *theory.Row, family string) string {
	var parts []string
	for _, a := range row.In {
		if a.Solver != family {
			continue
		}
		text := a.Solver
		if a.Since != "" {
			text += ">=" + a.Since
		}
		if a.Until != "" {
			text += "<" + a.Until
		}
		parts = append(parts, text)
	}
	if parts == nil {
		return "-"
	}
	return strings.Join(parts, " ")
}

// span writes versions in ascending order, the first and the last of many.
func span(versions []string) string {
	if len(versions) <= 2 {
		return strings.Join(versions, ", ")
	}
	return fmt.Sprintf("%s to %s (%d versions)", versions[0], versions[len(versions)-1], len(versions))
}

func clipped(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 160 {
		return s[:160] + "..."
	}
	return s
}
